use mcp_tasks_runtime::mcp_tool;

use mcp_tasks_runtime::Json;

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Report {
    rows: u64,
}

#[mcp_tool]
pub fn tool() -> Json<Report> {
    Json(Report { rows: 1 })
}

fn main() {}
