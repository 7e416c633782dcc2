use std::pin::Pin;

use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(path: String) -> Pin<Box<dyn Future<Output = String> + Send>> {
    Box::pin(async move { path })
}

fn main() {}
