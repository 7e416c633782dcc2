use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
const fn tool() {}

fn main() {}
