//! A tool that computes without awaiting holds up nobody else (R-22, N-16).

use std::sync::{Arc, Mutex, mpsc};

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::json;

use crate::support::{Peer, TASK, scripted, text};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r22_polls_are_answered_while_a_tool_blocks() {
    let (release, released) = mpsc::channel::<()>();
    let released = Arc::new(Mutex::new(released));
    let server = scripted(move |_, context: TaskContext| {
        let released = Arc::clone(&released);
        async move {
            context.progress(1, 2);
            context.status("computing");
            // Nothing is awaited from here to the end.
            let _ = released.lock().unwrap().recv();
            Ok(ToolResult::text("computed"))
        }
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let meta = json!({ "progressToken": 1, TASK: { "taskId": "t" } });
    let id = peer
        .begin("tools/call", json!({ "name": "run", "_meta": meta }))
        .await;
    peer.created("t").await;
    peer.expect("notifications/progress").await;
    for _ in 0..100 {
        assert_eq!(peer.status("t").await, "working");
        assert_eq!(peer.result("ping", json!({})).await, json!({}));
        let call = json!({ "name": "echo", "arguments": { "message": "hi" } });
        assert_eq!(text(&peer.result("tools/call", call).await), "hi");
    }
    release.send(()).unwrap();
    assert_eq!(text(&peer.answer(id).await["result"]), "computed");
}
