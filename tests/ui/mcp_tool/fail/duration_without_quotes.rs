use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(task, keep_alive = 90s)]
fn tool() {}

fn main() {}
