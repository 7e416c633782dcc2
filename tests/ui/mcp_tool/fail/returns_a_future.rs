use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(path: String) -> impl Future<Output = String> {
    async move { path }
}

fn main() {}
