//! A lifetime that was asked for (N-46, `2025-11-25 §7`).

use std::time::Duration;

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::json;
use tokio::time::sleep;

use crate::support::{Gate, Peer, echoing, scripted};

#[tokio::test(start_paused = true)]
async fn n46_reached_while_it_runs_it_stops_the_work_and_says_so() {
    let stopped = Gate::new();
    let told = stopped.clone();
    let server = scripted(move |_, context: TaskContext| {
        let told = told.clone();
        async move {
            context.cancelled().await;
            told.open();
            Ok(ToolResult::new())
        }
    });
    let mut peer = Peer::november(&server.build().unwrap()).await;
    let params = json!({ "name": "run", "task": { "ttl": 5_000 } });
    let result = peer.result("tools/call", params).await;
    let task = result["task"]["taskId"].as_str().unwrap().to_owned();
    let waiting = peer.begin("tasks/result", json!({ "taskId": task })).await;
    let answer = peer.answer(waiting).await;
    assert_eq!(answer["error"]["code"], -32602);
    let text = "Failed to retrieve task: Task has expired";
    assert_eq!(answer["error"]["message"], text);
    stopped.wait().await;
    let (code, _) = peer.error("tasks/get", json!({ "taskId": task })).await;
    assert_eq!(code, -32602);
    assert_eq!(
        peer.result("tasks/list", json!({})).await["tasks"],
        json!([]),
        "N-59"
    );
}

#[tokio::test(start_paused = true)]
async fn n46_it_counts_from_the_creation() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    let params = json!({ "name": "run", "task": { "ttl": 5_000 } });
    let result = peer.result("tools/call", params).await;
    let task = result["task"]["taskId"].as_str().unwrap().to_owned();
    peer.until(&task, "completed").await;
    sleep(Duration::from_millis(4_900)).await;
    assert_eq!(peer.of_task("tasks/get", &task).await["ttl"], 5_000);
    sleep(Duration::from_millis(200)).await;
    let (code, _) = peer.error("tasks/result", json!({ "taskId": task })).await;
    assert_eq!(code, -32602);
}

#[tokio::test(start_paused = true)]
async fn without_a_wish_it_is_null_until_the_end_is_known() {
    let gate = Gate::new();
    let server = crate::support::held(&gate).keep_alive(Duration::from_secs(60));
    let mut peer = Peer::november(&server.build().unwrap()).await;
    let task = peer.november_task("run").await;
    sleep(Duration::from_secs(600)).await;
    assert_eq!(peer.of_task("tasks/get", &task).await["ttl"], json!(null));
    gate.open();
    let ttl = peer.until(&task, "completed").await["ttl"]
        .as_u64()
        .unwrap();
    assert!((660_000..661_000).contains(&ttl), "{ttl}");
}
