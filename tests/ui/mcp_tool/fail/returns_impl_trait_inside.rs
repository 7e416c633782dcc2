use mcp_tasks_runtime::{Json, mcp_tool};

#[mcp_tool]
fn tool() -> Json<impl serde::Serialize> {
    Json(1)
}

fn main() {}
