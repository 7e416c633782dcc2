use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool((x, y): (u8, u8)) -> u8 {
    x + y
}

fn main() {}
