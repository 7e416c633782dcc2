use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(read_only, destructive)]
fn tool() {}

fn main() {}
