use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(#[mcp(extract = true)] path: String) -> String {
    path
}

fn main() {}
