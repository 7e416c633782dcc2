use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(idempotent, retries = 5_000_000_000)]
fn tool() {}

fn main() {}
