use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
struct Tool;

fn main() {}
