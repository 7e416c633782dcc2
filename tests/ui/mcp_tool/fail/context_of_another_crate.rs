use mcp_tasks_runtime::mcp_tool;

mod other {
    pub struct TaskContext;
}

#[mcp_tool]
async fn tool(_ctx: &other::TaskContext) {}

fn main() {}
