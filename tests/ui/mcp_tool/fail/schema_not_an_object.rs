use mcp_tasks_runtime::mcp_tool;

#[mcp_tool(input_schema = true)]
fn tool() {}

fn main() {}
