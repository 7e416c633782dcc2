use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(idempotent, retries = "3")]
fn tool() {}

fn main() {}
