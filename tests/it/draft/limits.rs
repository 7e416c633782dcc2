//! Limits (D-43): how many tasks are live at once.

use serde_json::json;

use crate::support::{Gate, Peer, held, task_call};

#[tokio::test(start_paused = true)]
async fn d43_no_more_tasks_are_live_than_allowed() {
    let gate = Gate::new();
    let server = held(&gate);
    let mut peer = Peer::ready(&server.max_live_tasks(2).build().unwrap()).await;
    peer.start("run", json!({}), "a").await;
    let stopped = peer.start("run", json!({}), "b").await;
    let (code, message) = peer
        .error("tools/call", task_call("run", json!({}), "c"))
        .await;
    assert_eq!(code, -32603);
    assert_eq!(
        message,
        "Too many tasks: 2 are running already, try again later"
    );
    // Not tasks, so not counted.
    let plain = peer.begin("tools/call", json!({ "name": "run" })).await;
    // The end of one makes room for another, under the id that was refused.
    peer.cancel(stopped).await;
    peer.answer(stopped).await;
    let id = peer.start("run", json!({}), "c").await;
    gate.open();
    peer.answer(id).await;
    peer.answer(plain).await;
}

#[tokio::test(start_paused = true)]
async fn d43_a_refused_task_takes_no_place() {
    let gate = Gate::new();
    let server = held(&gate);
    let mut peer = Peer::ready(&server.max_live_tasks(2).build().unwrap()).await;
    peer.start("run", json!({}), "a").await;
    for _ in 0..5 {
        peer.error("tools/call", task_call("run", json!({}), "a"))
            .await;
    }
    peer.start("run", json!({}), "b").await;
}
