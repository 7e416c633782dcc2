use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
extern "C" fn tool() {}

fn main() {}
