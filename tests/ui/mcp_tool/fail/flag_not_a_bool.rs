use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(read_only = "yes")]
fn tool() {}

fn main() {}
