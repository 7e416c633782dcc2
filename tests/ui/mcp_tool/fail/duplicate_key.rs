use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(name = "one", task, name = "two")]
fn tool() {}

fn main() {}
