use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(task = true)]
fn tool() {}

fn main() {}
