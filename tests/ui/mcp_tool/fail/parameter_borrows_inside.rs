use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(path: Option<&str>) -> bool {
    path.is_some()
}

fn main() {}
