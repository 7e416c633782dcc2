use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
fn tool<T: Into<String>>(text: T) -> String {
    text.into()
}

fn main() {}
