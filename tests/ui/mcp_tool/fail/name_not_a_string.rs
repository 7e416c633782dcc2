use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(name = tool)]
fn tool() {}

fn main() {}
