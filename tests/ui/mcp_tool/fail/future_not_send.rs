use mcp_tasks_runtime::{mcp_tool, TaskContext};

use std::rc::Rc;

#[mcp_tool]
async fn tool(ctx: &TaskContext) -> usize {
    let path = Rc::new(String::new());
    ctx.progress(1, 1).await;
    path.len()
}

fn main() {}
