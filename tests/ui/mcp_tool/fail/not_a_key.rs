use mcp_tasks_runtime::mcp_tool;

#[mcp_tool("tool")]
fn tool() {}

fn main() {}
