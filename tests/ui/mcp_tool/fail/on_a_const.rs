use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
const TOOL: u8 = 0;

fn main() {}
