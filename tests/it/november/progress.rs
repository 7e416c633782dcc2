//! The progress token lives as long as the task (N-68).

use mcp_tasks_runtime::{Progress, TaskContext, ToolResult};
use serde_json::{Value, json};

use super::LINK;
use crate::support::{Gate, Peer, scripted};

/// A peer, and the gate at which each report waits.
async fn reporting() -> (Peer, Gate) {
    let gate = Gate::new();
    let held = gate.clone();
    let server = scripted(move |_, context: TaskContext| {
        let gate = held.clone();
        async move {
            for done in 1..=2 {
                gate.wait().await;
                context
                    .report(Progress::new(done).of(2).with_message("reading"))
                    .await;
            }
            gate.wait().await;
            Ok(ToolResult::new())
        }
    });
    (Peer::november(&server.build().unwrap()).await, gate)
}

fn call(token: &Value) -> Value {
    json!({ "name": "run", "task": {}, "_meta": { "progressToken": token } })
}

#[tokio::test(start_paused = true)]
async fn n68_progress_goes_on_after_the_answer_and_ends_with_the_task() {
    for token in [json!("p"), json!(7)] {
        let (mut peer, gate) = reporting().await;
        let result = peer.result("tools/call", call(&token)).await;
        let task = result["task"]["taskId"].as_str().unwrap().to_owned();
        for done in 1..=2 {
            gate.pass_one();
            let report = peer.expect("notifications/progress").await;
            let expected = json!({
                "progressToken": token, "progress": done, "total": 2, "message": "reading",
                "_meta": { LINK: { "taskId": task } },
            });
            assert_eq!(report["params"], expected, "N-61");
        }
        gate.pass_one();
        peer.until(&task, "completed").await;
        let rest = peer.pending().await;
        assert!(
            rest.iter()
                .all(|message| message["method"] != "notifications/progress")
        );
    }
}

#[tokio::test(start_paused = true)]
async fn n68_a_cancelled_task_reports_nothing_more() {
    let (mut peer, gate) = reporting().await;
    let result = peer.result("tools/call", call(&json!("p"))).await;
    let task = result["task"]["taskId"].as_str().unwrap().to_owned();
    gate.pass_one();
    peer.expect("notifications/progress").await;
    peer.of_task("tasks/cancel", &task).await;
    peer.pending().await;
    gate.open();
    let rest = peer.pending().await;
    assert_eq!(rest, [] as [Value; 0]);
}

#[tokio::test(start_paused = true)]
async fn n70_without_a_token_there_is_none() {
    let (mut peer, gate) = reporting().await;
    gate.open();
    let task = peer.november_task("run").await;
    peer.until(&task, "completed").await;
    let came = peer.pending().await;
    assert!(
        came.iter()
            .all(|message| message["method"] != "notifications/progress")
    );
}
