//! One task, and readers of every dialect (C-05, C-06, C-12, C-13).

use mcp_tasks_runtime::{ToolError, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{TASKS, july, of_task};
use crate::support::{Gate, Peer, echoing, held, link, scripted};

/// The same task as each dialect shows it: draft, 2025-11-25, 2026-07-28.
async fn states(peer: &mut Peer, task: &str) -> [Value; 3] {
    [
        peer.get(task).await,
        peer.result("tasks/get", json!({ "taskId": task })).await,
        peer.july_get(task).await,
    ]
}

fn statuses(states: &[Value; 3]) -> [&str; 3] {
    [0, 1, 2].map(|reader| states[reader]["status"].as_str().unwrap())
}

/// A task of each dialect that has ended.
async fn one_of_each(peer: &mut Peer) -> [String; 3] {
    let id = peer.start("run", json!({}), "t").await;
    peer.answer(id).await;
    let (november, july) = (peer.november_task("run").await, peer.july_task("run").await);
    for task in [&november, &july] {
        while peer.july_get(task).await["status"] == "working" {}
    }
    ["t".to_owned(), november, july]
}

#[tokio::test(start_paused = true)]
async fn c05_a_tool_error_by_the_reader_whoever_made_the_task() {
    let server = scripted(|_, _| async { Err(ToolError::new("no")) })
        .build()
        .unwrap();
    let mut peer = Peer::november(&server).await;
    for task in &one_of_each(&mut peer).await[1..] {
        let states = states(&mut peer, task).await;
        assert_eq!(statuses(&states), ["completed", "failed", "completed"]);
    }
    // Without its link a draft task is read as one (B-9).
    let draft = states(&mut peer, "t").await;
    assert_eq!(statuses(&draft), ["completed", "completed", "completed"]);
    assert!(draft[1].get("keepAlive").is_some());
    let list = peer.result("tasks/list", json!({})).await;
    let listed: Vec<_> = list["tasks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| &t["status"])
        .collect();
    assert_eq!(listed, ["failed", "failed", "failed"], "N-59, C-12");
}

#[tokio::test(start_paused = true)]
async fn c12_a_protocol_error_by_the_reader() {
    let server = scripted(|_, _| async { Err(ToolError::protocol(-32010, "disk full")) });
    let mut peer = Peer::november(&server.build().unwrap()).await;
    for task in one_of_each(&mut peer).await {
        let [draft, november, july] = states(&mut peer, &task).await;
        assert_eq!(draft["error"], "disk full");
        if task != "t" {
            assert_eq!(november["statusMessage"], "disk full");
        }
        assert_eq!(
            july["error"],
            json!({ "code": -32010, "message": "disk full" })
        );
    }
}

#[tokio::test(start_paused = true)]
async fn c06_the_result_by_the_reader() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    for task in one_of_each(&mut peer).await {
        let draft = json!({ "taskId": task, "_meta": link(&task) });
        let draft = peer.result("tasks/result", draft).await;
        let november = peer.result("tasks/result", json!({ "taskId": task })).await;
        let july = peer.july_get(&task).await;
        assert_eq!(draft["content"], november["content"]);
        assert_eq!(draft["content"], july["result"]["content"]);
        assert!(july["result"].get("_meta").is_none(), "J-73");
        assert_eq!(peer.error("tasks/result", of_task(&task)).await.0, -32601);
    }
}

#[tokio::test(start_paused = true)]
async fn c12_a_task_of_2026_07_28_is_awaited_in_2025_11_25() {
    let gate = Gate::new();
    let mut peer = Peer::november(&held(&gate).build().unwrap()).await;
    let task = peer.july_task("run").await;
    let waiting = peer.begin("tasks/result", json!({ "taskId": task })).await;
    peer.silence().await;
    gate.open();
    assert_eq!(
        peer.answer(waiting).await["result"]["content"][0]["text"],
        "done"
    );
}

#[tokio::test(start_paused = true)]
async fn c13_j85_a_client_of_the_old_capability_reads_and_cancels_old_tasks_only() {
    let mut peer = Peer::november(&held(&Gate::new()).build().unwrap()).await;
    let (old, new) = (peer.november_task("run").await, peer.july_task("run").await);
    let legacy = json!({ "tasks": { "requests": {} } });
    let params = |task: &str| july(json!({ "taskId": task }), legacy.clone());
    let state = peer.result("tasks/get", params(&old)).await;
    assert_eq!(
        (&state["resultType"], &state["status"]),
        (&json!("complete"), &json!("working"))
    );
    assert!(state.get("ttl").is_some() && state.get("ttlMs").is_none());
    assert_eq!(peer.error("tasks/get", params(&new)).await.0, -32602);
    assert_eq!(peer.error("tasks/cancel", params(&new)).await.0, -32602);
    peer.result("tasks/cancel", params(&old)).await;
    assert_eq!(peer.of_task("tasks/get", &old).await["status"], "cancelled");
    let update = json!({ "taskId": old, "inputResponses": {} });
    let (code, _) = peer.error("tasks/update", july(update, legacy)).await;
    assert_eq!(code, -32021);
}

#[tokio::test(start_paused = true)]
async fn c12_the_retention_by_the_reader() {
    let server = scripted(|_, _| async { Ok(ToolResult::new()) });
    let server = server
        .keep_alive(std::time::Duration::from_secs(60))
        .build()
        .unwrap();
    let mut peer = Peer::november(&server).await;
    for task in &one_of_each(&mut peer).await[1..] {
        let [draft, november, july] = states(&mut peer, task).await;
        assert_eq!(draft["keepAlive"], 60_000);
        let ttl = november["ttl"].as_u64().unwrap();
        assert!((60_000..61_000).contains(&ttl), "{ttl}");
        assert_eq!(july["ttlMs"], ttl);
    }
}

#[tokio::test(start_paused = true)]
async fn c12_the_extension_comes_before_the_task() {
    let mut peer = Peer::november(&held(&Gate::new()).build().unwrap()).await;
    let task = peer.november_task("run").await;
    let params = july(json!({ "taskId": task }), json!({ "extensions": {} }));
    assert_eq!(peer.error("tasks/get", params).await.0, -32021);
    let declared = json!({ "extensions": { TASKS: {} } });
    let state = peer
        .result("tasks/get", july(json!({ "taskId": task }), declared))
        .await;
    assert_eq!(state["status"], "working");
    let both = json!({ "extensions": { TASKS: {} }, "tasks": {} });
    let state = peer
        .result("tasks/get", july(json!({ "taskId": task }), both))
        .await;
    assert!(
        state.get("ttlMs").is_some(),
        "the extension counts: {state}"
    );
}
