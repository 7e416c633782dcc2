use mcp_tasks_runtime::mcp_tool;

struct Report {
    pub rows: u64,
}

#[mcp_tool]
async fn tool() -> Report {
    Report { rows: 1 }
}

fn main() {}
