use mcp_tasks_runtime::Server;

struct Tools;

fn main() {
    let _ = Server::builder("tools", "1").tool::<Tools>();
}
