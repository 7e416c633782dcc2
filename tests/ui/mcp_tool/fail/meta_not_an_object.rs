use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(meta = "fast")]
fn tool() {}

fn main() {}
