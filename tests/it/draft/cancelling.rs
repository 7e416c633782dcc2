//! Cancelling a task, by the id of its original request.

use std::time::Duration;

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::json;

use crate::support::{Gate, Peer, TASK, echoing, error_of, held, link, scripted, text};

#[tokio::test(start_paused = true)]
async fn d27_a_running_task_is_cancelled_at_once() {
    let (stopped, gate) = (Gate::new(), Gate::new());
    let (stops, held) = (stopped.clone(), gate.clone());
    let server = scripted(move |_, context: TaskContext| {
        let (stopped, gate) = (stops.clone(), held.clone());
        async move {
            context.cancelled().await;
            assert!(context.is_cancelled());
            stopped.pass_one();
            gate.wait().await;
            Ok(ToolResult::new())
        }
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    let params = json!({ "requestId": id, "reason": "tab closed", "_meta": link("t") });
    peer.notify("notifications/cancelled", params).await;
    // Before the tool has ended.
    assert_eq!(peer.status("t").await, "cancelled");
    stopped.wait().await;
    let answer = peer.answer(id).await;
    let text = "Task was cancelled: tab closed".to_owned();
    assert_eq!(error_of(&answer), (-32800, text));
    peer.silence().await;
    assert!(peer.get("t").await.get("error").is_none());
}

#[tokio::test(start_paused = true)]
async fn d27_a_tool_that_ignores_it_changes_nothing_any_more() {
    let gate = Gate::new();
    let mut peer = Peer::ready(&held(&gate).build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    peer.cancel(id).await;
    let answer = peer.answer(id).await;
    assert_eq!(error_of(&answer), (-32800, "Task was cancelled".to_owned()));
    gate.open();
    peer.silence().await;
    assert_eq!(peer.status("t").await, "cancelled");
}

#[tokio::test(start_paused = true)]
async fn d27_a_task_that_is_cancelled_before_it_begins_never_starts() {
    let started = Gate::new();
    let starts = started.clone();
    let server = scripted(move |_, _| {
        starts.pass_one();
        async { Ok(ToolResult::new()) }
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let call = crate::support::task_call("run", json!({}), "t");
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call });
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
                         "params": { "requestId": 1 } });
    // In one write, so that the worker has no time between.
    peer.send_bytes(format!("{call}\n{cancel}\n").as_bytes())
        .await;
    assert_eq!(peer.answer(1).await["error"]["code"], -32800);
    assert_eq!(peer.status("t").await, "cancelled");
    let waited = tokio::time::timeout(Duration::from_secs(60), started.wait()).await;
    assert!(waited.is_err(), "the tool has started");
}

#[tokio::test(start_paused = true)]
async fn d28_a_late_cancellation_is_ignored() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    let answer = peer.answer(id).await;
    for _ in 0..2 {
        peer.cancel(id).await;
        peer.silence().await;
        assert_eq!(peer.status("t").await, "completed");
    }
    let result = peer.result("tasks/result", json!({ "taskId": "t" })).await;
    assert_eq!(result, answer["result"]);
}

#[tokio::test(start_paused = true)]
async fn a_second_cancellation_keeps_the_first_reason() {
    let gate = Gate::new();
    let mut peer = Peer::ready(&held(&gate).build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    for reason in ["first", "second"] {
        let params = json!({ "requestId": id, "reason": reason });
        peer.notify("notifications/cancelled", params).await;
    }
    let answer = peer.answer(id).await;
    assert_eq!(error_of(&answer).1, "Task was cancelled: first");
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn c26_it_is_answered_as_cancelled_though_it_is_not_kept() {
    let mut peer = Peer::ready(&held(&Gate::new()).build().unwrap()).await;
    let task = json!({ "taskId": "t", "keepAlive": 0 });
    let call = json!({ "name": "run", "_meta": { TASK: task } });
    let id = peer.begin("tools/call", call).await;
    peer.created("t").await;
    peer.cancel(id).await;
    assert_eq!(
        error_of(&peer.answer(id).await),
        (-32800, "Task was cancelled".to_owned())
    );
    let (_, message) = peer.error("tasks/get", json!({ "taskId": "t" })).await;
    assert_eq!(message, "Failed to retrieve task: Task has expired");
}

#[tokio::test(start_paused = true)]
async fn what_names_no_request_of_the_connection_is_ignored() {
    let gate = Gate::new();
    let server = held(&gate).build().unwrap();
    let (mut peer, mut other) = (Peer::ready(&server).await, Peer::ready(&server).await);
    let id = peer.start("run", json!({}), "t").await;
    other.cancel(id).await;
    for params in [
        json!({}),
        json!({ "requestId": null }),
        json!({ "requestId": id.to_string() }),
        json!({ "requestId": id + 1 }),
        json!({ "requestId": [id] }),
        json!({ "taskId": "t" }),
        json!({ "requestId": "t", "_meta": link("t") }),
    ] {
        peer.notify("notifications/cancelled", params).await;
    }
    peer.send_line(r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#)
        .await;
    peer.silence().await;
    other.silence().await;
    assert_eq!(peer.status("t").await, "working");
    gate.open();
    assert_eq!(text(&peer.answer(id).await["result"]), "done");
}

#[tokio::test(start_paused = true)]
async fn a_reason_that_is_no_string_is_left_out() {
    let mut peer = Peer::ready(&held(&Gate::new()).build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    let params = json!({ "requestId": id, "reason": { "why": 5 } });
    peer.notify("notifications/cancelled", params).await;
    assert_eq!(error_of(&peer.answer(id).await).1, "Task was cancelled");
}
