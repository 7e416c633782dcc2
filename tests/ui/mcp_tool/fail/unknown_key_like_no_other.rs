use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(colour = "red")]
fn tool() {}

fn main() {}
