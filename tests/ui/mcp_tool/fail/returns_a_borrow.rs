use mcp_tasks_runtime::{mcp_tool, TaskContext};

#[mcp_tool]
async fn tool(ctx: &TaskContext) -> &str {
    ctx.tool()
}

fn main() {}
