use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(crate = "my_runtime")]
fn tool() {}

fn main() {}
