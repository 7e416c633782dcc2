use mcp_tasks_runtime::{State, mcp_tool};

#[mcp_tool]
fn tool(#[serde(default)] count: State<u8>) -> u8 {
    *count
}

fn main() {}
