use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(timeout)]
fn tool() {}

fn main() {}
