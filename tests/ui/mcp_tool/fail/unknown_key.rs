use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(tsak)]
fn tool() {}

fn main() {}
