use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool()
where
    String: Clone,
{
}

fn main() {}
