use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(task, poll = "0s")]
fn tool() {}

fn main() {}
