//! Streamable HTTP, in process: a router is called as the service that it is, so that no socket
//! is in the way and the clock can be paused.

mod client;
mod handshake;
mod idle;
mod leaving;
mod listener;
mod mirrored;
mod resuming;
mod stateless;
mod streams;
mod three_clients;

use mcp_tasks_runtime::{Server, ToolResult};
use serde_json::{Value, json};

use crate::support::{elicit, scripted};

use client::request;

/// Asks for a city, and says it.
fn asking() -> Server {
    let server = scripted(|_, context| async move {
        let answer = elicit(&context, "where to?").await?;
        Ok(ToolResult::text(
            answer["content"]["city"].as_str().unwrap(),
        ))
    });
    server.build().unwrap()
}

/// A call of the tool that is never a task.
fn plain(id: i64) -> Value {
    request(
        id,
        "tools/call",
        json!({ "name": "plain", "arguments": {} }),
    )
}
