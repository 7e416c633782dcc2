//! `tasks/delete`.

use serde_json::json;

use crate::support::{Gate, Peer, held, link};

#[tokio::test(start_paused = true)]
async fn d35_a_live_task_is_not_deleted() {
    let mut peer = Peer::ready(&held(&Gate::new()).build().unwrap()).await;
    peer.start("run", json!({}), "t").await;
    assert_eq!(peer.status("t").await, "working");
    let (code, message) = peer.error("tasks/delete", json!({ "taskId": "t" })).await;
    let text = "Cannot delete task: Task status is 'working', which is not terminal";
    assert_eq!((code, &*message), (-32602, text));
    assert_eq!(peer.status("t").await, "working");
}

#[tokio::test(start_paused = true)]
async fn d36_a_deleted_task_is_gone_with_its_result() {
    let gate = Gate::new();
    let mut peer = Peer::ready(&held(&gate).build().unwrap()).await;
    let (done, stopped) = (
        peer.start("run", json!({}), "done").await,
        peer.start("run", json!({}), "stopped").await,
    );
    peer.cancel(stopped).await;
    peer.answer(stopped).await;
    gate.open();
    peer.answer(done).await;
    for id in ["done", "stopped"] {
        let params = json!({ "taskId": id, "_meta": link(id) });
        let deleted = peer.result("tasks/delete", params.clone()).await;
        assert_eq!(deleted, json!({ "_meta": link(id) }));
        for (method, text) in [
            ("tasks/get", "Failed to retrieve task: Task not found"),
            ("tasks/result", "Failed to retrieve task: Task not found"),
            ("tasks/delete", "Cannot delete task: Task not found"),
        ] {
            let (code, message) = peer.error(method, params.clone()).await;
            assert_eq!((code, &*message), (-32602, text));
        }
    }
    assert_eq!(
        peer.result("tasks/list", json!({})).await,
        json!({ "tasks": [] })
    );
    peer.silence().await;
}
