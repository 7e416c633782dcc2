use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
async fn tool(path: std::rc::Rc<str>) -> usize {
    path.len()
}

fn main() {}
