use mcp_tasks_runtime::mcp_tool;

struct Tools;

impl Tools {
    #[mcp_tool]
    async fn tool(&self) {}
}

fn main() {}
