use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn größe() {}

fn main() {}
