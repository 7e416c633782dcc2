//! However a tool ends, its call is answered or its task ended, and the server serves on.

use std::time::Duration;

use mcp_tasks_runtime::{
    Json, Server, TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError, ToolResult, schemars,
};
use serde::ser::Error as _;
use serde_json::json;
use tokio::task::yield_now;

use crate::support::{Arguments, Gate, Peer, error_of, scripted, task_call, text};

/// Panics when it is dropped.
struct Trap;

impl Drop for Trap {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("dropped");
        }
    }
}

async fn misbehave(arguments: Arguments, context: TaskContext) -> Result<ToolResult, ToolError> {
    match arguments["how"].as_str().unwrap() {
        "panic" => panic!("at once"),
        "panic later" => {
            yield_now().await;
            panic!("at step {}", 2);
        }
        "panic with a number" => std::panic::panic_any(7),
        "panic with a trap" => std::panic::panic_any(Trap),
        "panic in drop" => {
            let _trap = Trap;
            yield_now().await;
            Ok(ToolResult::text("fine"))
        }
        "panic in drop when cancelled" => {
            let _trap = Trap;
            std::future::pending().await
        }
        "wait for cancellation" => {
            context.cancelled().await;
            panic!("after the cancellation")
        }
        _ => std::future::pending().await,
    }
}

fn server() -> Server {
    let server = scripted(misbehave)
        .timeout(Duration::from_secs(60))
        .cancel_grace(Duration::from_secs(2));
    server.build().unwrap()
}

async fn serves_on(peer: &mut Peer) {
    let call = json!({ "name": "echo", "arguments": { "message": "on" } });
    assert_eq!(text(&peer.result("tools/call", call).await), "on");
    let call = task_call("echo", json!({ "message": "on" }), "on");
    assert_eq!(text(&peer.result("tools/call", call).await), "on");
    peer.result("tasks/delete", json!({ "taskId": "on" })).await;
    peer.pending().await;
}

const PANICS: [(&str, &str); 5] = [
    ("panic", "the tool panicked: at once"),
    ("panic later", "the tool panicked: at step 2"),
    (
        "panic with a number",
        "the tool panicked: (it gave no message)",
    ),
    (
        "panic with a trap",
        "the tool panicked: (it gave no message)",
    ),
    ("panic in drop", "the tool panicked: dropped"),
];

#[tokio::test(start_paused = true)]
async fn r01_a_panic_in_a_plain_call() {
    let mut peer = Peer::ready(&server()).await;
    for (how, message) in PANICS {
        let call = json!({ "name": "run", "arguments": { "how": how } });
        let answer = peer.request("tools/call", call).await;
        assert_eq!(error_of(&answer), (-32603, message.to_owned()), "{how}");
        serves_on(&mut peer).await;
    }
}

#[tokio::test(start_paused = true)]
async fn r02_a_panic_in_a_task() {
    let mut peer = Peer::ready(&server()).await;
    for (how, message) in PANICS {
        let call = task_call("run", json!({ "how": how }), how);
        let answer = peer.request("tools/call", call).await;
        assert_eq!(error_of(&answer), (-32603, message.to_owned()), "{how}");
        let task = peer.get(how).await;
        assert_eq!(
            (&task["status"], &task["error"]),
            (&json!("failed"), &json!(message))
        );
        serves_on(&mut peer).await;
    }
}

#[tokio::test(start_paused = true)]
async fn one_that_never_returns_is_cancelled() {
    let mut peer = Peer::ready(&server()).await;
    for how in [
        "never",
        "panic in drop when cancelled",
        "wait for cancellation",
    ] {
        let id = peer.start("run", json!({ "how": how }), how).await;
        peer.silence().await;
        peer.cancel(id).await;
        assert_eq!(error_of(&peer.answer(id).await).0, -32800);
        assert_eq!(peer.status(how).await, "cancelled");
        let plain = json!({ "name": "run", "arguments": { "how": how } });
        let id = peer.begin("tools/call", plain).await;
        peer.silence().await;
        peer.cancel(id).await;
        // Past the grace period, when it is dropped.
        tokio::time::sleep(Duration::from_secs(3)).await;
        peer.silence().await;
        assert_eq!(peer.status(how).await, "cancelled");
        serves_on(&mut peer).await;
    }
}

#[tokio::test(start_paused = true)]
async fn one_that_takes_too_long_fails() {
    let mut peer = Peer::ready(&server()).await;
    let message = "the tool ran longer than its limit of 60s";
    for how in ["never", "wait for cancellation"] {
        let call = task_call("run", json!({ "how": how }), how);
        let answer = peer.request("tools/call", call).await;
        assert_eq!(error_of(&answer), (-32603, message.to_owned()));
        let task = peer.get(how).await;
        assert_eq!(
            (&task["status"], &task["error"]),
            (&json!("failed"), &json!(message))
        );
        let call = json!({ "name": "run", "arguments": { "how": how } });
        let answer = peer.request("tools/call", call).await;
        assert_eq!(error_of(&answer), (-32603, message.to_owned()));
        serves_on(&mut peer).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_run_is_dropped_after_the_grace_period() {
    struct OnDrop(Gate);
    impl Drop for OnDrop {
        fn drop(&mut self) {
            self.0.pass_one();
        }
    }
    let dropped = Gate::new();
    let drops = dropped.clone();
    let server = scripted(move |_, _| {
        let guard = OnDrop(drops.clone());
        async move {
            std::future::pending::<()>().await;
            drop(guard);
            Ok(ToolResult::new())
        }
    });
    let server = server.cancel_grace(Duration::from_secs(2)).build().unwrap();
    let mut peer = Peer::ready(&server).await;
    let id = peer.start("run", json!({}), "t").await;
    peer.silence().await;
    let cancelled = tokio::time::Instant::now();
    peer.cancel(id).await;
    // Answered at once, dropped later.
    peer.answer(id).await;
    assert!(cancelled.elapsed() < Duration::from_millis(10));
    dropped.wait().await;
    let waited = cancelled.elapsed().as_millis();
    assert!((2000..2010).contains(&waited), "{waited}");
}

/// Does not serialise.
#[derive(schemars::JsonSchema)]
struct Broken;

impl serde::Serialize for Broken {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("broken within"))
    }
}

struct BrokenTool;

impl Tool for BrokenTool {
    type Input = Arguments;
    type Output = Json<Broken>;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("broken").with_task(TaskSupport::Optional)
    }

    async fn call(_: Arguments, _: TaskContext) -> Result<Json<Broken>, ToolError> {
        Ok(Json(Broken))
    }
}

#[tokio::test(start_paused = true)]
async fn a_result_that_does_not_serialise_fails() {
    let server = Server::builder("s", "1").tool::<BrokenTool>().build();
    let mut peer = Peer::ready(&server.unwrap()).await;
    let message = "the result does not serialise: broken within";
    let answer = peer
        .request("tools/call", json!({ "name": "broken" }))
        .await;
    assert_eq!(error_of(&answer), (-32603, message.to_owned()));
    let call = task_call("broken", json!({}), "t");
    let answer = peer.request("tools/call", call).await;
    assert_eq!(error_of(&answer), (-32603, message.to_owned()));
    let task = peer.get("t").await;
    assert_eq!(
        (&task["status"], &task["error"]),
        (&json!("failed"), &json!(message))
    );
}
