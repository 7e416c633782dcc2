use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(_: String) {}

fn main() {}
