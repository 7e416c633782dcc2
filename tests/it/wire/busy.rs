//! A tool that computes without awaiting holds up nobody else (R-22, N-16), and is cancelled and
//! timed out like any other.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use mcp_tasks_runtime::{ServerBuilder, TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::{Peer, TASK, error_of, scripted, text};

/// A server whose `run` blocks its thread until the sender is used or dropped.
fn blocking() -> (ServerBuilder, mpsc::Sender<()>) {
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
    (server, release)
}

fn as_task(id: &str) -> Value {
    json!({ "name": "run", "_meta": { "progressToken": 1, TASK: { "taskId": id } } })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r22_polls_are_answered_while_a_tool_blocks() {
    let (server, release) = blocking();
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let id = peer.begin("tools/call", as_task("t")).await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancellation_is_answered_while_the_tool_blocks() {
    let (server, release) = blocking();
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let id = peer.begin("tools/call", as_task("t")).await;
    peer.expect("notifications/progress").await;
    peer.cancel(id).await;
    let text = "Task was cancelled".to_owned();
    assert_eq!(error_of(&peer.answer(id).await), (-32800, text));
    assert_eq!(peer.status("t").await, "cancelled");
    release.send(()).unwrap();
    assert_eq!(peer.status("t").await, "cancelled");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limit_is_kept_while_the_tool_blocks() {
    let (server, release) = blocking();
    let server = server.timeout(Duration::from_millis(20)).build().unwrap();
    let mut peer = Peer::ready(&server).await;
    let text = "the tool ran longer than its limit of 20ms".to_owned();
    let answer = peer.request("tools/call", as_task("t")).await;
    assert_eq!(error_of(&answer), (-32603, text.clone()));
    assert_eq!(peer.get("t").await["error"], text);
    release.send(()).unwrap();
    let answer = peer.request("tools/call", json!({ "name": "run" })).await;
    assert_eq!(error_of(&answer), (-32603, text));
    drop(release);
}
