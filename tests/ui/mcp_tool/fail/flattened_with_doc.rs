use mcp_tasks_runtime::mcp_tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Page {
    number: u64,
}

#[mcp_tool]
fn tool(
    /// Which page.
    #[mcp(flatten)]
    page: Page,
) -> u64 {
    page.number
}

fn main() {}
