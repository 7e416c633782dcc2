use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(icons = "https://example.com/icon.png")]
fn tool() {}

fn main() {}
