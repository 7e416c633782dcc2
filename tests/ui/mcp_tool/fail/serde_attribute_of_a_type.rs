use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(#[serde(rename_all = "camelCase")] path: String) -> String {
    path
}

fn main() {}
