//! Asking for a task: what the key may hold, and when it has no effect.

use mcp_tasks_runtime::ToolResult;
use serde_json::{Value, json};

use crate::support::{Peer, TASK, echoing, link, scripted, task_call, text};

/// The parameters of a call of `echo` with this under the opt-in key.
fn asking(task: Value) -> Value {
    json!({ "name": "echo", "arguments": { "message": "hi" }, "_meta": { TASK: task } })
}

#[tokio::test(start_paused = true)]
async fn d01_a_server_without_tasks_ignores_the_key() {
    let server = echoing().without_tasks().build().unwrap();
    let mut peer = Peer::ready(&server).await;
    let call = task_call("echo", json!({ "message": "hi" }), "t");
    let result = peer.result("tools/call", call).await;
    assert_eq!(
        result,
        json!({ "content": [{ "type": "text", "text": "hi" }], "isError": false })
    );
    peer.silence().await;
    for method in ["tasks/get", "tasks/result", "tasks/list", "tasks/delete"] {
        let (code, message) = peer.error(method, json!({ "taskId": "t" })).await;
        assert_eq!(
            (code, message),
            (-32601, format!("Method not found: {method}"))
        );
    }
}

#[tokio::test(start_paused = true)]
async fn d01_a_tool_that_never_runs_as_a_task_ignores_even_a_malformed_key() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for key in [json!({ "taskId": "t" }), json!({ "taskId": 5 }), json!(7)] {
        let call = json!({ "name": "plain", "_meta": { TASK: key } });
        let result = peer.result("tools/call", call).await;
        assert!(result.get("_meta").is_none(), "{result}");
    }
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn d02_other_request_types_ignore_the_key() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let meta = json!({ "_meta": { TASK: { "taskId": "t" } } });
    assert_eq!(peer.result("ping", meta.clone()).await, json!({}));
    assert!(
        peer.result("tools/list", meta).await["tools"]
            .as_array()
            .is_some()
    );
    peer.silence().await;
    let get = json!({ "taskId": "t" });
    assert_eq!(peer.error("tasks/get", get).await.0, -32602);
}

#[tokio::test(start_paused = true)]
async fn d03_the_id_is_a_string() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for task in [
        json!({}),
        json!({ "keepAlive": 1 }),
        json!({ "taskId": 5 }),
        json!({ "taskId": null }),
        json!({ "taskId": ["t"] }),
    ] {
        let (code, message) = peer.error("tools/call", asking(task)).await;
        assert_eq!(code, -32602);
        assert_eq!(message, "Invalid params: `taskId` must be a string");
    }
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn d03_the_key_holds_an_object() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for task in [json!(null), json!("t"), json!(5), json!(["t", 5])] {
        let (code, message) = peer.error("tools/call", asking(task)).await;
        assert_eq!(code, -32602);
        assert_eq!(
            message,
            format!("Invalid params: `_meta[\"{TASK}\"]` must be an object")
        );
    }
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn d03_ids_up_to_their_limit() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let longest = ["x".repeat(256), "é".repeat(128)];
    for id in longest
        .iter()
        .map(String::as_str)
        .chain(["t", " ", "é/\"\\#?"])
    {
        let result = peer
            .result("tools/call", asking(json!({ "taskId": id })))
            .await;
        assert_eq!(result["_meta"], link(id));
        assert_eq!(peer.get(id).await["taskId"], id);
    }
    let too_long = ["x".repeat(257), "é".repeat(128) + "x"];
    let unusable = ["", "a\nb", "a\u{0}", "\u{7f}", "a\u{85}"];
    for id in too_long.iter().map(String::as_str).chain(unusable) {
        let (code, message) = peer
            .error("tools/call", asking(json!({ "taskId": id })))
            .await;
        assert_eq!(code, -32602);
        assert_eq!(
            message,
            "Invalid params: `taskId` must have 1 to 256 bytes and no control characters"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn the_keys_of_later_dialects_are_ignored() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let later = "io.modelcontextprotocol/task";
    let call = json!({
        "name": "echo",
        "arguments": { "message": "hi" },
        "task": { "ttl": 5 },
        "_meta": { later: { "taskId": "t" } },
    });
    let result = peer.result("tools/call", call).await;
    assert_eq!(text(&result), "hi");
    assert!(result.get("_meta").is_none());
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn the_key_before_a_handshake_tells_the_era() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let list = peer.error("tools/list", json!({})).await;
    assert_eq!(list.0, -32600);
    let result = peer.result("tools/call", asking(json!({ "taskId": "t" })));
    assert_eq!(result.await["_meta"], link("t"));
    // From now on the connection speaks the newest version; a handshake may still follow.
    assert!(peer.result("tools/list", json!({})).await["tools"].is_array());
    assert!(peer.initialize("2024-11-05").await["result"].is_object());
}

#[tokio::test(start_paused = true)]
async fn arguments_that_do_not_fit_are_the_result_of_a_task_that_completed() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let result = peer
        .result(
            "tools/call",
            task_call("echo", json!({ "message": 5 }), "t"),
        )
        .await;
    assert_eq!(result["isError"], true);
    assert_eq!(result["_meta"], link("t"));
    assert_eq!(peer.status("t").await, "completed");
}

#[tokio::test(start_paused = true)]
async fn a_result_keeps_its_own_meta_beside_the_link() {
    let server = scripted(|_, _| async {
        let meta = [("mine".to_owned(), json!([1]))].into_iter().collect();
        Ok(ToolResult::text("x").with_meta(meta))
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let mut meta = link("t");
    meta["mine"] = json!([1]);
    let original = peer.result("tools/call", task_call("run", json!({}), "t"));
    assert_eq!(original.await["_meta"], meta);
    let later = peer.result("tasks/result", json!({ "taskId": "t" })).await;
    assert_eq!(later["_meta"], meta);
    let plain = peer.result("tools/call", json!({ "name": "run" })).await;
    assert_eq!(plain["_meta"], json!({ "mine": [1] }));
}
