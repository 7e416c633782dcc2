//! From the request to the task: `created`, the first status, and the answer that still comes.

use serde_json::json;

use crate::support::{Gate, Peer, TASK, echoing, held, link, task_call, text};

#[tokio::test(start_paused = true)]
async fn d07_created_holds_the_link_and_nothing_else() {
    let mut peer = Peer::ready(&held(&Gate::new()).build().unwrap()).await;
    peer.begin("tools/call", task_call("run", json!({}), "t"))
        .await;
    assert_eq!(
        peer.next().await,
        json!({
            "jsonrpc": "2.0",
            "method": "notifications/tasks/created",
            "params": { "_meta": link("t") },
        })
    );
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn d08_the_task_can_be_read_when_created_comes() {
    let mut peer = Peer::ready(&held(&Gate::new()).build().unwrap()).await;
    for n in 0..20 {
        let id = format!("t{n}");
        peer.start("run", json!({}), &id).await;
        assert_eq!(peer.get(&id).await["taskId"], *id);
    }
}

#[tokio::test(start_paused = true)]
async fn d08_the_task_can_be_read_from_another_connection() {
    let server = held(&Gate::new()).build().unwrap();
    let (mut peer, mut other) = (Peer::ready(&server).await, Peer::ready(&server).await);
    peer.start("run", json!({}), "t").await;
    assert_eq!(other.get("t").await["taskId"], "t");
    other.silence().await;
}

#[tokio::test(start_paused = true)]
async fn d09_original_request_still_answered() {
    let gate = Gate::new();
    let mut peer = Peer::ready(&held(&gate).build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    assert_eq!(peer.status("t").await, "working");
    peer.silence().await;
    gate.open();
    let answer = peer.answer(id).await;
    assert_eq!(text(&answer["result"]), "done");
    let later = peer.result("tasks/result", json!({ "taskId": "t" })).await;
    assert_eq!(answer["result"], later);
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn d10_the_first_status_is_submitted() {
    let mut peer = Peer::ready(&held(&Gate::new()).build().unwrap()).await;
    let call = task_call("run", json!({}), "t");
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call });
    let get = json!({ "jsonrpc": "2.0", "id": 2, "method": "tasks/get",
                      "params": { "taskId": "t" } });
    // In one write, so that the worker has no time between.
    peer.send_bytes(format!("{call}\n{get}\n").as_bytes()).await;
    peer.created("t").await;
    assert_eq!(peer.answer(2).await["result"]["status"], "submitted");
    peer.silence().await;
    assert_eq!(peer.status("t").await, "working");
}

#[tokio::test(start_paused = true)]
async fn d12_a_tool_that_ends_at_once_is_completed() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let params = task_call("echo", json!({ "message": "hi" }), "t");
    let id = peer.begin("tools/call", params).await;
    assert_eq!(peer.next().await["method"], "notifications/tasks/created");
    assert_eq!(peer.next().await["id"], id);
    assert_eq!(peer.status("t").await, "completed");
}

#[tokio::test(start_paused = true)]
async fn d21_the_poll_hint_grows_up_to_the_servers_and_ends_with_the_task() {
    let gate = Gate::new();
    let mut peer = Peer::ready(&held(&gate).build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    let mut hints = Vec::new();
    for _ in 0..5 {
        hints.push(peer.get("t").await["pollFrequency"].as_u64().unwrap());
        tokio::time::advance(std::time::Duration::from_secs(8)).await;
    }
    assert_eq!(hints, [100, 2000, 4000, 5000, 5000]);
    gate.open();
    peer.answer(id).await;
    assert!(peer.get("t").await.get("pollFrequency").is_none());
}

#[tokio::test(start_paused = true)]
async fn the_id_of_the_task_is_that_of_the_key_not_of_the_request() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let params = json!({ "name": "echo", "arguments": { "message": "hi" },
                         "_meta": { TASK: { "taskId": "mine" } } });
    let request = json!({ "jsonrpc": "2.0", "id": "other", "method": "tools/call",
                          "params": params });
    peer.send(request).await;
    assert_eq!(peer.answer("other").await["result"]["_meta"], link("mine"));
}
