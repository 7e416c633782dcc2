//! `notifications/tasks/status` (N-53).

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::{Gate, Peer, held, scripted};

const STATUS: &str = "notifications/tasks/status";

#[tokio::test(start_paused = true)]
async fn n53_the_end_is_told_as_the_whole_task() {
    let gate = Gate::new();
    let mut peer = Peer::november(&held(&gate).build().unwrap()).await;
    let task = peer.november_task("run").await;
    // Nothing has changed that a reader could see.
    peer.silence().await;
    gate.open();
    let told = peer.expect(STATUS).await;
    assert_eq!(told["params"], peer.of_task("tasks/get", &task).await);
    assert_eq!(told["params"]["status"], "completed");
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn n53_a_status_text_is_told() {
    let (first, second) = (Gate::new(), Gate::new());
    let gates = (first.clone(), second.clone());
    let server = scripted(move |_, context: TaskContext| {
        let (first, second) = gates.clone();
        async move {
            first.wait().await;
            context.status("reading").await;
            second.wait().await;
            Ok(ToolResult::new())
        }
    });
    let mut peer = Peer::november(&server.build().unwrap()).await;
    peer.november_task("run").await;
    first.open();
    let told = peer.expect(STATUS).await;
    let shown = (&told["params"]["status"], &told["params"]["statusMessage"]);
    assert_eq!(shown, (&json!("working"), &json!("reading")));
    second.open();
    assert_eq!(peer.expect(STATUS).await["params"]["status"], "completed");
}

#[tokio::test(start_paused = true)]
async fn n53_a_cancellation_is_told() {
    let mut peer = Peer::november(&held(&Gate::new()).build().unwrap()).await;
    let task = peer.november_task("run").await;
    peer.of_task("tasks/cancel", &task).await;
    assert_eq!(peer.expect(STATUS).await["params"]["status"], "cancelled");
    peer.silence().await;
}

#[tokio::test]
async fn the_task_is_told_before_anything_of_it() {
    let server = scripted(|_, _| async { Ok(ToolResult::new()) })
        .build()
        .unwrap();
    let mut peer = Peer::november(&server).await;
    for _ in 0..100 {
        let call = peer
            .begin("tools/call", json!({ "name": "run", "task": {} }))
            .await;
        let first = peer.next().await;
        assert_eq!(first["id"], call, "{first}");
        let second: Value = peer.next().await;
        assert_eq!(
            second["params"]["taskId"],
            first["result"]["task"]["taskId"]
        );
    }
}
