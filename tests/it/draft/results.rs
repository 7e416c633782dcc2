//! `tasks/result`, and what each way to end makes of it.

use mcp_tasks_runtime::{Server, ToolError, ToolResult};
use serde_json::json;

use crate::support::{Arguments, Gate, Peer, error_of, link, scripted, task_call, text};

/// Ends as its argument says, once the gate lets it.
fn ending(gate: &Gate) -> Server {
    let gate = gate.clone();
    let script = move |arguments: Arguments, _| {
        let gate = gate.clone();
        async move {
            gate.wait().await;
            match arguments["end"].as_str() {
                Some("result") => Ok(ToolResult::text("fine")),
                Some("is_error") => Err(ToolError::new("no such city")),
                Some("error") => Err(ToolError::protocol(-32001, "no service").with_data([1, 2])),
                _ => panic!("out of order"),
            }
        }
    };
    scripted(script).build().unwrap()
}

async fn not_completed(peer: &mut Peer, status: &str) {
    let (code, message) = peer.error("tasks/result", json!({ "taskId": "t" })).await;
    assert_eq!(code, -32602);
    let text = format!("Cannot retrieve result: Task status is '{status}', not 'completed'");
    assert_eq!(message, text);
}

#[tokio::test(start_paused = true)]
async fn d22_d23_d24_d25_the_result_of_a_completed_task() {
    let gate = Gate::new();
    let mut peer = Peer::ready(&ending(&gate)).await;
    let arguments = json!({ "end": "result" });
    peer.start("run", arguments.clone(), "t").await;
    not_completed(&mut peer, "working").await;
    gate.open();
    let call = json!({ "name": "run", "arguments": arguments });
    let mut plain = peer.result("tools/call", call).await;
    plain["_meta"] = link("t");
    for _ in 0..3 {
        let params = json!({ "taskId": "t", "_meta": link("t") });
        assert_eq!(peer.result("tasks/result", params).await, plain);
    }
}

#[tokio::test(start_paused = true)]
async fn d40_a_result_that_is_an_error_completes() {
    let gate = Gate::new();
    gate.open();
    let mut peer = Peer::ready(&ending(&gate)).await;
    let call = task_call("run", json!({ "end": "is_error" }), "t");
    let original = peer.result("tools/call", call).await;
    assert_eq!(original["isError"], true);
    assert_eq!(text(&original), "no such city");
    let task = peer.get("t").await;
    assert_eq!(task["status"], "completed");
    assert!(task.get("error").is_none());
    let later = peer.result("tasks/result", json!({ "taskId": "t" })).await;
    assert_eq!(later, original);
}

#[tokio::test(start_paused = true)]
async fn d39_an_error_fails_with_its_text() {
    let gate = Gate::new();
    gate.open();
    let mut peer = Peer::ready(&ending(&gate)).await;
    let call = task_call("run", json!({ "end": "error" }), "t");
    let original = peer.request("tools/call", call).await;
    let error = json!({ "code": -32001, "message": "no service", "data": [1, 2] });
    assert_eq!(original["error"], error);
    let task = peer.get("t").await;
    assert_eq!(
        (&task["status"], &task["error"]),
        (&json!("failed"), &json!("no service"))
    );
    let listed = peer.result("tasks/list", json!({})).await;
    assert_eq!(listed["tasks"][0]["error"], "no service");
    not_completed(&mut peer, "failed").await;
}

#[tokio::test(start_paused = true)]
async fn r02_a_panic_fails_with_its_text() {
    let gate = Gate::new();
    gate.open();
    let mut peer = Peer::ready(&ending(&gate)).await;
    let call = task_call("run", json!({ "end": "panic" }), "t");
    let original = peer.request("tools/call", call).await;
    let text = "the tool panicked: out of order".to_owned();
    assert_eq!(error_of(&original), (-32603, text.clone()));
    let task = peer.get("t").await;
    assert_eq!(
        (&task["status"], &task["error"]),
        (&json!("failed"), &json!(text))
    );
    not_completed(&mut peer, "failed").await;
}

#[tokio::test(start_paused = true)]
async fn d23_a_submitted_and_a_cancelled_task_have_no_result() {
    let mut peer = Peer::ready(&ending(&Gate::new())).await;
    let call = task_call("run", json!({}), "t");
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call });
    let result = json!({ "jsonrpc": "2.0", "id": 2, "method": "tasks/result",
                         "params": { "taskId": "t" } });
    peer.send_bytes(format!("{call}\n{result}\n").as_bytes())
        .await;
    let submitted = "Cannot retrieve result: Task status is 'submitted', not 'completed'";
    assert_eq!(error_of(&peer.answer(2).await).1, submitted);
    peer.cancel(1).await;
    peer.answer(1).await;
    not_completed(&mut peer, "cancelled").await;
}
