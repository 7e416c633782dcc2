use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(name = "")]
fn tool() {}

fn main() {}
