use mcp_tasks_runtime::mcp_tool;

struct Tools;

#[mcp_tool]
impl Tools {}

fn main() {}
