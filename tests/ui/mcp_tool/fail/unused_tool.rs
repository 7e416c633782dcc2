#![deny(dead_code)]

use mcp_tasks_runtime::{Server, mcp_tool};

#[mcp_tool]
fn served() {}

#[mcp_tool]
fn forgotten() {}

fn main() {
    let _ = Server::builder("tools", "1").tool::<served>();
}
