use mcp_tasks_runtime::mcp_tool;

#[derive(serde::Deserialize)]
struct Point {
    x: u8,
}

#[mcp_tool]
fn tool(point: Point) -> u8 {
    point.x
}

fn main() {}
