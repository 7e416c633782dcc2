use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(poll = "2s")]
fn tool() {}

fn main() {}
