//! Plain calls of this version.

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::json;

use crate::support::{Gate, Peer, elicit, held, response, scripted};

#[tokio::test(start_paused = true)]
async fn a_plain_call_pushes_its_question_without_a_link() {
    let server = scripted(|_, context: TaskContext| async move {
        let answer = elicit(&context, "Which city?").await?;
        Ok(ToolResult::text(answer["content"]["city"].to_string()))
    });
    let mut peer = Peer::november(&server.build().unwrap()).await;
    let id = peer.begin("tools/call", json!({ "name": "run" })).await;
    let question = peer.expect("elicitation/create").await;
    assert!(question["params"].get("_meta").is_none());
    peer.send(response(&question, "Bern")).await;
    assert_eq!(
        peer.answer(id).await["result"]["content"][0]["text"],
        "\"Bern\""
    );
}

#[tokio::test(start_paused = true)]
async fn n73_a_cancelled_call_is_not_answered() {
    let mut peer = Peer::november(&held(&Gate::new()).build().unwrap()).await;
    let id = peer.begin("tools/call", json!({ "name": "run" })).await;
    peer.cancel(id).await;
    peer.silence().await;
    assert_eq!(peer.result("ping", json!({})).await, json!({}), "N-16");
}
