use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(#[validate(length(min = 1))] path: String) -> String {
    path
}

fn main() {}
