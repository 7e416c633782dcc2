//! Results that are awaited when the client gives up or leaves.

use std::time::Duration;

use serde_json::json;

use crate::support::{Gate, Peer, error_of, held, text};

#[tokio::test(start_paused = true)]
async fn n73_waiting_for_a_result_can_be_cancelled_and_the_task_goes_on() {
    let gate = Gate::new();
    let mut peer = Peer::november(&held(&gate).build().unwrap()).await;
    let task = peer.november_task("run").await;
    let params = json!({ "taskId": task });
    let given_up = peer.begin("tasks/result", params.clone()).await;
    let waiting = peer.begin("tasks/result", params).await;
    peer.cancel(given_up).await;
    peer.silence().await;
    assert_eq!(
        peer.of_task("tasks/get", &task).await["status"],
        "working",
        "N-57"
    );
    gate.open();
    assert_eq!(text(&peer.answer(waiting).await["result"]), "done");
    let rest = peer.pending().await;
    assert!(
        rest.iter().all(|message| message.get("id").is_none()),
        "{rest:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn n10_the_id_of_one_who_waits_is_in_use() {
    let mut peer = Peer::november(&held(&Gate::new()).build().unwrap()).await;
    let task = peer.november_task("run").await;
    let id = peer.begin("tasks/result", json!({ "taskId": task })).await;
    peer.send(json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }))
        .await;
    assert_eq!(error_of(&peer.answer(id).await).0, -32600);
}

#[tokio::test(start_paused = true)]
async fn a_result_is_still_awaited_once_the_client_has_ended_its_stream() {
    let gate = Gate::new();
    let mut peer = Peer::november(&held(&gate).build().unwrap()).await;
    let task = peer.november_task("run").await;
    let id = peer.begin("tasks/result", json!({ "taskId": task })).await;
    peer.end().await;
    gate.open();
    let rest = peer.rest().await;
    let answer = rest.iter().find(|message| message["id"] == id).unwrap();
    assert_eq!(text(&answer["result"]), "done");
}

#[tokio::test(start_paused = true)]
async fn and_not_for_longer_than_the_drain_time() {
    let server = held(&Gate::new())
        .drain(Duration::from_secs(1))
        .build()
        .unwrap();
    let mut peer = Peer::november(&server).await;
    let task = peer.november_task("run").await;
    let id = peer.begin("tasks/result", json!({ "taskId": task })).await;
    peer.end().await;
    let rest = peer.rest().await;
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["id"], id);
    assert_eq!(
        error_of(&rest[0]),
        (-32603, "The server is shutting down".to_owned())
    );
    // It was a connection that ended; its task goes on.
    let mut peer = Peer::november(&server).await;
    assert_eq!(peer.of_task("tasks/get", &task).await["status"], "working");
}
