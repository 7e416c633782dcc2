use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(#[mcp(arg, extract)] path: String) -> String {
    path
}

fn main() {}
