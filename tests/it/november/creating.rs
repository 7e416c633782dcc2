//! A call that asks for a task (N-40 … N-44).

use serde_json::{Value, json};

use crate::support::{Gate, Peer, echoing, held};

fn wish(task: Value) -> Value {
    json!({ "name": "run", "arguments": {}, "task": task })
}

#[tokio::test(start_paused = true)]
async fn n41_accepting_is_answered_at_once() {
    let gate = Gate::new();
    let mut peer = Peer::november(&held(&gate).build().unwrap()).await;
    let result = peer.result("tools/call", wish(json!({}))).await;
    let task = &result["task"];
    assert_eq!(task["status"], "working", "N-43");
    assert_eq!(task["createdAt"], task["lastUpdatedAt"]);
    assert_eq!(task["ttl"], json!(null));
    assert_eq!(task["pollInterval"], 100);
    assert!(result.get("_meta").is_none(), "{result}");
    let id = task["taskId"].as_str().unwrap();
    assert_eq!(peer.of_task("tasks/get", id).await["status"], "working");
    // N-41: nothing else ever answers the call.
    peer.silence().await;
    gate.open();
    assert_eq!(peer.until(id, "completed").await["taskId"], id);
}

#[tokio::test(start_paused = true)]
async fn n42_ids_are_strings_that_nobody_can_guess() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    let mut ids = std::collections::HashSet::new();
    for _ in 0..50 {
        let id = peer.november_task("run").await;
        assert!(id.len() >= 22 && id.is_ascii(), "{id}");
        assert!(ids.insert(id));
    }
}

#[tokio::test(start_paused = true)]
async fn r18_n40_the_wish_is_an_object_with_whole_milliseconds() {
    let gate = Gate::new();
    let mut peer = Peer::november(&held(&gate).build().unwrap()).await;
    for wrong in [json!(null), json!(true), json!(5), json!("x"), json!([])] {
        let (code, message) = peer.error("tools/call", wish(wrong.clone())).await;
        assert_eq!(code, -32602, "{wrong}");
        assert_eq!(message, "Invalid params: `task` must be an object");
    }
    for wrong in [
        json!(null),
        json!(-1),
        json!(1.5),
        json!("60000"),
        json!([]),
        json!(1e300),
    ] {
        let (code, message) = peer
            .error("tools/call", wish(json!({ "ttl": wrong })))
            .await;
        assert_eq!(code, -32602, "{wrong}");
        assert!(message.contains("`task.ttl`"), "{message}");
    }
    // Nothing was made of them.
    assert_eq!(
        peer.result("tasks/list", json!({})).await["tasks"],
        json!([])
    );
    for (ttl, shown) in [(json!(60_000), 60_000), (json!(60_000.0), 60_000)] {
        let result = peer
            .result("tools/call", wish(json!({ "ttl": ttl, "other": 1 })))
            .await;
        assert_eq!(result["task"]["ttl"], shown);
    }
}

#[tokio::test(start_paused = true)]
async fn n44_the_server_may_shorten_the_ttl_and_shows_it_everywhere() {
    let gate = Gate::new();
    let server = held(&gate).max_keep_alive(std::time::Duration::from_secs(5));
    let mut peer = Peer::november(&server.build().unwrap()).await;
    let result = peer
        .result("tools/call", wish(json!({ "ttl": 9_000 })))
        .await;
    assert_eq!(result["task"]["ttl"], 5_000);
    let id = result["task"]["taskId"].as_str().unwrap().to_owned();
    assert_eq!(peer.of_task("tasks/get", &id).await["ttl"], 5_000);
    assert_eq!(
        peer.result("tasks/list", json!({})).await["tasks"][0]["ttl"],
        5_000
    );
    assert_eq!(peer.of_task("tasks/cancel", &id).await["ttl"], 5_000);
}

#[tokio::test(start_paused = true)]
async fn c16_wrong_arguments_end_an_accepted_task_as_failed() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    let params = json!({ "name": "echo", "arguments": { "message": 7 }, "task": {} });
    let result = peer.result("tools/call", params).await;
    let id = result["task"]["taskId"].as_str().unwrap().to_owned();
    let state = peer.until(&id, "failed").await;
    assert!(
        state["statusMessage"].as_str().unwrap().contains("message"),
        "N-52: {state}"
    );
    assert_eq!(peer.of_task("tasks/result", &id).await["isError"], true);
}

#[tokio::test(start_paused = true)]
async fn too_many_tasks_are_refused() {
    let gate = Gate::new();
    let server = held(&gate).max_live_tasks(1).build().unwrap();
    let mut peer = Peer::november(&server).await;
    peer.november_task("run").await;
    let (code, message) = peer.error("tools/call", wish(json!({}))).await;
    assert_eq!(code, -32603);
    assert!(message.starts_with("Too many tasks"), "{message}");
}
