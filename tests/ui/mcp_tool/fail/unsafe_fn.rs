use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
unsafe fn tool() {}

fn main() {}
