//! An id that was used before: refused, with the first task undisturbed (D-05, D-48).

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_tasks_runtime::store::{MemoryStore, MemoryStoreConfig};
use mcp_tasks_runtime::{ServerBuilder, ToolResult};
use serde_json::json;

use crate::support::{Gate, Peer, TASK, echoing, scripted, task_call, text};

const EXISTS: (i64, &str) = (-32602, "Task ID already exists: t");

fn counted(gate: &Gate, runs: &Arc<AtomicU32>) -> ServerBuilder {
    let (gate, runs) = (gate.clone(), Arc::clone(runs));
    scripted(move |_, _| {
        let gate = gate.clone();
        let run = runs.fetch_add(1, Ordering::Relaxed) + 1;
        async move {
            gate.wait().await;
            Ok(ToolResult::text(format!("run {run}")))
        }
    })
}

#[tokio::test(start_paused = true)]
async fn d05_a_used_id_is_refused_and_the_work_runs_once() {
    let (gate, runs) = (Gate::new(), Arc::default());
    let mut peer = Peer::ready(&counted(&gate, &runs).build().unwrap()).await;
    let first = peer.start("run", json!({}), "t").await;
    for _ in 0..3 {
        let (code, message) = peer
            .error("tools/call", task_call("run", json!({}), "t"))
            .await;
        assert_eq!((code, &*message), EXISTS);
    }
    assert_eq!(peer.status("t").await, "working");
    gate.open();
    assert_eq!(text(&peer.answer(first).await["result"]), "run 1");
    // Also once it has ended.
    let (code, message) = peer
        .error("tools/call", task_call("run", json!({}), "t"))
        .await;
    assert_eq!((code, &*message), EXISTS);
    let result = peer.result("tasks/result", json!({ "taskId": "t" })).await;
    assert_eq!(text(&result), "run 1");
    assert_eq!(runs.load(Ordering::Relaxed), 1);
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn d48_a_request_repeated_on_a_new_connection_confirms_that_the_task_exists() {
    let (gate, runs) = (Gate::new(), Arc::default());
    let server = counted(&gate, &runs).build().unwrap();
    let mut peer = Peer::ready(&server).await;
    peer.start("run", json!({}), "t").await;
    drop(peer);
    let mut peer = Peer::ready(&server).await;
    let (code, message) = peer
        .error("tools/call", task_call("run", json!({}), "t"))
        .await;
    assert_eq!((code, &*message), EXISTS);
    gate.open();
    while peer.status("t").await != "completed" {}
    let result = peer.result("tasks/result", json!({ "taskId": "t" })).await;
    assert_eq!(text(&result), "run 1");
}

#[tokio::test(start_paused = true)]
async fn d48_it_is_confirmed_also_when_no_more_tasks_may_be_live() {
    let server = counted(&Gate::new(), &Arc::default()).max_live_tasks(1);
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    peer.start("run", json!({}), "t").await;
    let (code, message) = peer
        .error("tools/call", task_call("run", json!({}), "t"))
        .await;
    assert_eq!((code, &*message), EXISTS);
}

#[tokio::test(start_paused = true)]
async fn d05_the_id_of_an_expired_task_is_refused_while_it_is_remembered() {
    let config = MemoryStoreConfig {
        expired_for: Duration::from_secs(60),
        ..MemoryStoreConfig::default()
    };
    let server = echoing().store(MemoryStore::with_config(config));
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let mut call = task_call("echo", json!({ "message": "hi" }), "t");
    call["_meta"][TASK]["keepAlive"] = 5000.into();
    peer.result("tools/call", call.clone()).await;
    let get = json!({ "taskId": "t" });

    tokio::time::advance(Duration::from_millis(4998)).await;
    assert_eq!(peer.status("t").await, "completed");
    tokio::time::advance(Duration::from_millis(2)).await;
    let expired = "Failed to retrieve task: Task has expired";
    assert_eq!(peer.error("tasks/get", get.clone()).await.1, expired);
    assert_eq!(peer.error("tools/call", call.clone()).await.1, EXISTS.1);
    // The sweep frees it within a second; the memory of the id counts from there.
    tokio::time::sleep(Duration::from_secs(50)).await;
    assert_eq!(peer.error("tasks/get", get.clone()).await.1, expired);
    assert_eq!(peer.error("tools/call", call.clone()).await.1, EXISTS.1);
    tokio::time::sleep(Duration::from_secs(12)).await;
    let missing = "Failed to retrieve task: Task not found";
    assert_eq!(peer.error("tasks/get", get).await.1, missing);
    assert_eq!(text(&peer.result("tools/call", call).await), "hi");
}

#[tokio::test(start_paused = true)]
async fn d05_the_id_of_a_deleted_task_is_free_again() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for _ in 0..3 {
        let call = task_call("echo", json!({ "message": "hi" }), "t");
        assert_eq!(text(&peer.result("tools/call", call).await), "hi");
        peer.result("tasks/delete", json!({ "taskId": "t" })).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_refused_task_leaves_no_trace() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let unknown = task_call("nothing", json!({}), "t");
    let (code, message) = peer.error("tools/call", unknown).await;
    assert_eq!((code, &*message), (-32602, "Unknown tool: nothing"));
    let unusable = json!({ "name": "echo", "arguments": [], "_meta": { TASK: { "taskId": "t" } } });
    assert_eq!(peer.error("tools/call", unusable).await.0, -32602);
    let tasks = peer.result("tasks/list", json!({})).await;
    assert_eq!(tasks, json!({ "tasks": [] }));
    peer.silence().await;
}
