use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(path: String, #[serde(rename = "path")] other: String) -> bool {
    path == other
}

fn main() {}
