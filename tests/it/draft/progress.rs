//! Progress of a task: it belongs to the original request (D-46).

use mcp_tasks_runtime::{Progress, TaskContext, ToolResult};
use serde_json::json;

use crate::support::{Gate, Peer, link, scripted, task_call};

#[tokio::test(start_paused = true)]
async fn d46_progress_carries_token_and_link_and_stops_with_the_answer() {
    let (gate, left) = (Gate::new(), Gate::new());
    let (held, leaves) = (gate.clone(), left.clone());
    let server = scripted(move |_, context: TaskContext| {
        let (gate, left) = (held.clone(), leaves.clone());
        async move {
            context.progress(1, 2).await;
            context.status("half of it").await;
            let late = context.clone();
            tokio::spawn(async move {
                gate.wait().await;
                late.report(Progress::new(3).with_message("too late"));
                left.pass_one();
            });
            context.report(Progress::new(1.5).with_message("nearly"));
            Ok(ToolResult::text("done"))
        }
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let mut call = task_call("run", json!({}), "t");
    call["_meta"]["progressToken"] = "p".into();
    let id = peer.begin("tools/call", call).await;
    peer.created("t").await;
    let progress = |mut params: serde_json::Value| {
        params["progressToken"] = "p".into();
        params["_meta"] = link("t");
        json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": params })
    };
    assert_eq!(
        peer.next().await,
        progress(json!({ "progress": 1, "total": 2 }))
    );
    assert_eq!(
        peer.next().await,
        progress(json!({ "progress": 1.5, "message": "nearly" }))
    );
    assert_eq!(peer.next().await["id"], id);
    gate.open();
    left.wait().await;
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn d46_no_progress_without_a_token() {
    let server = scripted(move |_, context: TaskContext| async move {
        context.progress(1, 2).await;
        Ok(ToolResult::new())
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    assert_eq!(peer.next().await["id"], id);
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn d46_none_after_a_cancellation() {
    let gate = Gate::new();
    let held = gate.clone();
    let server = scripted(move |_, context: TaskContext| {
        let gate = held.clone();
        async move {
            gate.wait().await;
            context.progress(1, 2).await;
            Ok(ToolResult::new())
        }
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let mut call = task_call("run", json!({}), "t");
    call["_meta"]["progressToken"] = 7.into();
    let id = peer.begin("tools/call", call).await;
    peer.created("t").await;
    peer.cancel(id).await;
    peer.answer(id).await;
    gate.open();
    peer.silence().await;
}
