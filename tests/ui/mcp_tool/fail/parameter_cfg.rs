use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(#[cfg(unix)] path: String) -> String {
    path
}

fn main() {}
