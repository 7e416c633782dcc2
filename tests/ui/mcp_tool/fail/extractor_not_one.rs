use mcp_tasks_runtime::mcp_tool;

struct Point {
    x: u8,
}

#[mcp_tool]
async fn tool(#[mcp(extract)] point: Point) -> u8 {
    point.x
}

fn main() {}
