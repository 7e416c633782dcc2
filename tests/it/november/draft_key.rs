//! The draft dialect within a session of this version (B-2, B-3, B-9, B-10).

use serde_json::json;

use crate::support::{Gate, Peer, RELATED, TASK, echoing, held, link, task_call, text};

#[tokio::test(start_paused = true)]
async fn b3_the_draft_key_makes_a_draft_task() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    let answer = peer.answer(id).await;
    assert_eq!(text(&answer["result"]), "done", "D-09");
    assert_eq!(answer["result"]["_meta"], link("t"));
}

#[tokio::test(start_paused = true)]
async fn b2_both_keys_make_a_task_of_this_version() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    let mut params = task_call("run", json!({}), "t");
    params["task"] = json!({});
    let result = peer.result("tools/call", params).await;
    let task = result["task"]["taskId"].as_str().unwrap();
    assert_ne!(task, "t");
    let (code, _) = peer.error("tasks/get", json!({ "taskId": "t" })).await;
    assert_eq!(code, -32602);
}

#[tokio::test(start_paused = true)]
async fn c06_b9_without_a_key_a_task_is_read_in_the_dialect_that_made_it() {
    let gate = Gate::new();
    let mut peer = Peer::november(&held(&gate).build().unwrap()).await;
    peer.start("run", json!({}), "t").await;
    let november = peer.november_task("run").await;
    let draft = peer.of_task("tasks/get", "t").await;
    assert_eq!(draft["_meta"], link("t"));
    assert!(draft.get("keepAlive").is_some() && draft.get("createdAt").is_none());
    let state = peer.of_task("tasks/get", &november).await;
    assert!(state.get("createdAt").is_some() && state.get("keepAlive").is_none());
    // A draft result is there or it is not; one of this version is awaited.
    let (code, message) = peer.error("tasks/result", json!({ "taskId": "t" })).await;
    assert_eq!(code, -32602);
    assert!(message.contains("'working'"), "{message}");
    let waiting = peer
        .begin("tasks/result", json!({ "taskId": november }))
        .await;
    peer.silence().await;
    gate.open();
    assert!(peer.answer(waiting).await["result"].is_object());
}

#[tokio::test(start_paused = true)]
async fn c12_b7_the_draft_link_reads_a_task_of_this_version_as_a_draft_one() {
    let gate = Gate::new();
    let mut peer = Peer::november(&held(&gate).build().unwrap()).await;
    let task = peer.november_task("run").await;
    let state = peer.get(&task).await;
    assert_eq!(state["_meta"], link(&task));
    assert_eq!(state["keepAlive"], 300_000);
    gate.open();
    peer.until(&task, "completed").await;
    let params = json!({ "taskId": task, "_meta": link(&task) });
    let result = peer.result("tasks/result", params).await;
    assert_eq!(result["_meta"], json!({ RELATED: { "taskId": task } }));
}

#[tokio::test(start_paused = true)]
async fn b10_a_session_that_used_draft_keys_only_lists_draft_tasks() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    assert_eq!(
        peer.result("tasks/list", json!({})).await["tasks"],
        json!([])
    );
    let id = peer.start("run", json!({}), "t").await;
    peer.answer(id).await;
    let list = peer.result("tasks/list", json!({})).await;
    assert!(list["tasks"][0].get("keepAlive").is_some(), "{list}");
    peer.november_task("run").await;
    let list = peer.result("tasks/list", json!({})).await;
    assert!(list["tasks"][0].get("ttl").is_some(), "{list}");
    // For good: a draft key that comes later changes nothing.
    let id = peer.start("run", json!({}), "u").await;
    peer.answer(id).await;
    let list = peer.result("tasks/list", json!({})).await;
    assert_eq!(list["tasks"].as_array().unwrap().len(), 3, "C-12");
    assert!(list["tasks"][0].get("ttl").is_some(), "{list}");
}

#[tokio::test(start_paused = true)]
async fn b5_draft_tasks_can_be_deleted_here_too() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    peer.answer(id).await;
    let result = peer.of_task("tasks/delete", "t").await;
    assert_eq!(result["_meta"], link("t"));
    let (code, _) = peer.error("tasks/get", json!({ "taskId": "t" })).await;
    assert_eq!(code, -32602);
}

#[tokio::test(start_paused = true)]
async fn c12_a_draft_task_can_be_cancelled_by_its_id() {
    let mut peer = Peer::november(&held(&Gate::new()).build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    let state = peer.of_task("tasks/cancel", "t").await;
    assert_eq!(state["status"], "cancelled");
    assert_eq!(peer.answer(id).await["error"]["code"], -32800, "C-26");
}

#[tokio::test(start_paused = true)]
async fn the_draft_key_on_a_tool_without_tasks_is_a_plain_call() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    let result = peer
        .result("tools/call", task_call("plain", json!({}), "t"))
        .await;
    assert!(result.get("_meta").is_none());
    let wrong = json!({ "name": "run", "_meta": { TASK: { "taskId": 5 } } });
    assert_eq!(peer.error("tools/call", wrong).await.0, -32602);
}
