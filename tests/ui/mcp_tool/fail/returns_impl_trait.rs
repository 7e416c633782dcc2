use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool() -> impl Clone {
    1
}

fn main() {}
