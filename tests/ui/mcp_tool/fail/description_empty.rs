use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(description = " ")]
fn tool() {}

fn main() {}
