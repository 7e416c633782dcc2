use mcp_tasks_runtime::mcp_tool;

/// A tool with one mistake in each part, all of which are reported.
#[mcp_tool(tsak, name = "my tool")]
async fn tool(path: &str, #[mcp(flat)] limit: u64) -> impl Clone {
    (path.len(), limit)
}

fn caller() {
    let _ = tool("x", 1);
    let _ = <tool as mcp_tasks_runtime::Tool>::descriptor();
}

fn main() {}
