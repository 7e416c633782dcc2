use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
trait Tools {}

fn main() {}
