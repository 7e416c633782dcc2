//! `tasks/cancel` (N-54 … N-57).

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::json;

use crate::support::{Gate, Peer, echoing, held, scripted};

#[tokio::test(start_paused = true)]
async fn n55_the_record_says_so_before_the_answer_and_the_tool_learns_it() {
    let stopped = Gate::new();
    let told = stopped.clone();
    let server = scripted(move |_, context: TaskContext| {
        let told = told.clone();
        async move {
            context.cancelled().await;
            told.open();
            Ok(ToolResult::text("too late"))
        }
    });
    let mut peer = Peer::november(&server.build().unwrap()).await;
    let task = peer.november_task("run").await;
    let state = peer.of_task("tasks/cancel", &task).await;
    assert_eq!(state["status"], "cancelled");
    assert!(state.get("_meta").is_none() && state.get("pollInterval").is_none());
    stopped.wait().await;
    // It stays so, though the work gave a result.
    assert_eq!(
        peer.of_task("tasks/get", &task).await["status"],
        "cancelled"
    );
}

#[tokio::test(start_paused = true)]
async fn n54_a_task_that_has_ended_is_not_cancelled() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    let task = peer.november_task("run").await;
    peer.until(&task, "completed").await;
    let (code, message) = peer.error("tasks/cancel", json!({ "taskId": task })).await;
    assert_eq!(code, -32602);
    assert_eq!(
        message,
        "Cannot cancel task: already in terminal status 'completed'"
    );
    assert_eq!(
        peer.of_task("tasks/get", &task).await["status"],
        "completed"
    );
}

#[tokio::test(start_paused = true)]
async fn n54_cancelling_twice() {
    let mut peer = Peer::november(&held(&Gate::new()).build().unwrap()).await;
    let task = peer.november_task("run").await;
    peer.of_task("tasks/cancel", &task).await;
    let (code, message) = peer.error("tasks/cancel", json!({ "taskId": task })).await;
    assert_eq!(code, -32602);
    assert_eq!(
        message,
        "Cannot cancel task: already in terminal status 'cancelled'"
    );
}

#[tokio::test(start_paused = true)]
async fn n57_cancelling_the_answered_call_means_nothing() {
    let gate = Gate::new();
    let mut peer = Peer::november(&held(&gate).build().unwrap()).await;
    let call = peer
        .begin("tools/call", json!({ "name": "run", "task": {} }))
        .await;
    let answer = peer.answer(call).await;
    let task = answer["result"]["task"]["taskId"]
        .as_str()
        .unwrap()
        .to_owned();
    peer.cancel(call).await;
    peer.silence().await;
    assert_eq!(peer.of_task("tasks/get", &task).await["status"], "working");
    gate.open();
    peer.until(&task, "completed").await;
}

#[tokio::test(start_paused = true)]
async fn the_method_is_none_of_earlier_versions() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let (code, _) = peer.error("tasks/cancel", json!({ "taskId": "t" })).await;
    assert_eq!(code, -32601);
}
