use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(timeout = "999999999999d")]
fn tool() {}

fn main() {}
