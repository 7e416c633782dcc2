//! `tasks/cancel` (J-79, C-07).

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::july::of_task;
use crate::support::{Gate, Peer, echoing, scripted};

#[tokio::test(start_paused = true)]
async fn j79_it_is_acknowledged_and_the_tool_learns_it() {
    let stopped = Gate::new();
    let told = stopped.clone();
    let server = scripted(move |_, context: TaskContext| {
        let told = told.clone();
        async move {
            context.cancelled().await;
            told.open();
            Ok(ToolResult::text("too late"))
        }
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let task = peer.july_task("run").await;
    let ack: Value = peer.result("tasks/cancel", of_task(&task)).await;
    assert!(ack.get("taskId").is_none() && ack.get("status").is_none());
    stopped.wait().await;
    let state = peer.july_get(&task).await;
    assert_eq!(state["status"], "cancelled");
    assert!(
        state.get("result").is_none() && state.get("error").is_none(),
        "J-70"
    );
}

#[tokio::test(start_paused = true)]
async fn j79_a_task_that_has_ended_is_acknowledged_too() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let task = peer.july_task("run").await;
    peer.july_until(&task, "completed").await;
    for _ in 0..2 {
        let ack = peer.result("tasks/cancel", of_task(&task)).await;
        assert_eq!(ack["resultType"], json!("complete"));
    }
    assert_eq!(peer.july_get(&task).await["status"], "completed");
}
