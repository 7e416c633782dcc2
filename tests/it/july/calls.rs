//! Plain calls (J-57, J-84, J-45, J-47).

use mcp_tasks_runtime::{Progress, TaskContext, ToolError, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{call, everything, july, tasks};
use crate::support::{Gate, Peer, TASK, echoing, held, scripted, text};

#[tokio::test(start_paused = true)]
async fn a_tool_without_tasks_is_a_plain_call_whatever_was_declared() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    for capabilities in [json!({}), tasks(), everything()] {
        let result = peer.result("tools/call", call("plain", capabilities)).await;
        assert_eq!(
            (&result["resultType"], text(&result)),
            (&json!("complete"), "done")
        );
        assert_eq!(result["isError"], false);
    }
}

#[tokio::test(start_paused = true)]
async fn j84_the_wishes_of_other_dialects_are_ignored() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    for task in [json!({}), json!({ "ttl": 5 }), json!("x"), json!(null)] {
        let params = json!({
            "name": "run", "task": task, "_meta": { TASK: { "taskId": "t", "keepAlive": -1 } },
        });
        let result = peer.result("tools/call", july(params, json!({}))).await;
        assert_eq!(text(&result), "done");
    }
    peer.silence().await;
    let params = july(json!({ "name": "plain", "task": {} }), tasks());
    assert_eq!(
        peer.result("tools/call", params).await["resultType"],
        "complete"
    );
}

#[tokio::test(start_paused = true)]
async fn j57_unknown_tools_and_wrong_arguments() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let (code, message) = peer.error("tools/call", call("nothing", json!({}))).await;
    assert_eq!((code, &*message), (-32602, "Unknown tool: nothing"));
    for params in [
        json!({}),
        json!({ "name": 5 }),
        json!({ "name": "run", "arguments": [] }),
    ] {
        let (code, _) = peer.error("tools/call", july(params, json!({}))).await;
        assert_eq!(code, -32602);
    }
    let params = july(
        json!({ "name": "echo", "arguments": { "message": 7 } }),
        json!({}),
    );
    let result = peer.result("tools/call", params).await;
    assert_eq!(result["isError"], true);
    assert!(text(&result).contains("message"), "{result}");
}

#[tokio::test(start_paused = true)]
async fn a_protocol_error_is_an_error() {
    let server = scripted(|_, _| async {
        Err(ToolError::protocol(-32010, "disk full").with_data(json!({ "free": 0 })))
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let answer = peer.request("tools/call", call("run", json!({}))).await;
    let expected = json!({ "code": -32010, "message": "disk full", "data": { "free": 0 } });
    assert_eq!(answer["error"], expected);
}

#[tokio::test(start_paused = true)]
async fn j47_progress_precedes_the_answer() {
    let server = scripted(|_, context: TaskContext| async move {
        context
            .report(Progress::new(1).of(2).with_message("half"))
            .await;
        Ok(ToolResult::new())
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let params = json!({ "name": "run", "_meta": { "progressToken": "p" } });
    let id = peer.begin("tools/call", july(params, json!({}))).await;
    let report = peer.next().await;
    let expected = json!({ "progressToken": "p", "progress": 1, "total": 2, "message": "half" });
    assert_eq!(report["params"], expected);
    assert_eq!(peer.next().await["id"], id);
}

#[tokio::test(start_paused = true)]
async fn j45_a_cancelled_call_is_not_answered_and_its_run_ends() {
    let stopped = Gate::new();
    let told = stopped.clone();
    let server = scripted(move |_, context: TaskContext| {
        let told = told.clone();
        async move {
            context.cancelled().await;
            told.open();
            Ok(ToolResult::new())
        }
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let id = peer.begin("tools/call", call("run", json!({}))).await;
    let params = july(json!({ "requestId": id }), json!({}));
    peer.notify("notifications/cancelled", params).await;
    stopped.wait().await;
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn j10_an_id_can_be_used_again_once_it_is_answered_and_not_before() {
    let gate = Gate::new();
    let mut peer = Peer::connect(&held(&gate).build().unwrap());
    let request = |tool: &str| json!({ "jsonrpc": "2.0", "id": "x", "method": "tools/call", "params": call(tool, json!({})) });
    peer.send(request("run")).await;
    peer.send(request("run")).await;
    assert_eq!(peer.answer("x").await["error"]["code"], -32600);
    gate.open();
    let answer: Value = peer.answer("x").await;
    assert_eq!(text(&answer["result"]), "done");
    peer.send(request("plain")).await;
    assert_eq!(text(&peer.answer("x").await["result"]), "done");
}
