use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(title = 3)]
fn tool() {}

fn main() {}
