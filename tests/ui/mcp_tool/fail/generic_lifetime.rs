use mcp_tasks_runtime::{mcp_tool, TaskContext};

#[mcp_tool]
async fn tool<'a>(ctx: &TaskContext) {
    ctx.progress(1, 1).await;
}

fn main() {}
