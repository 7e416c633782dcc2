use mcp_tasks_runtime::{mcp_tool, TaskContext};

#[mcp_tool]
async fn tool(one: &TaskContext, two: TaskContext) -> bool {
    one.tool() == two.tool()
}

fn main() {}
