use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(path: impl Into<String>) -> String {
    path.into()
}

fn main() {}
