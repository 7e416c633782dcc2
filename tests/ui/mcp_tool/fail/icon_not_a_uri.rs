use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(icons = ["icon.png"])]
fn tool() {}

fn main() {}
