use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(name =, task)]
fn tool() {}

fn main() {}
