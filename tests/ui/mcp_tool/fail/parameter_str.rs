use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(path: &str) -> usize {
    path.len()
}

fn main() {}
