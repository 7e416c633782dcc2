//! Ending a task by the words of another dialect (C-07, C-26).

use serde_json::json;

use crate::support::july::of_task;
use crate::support::{Gate, Peer, echoing, error_of, held};

#[tokio::test(start_paused = true)]
async fn c07_a_task_that_has_ended_by_the_one_who_cancels() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    peer.answer(id).await;
    let (november, july) = (peer.november_task("run").await, peer.july_task("run").await);
    for task in [&november, &july] {
        peer.july_until(task, "completed").await;
    }
    peer.pending().await;
    for task in ["t", &november, &july] {
        let (code, message) = peer.error("tasks/cancel", json!({ "taskId": task })).await;
        assert_eq!(code, -32602, "{task}");
        assert_eq!(
            message,
            "Cannot cancel task: already in terminal status 'completed'"
        );
        peer.result("tasks/cancel", of_task(task)).await;
        assert_eq!(peer.july_get(task).await["status"], "completed");
    }
    // In the draft: nothing at all.
    peer.cancel(id).await;
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn c12_each_dialect_cancels_the_tasks_of_the_others() {
    let mut peer = Peer::november(&held(&Gate::new()).build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    let (november, july) = (peer.november_task("run").await, peer.july_task("run").await);
    peer.result("tasks/cancel", of_task("t")).await;
    assert_eq!(error_of(&peer.answer(id).await).0, -32800, "C-26");
    peer.result("tasks/cancel", of_task(&november)).await;
    assert_eq!(
        peer.of_task("tasks/get", &november).await["status"],
        "cancelled"
    );
    assert_eq!(
        peer.of_task("tasks/cancel", &july).await["status"],
        "cancelled"
    );
    assert_eq!(peer.july_get(&july).await["status"], "cancelled");
}
