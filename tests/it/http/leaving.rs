//! Clients that go, or take their requests back (C-08, N-103, R-17, R-19).

use mcp_tasks_runtime::ToolResult;
use serde_json::json;

use super::client::{Client, notification, request};
use super::plain;
use crate::support::{Gate, held, scripted, text};

#[tokio::test(start_paused = true)]
async fn c08_n103_a_dropped_post_cancels_nothing() {
    let (gate, ended) = (Gate::new(), Gate::new());
    let (held, told) = (gate.clone(), ended.clone());
    let server = scripted(move |_, context| {
        let (held, told) = (held.clone(), told.clone());
        async move {
            held.wait().await;
            assert!(!context.is_cancelled());
            told.open();
            Ok(ToolResult::text("done"))
        }
    });
    let ready = Client::new(&server.build().unwrap())
        .ready("2025-11-25")
        .await;
    let call = tokio::spawn({
        let ready = ready.clone();
        async move { ready.post(plain(1)).await.status }
    });
    tokio::task::yield_now().await;
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    gate.open();
    ended.wait().await;
}

#[tokio::test(start_paused = true)]
async fn n73_a_cancelled_request_has_no_answer() {
    let server = scripted(|_, context| async move {
        context.cancelled().await;
        Ok(ToolResult::text("too late"))
    });
    let ready = Client::new(&server.build().unwrap())
        .ready("2025-11-25")
        .await;
    let call = tokio::spawn({
        let ready = ready.clone();
        async move { ready.post(plain(1)).await.bytes().await }
    });
    tokio::task::yield_now().await;
    let cancel = notification("notifications/cancelled", json!({ "requestId": 1 }));
    ready.post(cancel).await;
    assert!(call.await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn r17_a_waiter_that_goes_cancels_nothing() {
    let gate = Gate::new();
    let ready = Client::new(&held(&gate).build().unwrap());
    let ready = ready.ready("2025-11-25").await;
    let call = json!({ "name": "run", "arguments": {}, "task": {} });
    let made = ready.result(1, "tools/call", call).await;
    let task = json!({ "taskId": made["task"]["taskId"] });
    let waiter = tokio::spawn({
        let (ready, task) = (ready.clone(), task.clone());
        async move { ready.result(2, "tasks/result", task).await }
    });
    tokio::task::yield_now().await;
    waiter.abort();
    let _ = waiter.await;
    let state = ready.result(3, "tasks/get", task.clone()).await;
    assert_eq!(state["status"], "working");
    gate.open();
    assert_eq!(text(&ready.result(4, "tasks/result", task).await), "done");
}

#[tokio::test(start_paused = true)]
async fn r19_a_lone_waiter_is_answered_when_the_ttl_passes() {
    let ready = Client::new(&held(&Gate::new()).build().unwrap());
    let ready = ready.ready("2025-11-25").await;
    let call = json!({ "name": "run", "arguments": {}, "task": { "ttl": 5000 } });
    let made = ready.result(1, "tools/call", call).await;
    let task = json!({ "taskId": made["task"]["taskId"] });
    let waited = ready.post(request(2, "tasks/result", task)).await;
    let answer = waited.heard().await.pop().unwrap();
    assert!(answer["error"]["message"].is_string(), "{answer}");
}
