use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(timeout = "-1s")]
fn tool() {}

fn main() {}
