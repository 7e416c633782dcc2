use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(task, poll = "2 weeks")]
fn tool() {}

fn main() {}
