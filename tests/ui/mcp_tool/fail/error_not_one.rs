use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool() -> Result<String, u8> {
    Err(1)
}

fn main() {}
