//! `tasks/result` and `tasks/get` (N-48 … N-52, N-67).

use mcp_tasks_runtime::{ToolError, ToolResult};
use serde_json::{Value, json};

use super::LINK;
use crate::support::{Gate, Peer, held, scripted};

#[tokio::test(start_paused = true)]
async fn r17_n48_a_result_is_awaited_and_other_requests_are_served_meanwhile() {
    let gate = Gate::new();
    let mut peer = Peer::november(&held(&gate).build().unwrap()).await;
    let task = peer.november_task("run").await;
    let params = json!({ "taskId": task });
    let waiting = [
        peer.begin("tasks/result", params.clone()).await,
        peer.begin("tasks/result", params).await,
    ];
    assert_eq!(peer.of_task("tasks/get", &task).await["status"], "working");
    peer.silence().await;
    gate.open();
    for id in waiting {
        let answer = peer.answer(id).await;
        assert_eq!(answer["result"]["content"][0]["text"], "done");
    }
}

#[tokio::test(start_paused = true)]
async fn n50_a_result_carries_the_link_and_the_states_do_not() {
    let server = scripted(|_, _| async { Ok(ToolResult::text("x")) })
        .build()
        .unwrap();
    let mut peer = Peer::november(&server).await;
    let task = peer.november_task("run").await;
    let result = peer.of_task("tasks/result", &task).await;
    assert_eq!(result["_meta"], json!({ LINK: { "taskId": task } }));
    let state = peer.of_task("tasks/get", &task).await;
    assert_eq!(state["status"], "completed");
    assert!(state.get("_meta").is_none());
    // It can be fetched again.
    assert_eq!(peer.of_task("tasks/result", &task).await, result);
}

#[tokio::test(start_paused = true)]
async fn r16_r20_n51_a_tool_error_is_a_failed_task_whose_result_is_a_result() {
    let server = scripted(|_, _| async { Err(ToolError::new("no such year")) });
    let mut peer = Peer::november(&server.build().unwrap()).await;
    let plain = peer.result("tools/call", json!({ "name": "run" })).await;
    let task = peer.november_task("run").await;
    let state = peer.until(&task, "failed").await;
    assert_eq!(state["statusMessage"], "no such year", "N-52");
    let mut result = peer.of_task("tasks/result", &task).await;
    assert_eq!(result["isError"], true);
    result.as_object_mut().unwrap().remove("_meta");
    assert_eq!(result, plain, "N-49");
}

#[tokio::test(start_paused = true)]
async fn r21_n49_a_protocol_error_is_replayed_as_it_was() {
    let error = || ToolError::protocol(-32010, "disk full").with_data(json!({ "free": 0 }));
    let server = scripted(move |_, _| async move { Err(error()) });
    let mut peer = Peer::november(&server.build().unwrap()).await;
    let plain = peer.request("tools/call", json!({ "name": "run" })).await;
    let task = peer.november_task("run").await;
    let state = peer.until(&task, "failed").await;
    assert_eq!(state["statusMessage"], "disk full");
    let answer = peer
        .request("tasks/result", json!({ "taskId": task }))
        .await;
    assert_eq!(answer["error"], plain["error"]);
    let expected = json!({ "code": -32010, "message": "disk full", "data": { "free": 0 } });
    assert_eq!(answer["error"], expected);
}

#[tokio::test(start_paused = true)]
async fn a_panic_is_a_failed_task() {
    let server = scripted(|_, _| async { panic!("ouch") }).build().unwrap();
    let mut peer = Peer::november(&server).await;
    let task = peer.november_task("run").await;
    let state = peer.until(&task, "failed").await;
    assert_eq!(state["statusMessage"], "the tool panicked: ouch");
    let (code, _) = peer.error("tasks/result", json!({ "taskId": task })).await;
    assert_eq!(code, -32603);
}

#[tokio::test(start_paused = true)]
async fn n67_the_task_id_counts_whatever_the_link_says() {
    let gate = Gate::new();
    let mut peer = Peer::november(&held(&gate).build().unwrap()).await;
    let (one, other) = (
        peer.november_task("run").await,
        peer.november_task("run").await,
    );
    for method in ["tasks/get", "tasks/cancel"] {
        let params = json!({ "taskId": one, "_meta": { LINK: { "taskId": other } } });
        assert_eq!(peer.result(method, params).await["taskId"], *one);
    }
    assert_eq!(peer.of_task("tasks/get", &other).await["status"], "working");
}

#[tokio::test(start_paused = true)]
async fn unknown_tasks_and_bad_ids_are_invalid_params() {
    let mut peer = Peer::november(&held(&Gate::new()).build().unwrap()).await;
    for method in ["tasks/get", "tasks/result", "tasks/cancel"] {
        let (code, message) = peer.error(method, json!({ "taskId": "nobody" })).await;
        assert_eq!(code, -32602, "{method}");
        assert_eq!(message, "Failed to retrieve task: Task not found");
        for wrong in [json!({}), json!({ "taskId": 5 }), json!({ "taskId": null })] {
            let (code, _) = peer.error(method, wrong).await;
            assert_eq!(code, -32602, "{method}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn structured_results_are_objects_in_a_task_as_in_a_call() {
    let server = scripted(|_, _| async {
        let mut result = ToolResult::text("[1]");
        result = result.with_structured(&json!([1]))?;
        Ok(result)
    });
    let mut peer = Peer::november(&server.build().unwrap()).await;
    let plain: Value = peer.result("tools/call", json!({ "name": "run" })).await;
    let task = peer.november_task("run").await;
    let result = peer.of_task("tasks/result", &task).await;
    assert_eq!(result["structuredContent"], json!({ "result": [1] }));
    assert_eq!(result["structuredContent"], plain["structuredContent"]);
}

#[tokio::test(start_paused = true)]
async fn r19_a_cancellation_releases_whoever_waits_for_the_result() {
    let mut peer = Peer::november(&held(&Gate::new()).build().unwrap()).await;
    let task = peer.november_task("run").await;
    let waiting = peer.begin("tasks/result", json!({ "taskId": task })).await;
    peer.of_task("tasks/cancel", &task).await;
    let answer = peer.answer(waiting).await;
    let expected = json!({ "code": -32800, "message": "Task was cancelled" });
    assert_eq!(answer["error"], expected);
}
