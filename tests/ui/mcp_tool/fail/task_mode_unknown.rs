use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(task = "always", keep_alive = "1h")]
fn tool() {}

fn main() {}
