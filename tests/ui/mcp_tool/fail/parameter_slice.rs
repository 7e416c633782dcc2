use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool(numbers: &[u64]) -> u64 {
    numbers.iter().sum()
}

fn main() {}
