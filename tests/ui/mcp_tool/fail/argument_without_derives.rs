use mcp_tasks_runtime::mcp_tool;

struct Point {
    x: u8,
}

#[mcp_tool]
fn tool(point: Option<Point>) -> bool {
    point.is_some_and(|point| point.x > 0)
}

fn main() {}
