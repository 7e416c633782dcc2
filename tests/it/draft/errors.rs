//! The codes and texts of errors (D-38), and which part of a message counts.

use serde_json::json;

use crate::support::{Peer, echoing, link, task_call};

#[tokio::test(start_paused = true)]
async fn d38_an_unknown_id() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for (method, text) in [
        ("tasks/get", "Failed to retrieve task: Task not found"),
        ("tasks/result", "Failed to retrieve task: Task not found"),
        ("tasks/delete", "Cannot delete task: Task not found"),
    ] {
        for id in ["", "t", "t\u{0}", &"x".repeat(100_000)] {
            let (code, message) = peer.error(method, json!({ "taskId": id })).await;
            assert_eq!((code, &*message), (-32602, text));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn d38_an_id_that_is_no_string() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for method in ["tasks/get", "tasks/result", "tasks/delete"] {
        for params in [
            json!({}),
            json!({ "taskId": null }),
            json!({ "taskId": 5 }),
            json!({ "taskId": {} }),
            json!({ "_meta": link("t") }),
        ] {
            let (code, message) = peer.error(method, params).await;
            assert_eq!(code, -32602);
            assert_eq!(message, "Invalid params: `taskId` must be a string");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_method_that_the_dialect_lacks() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for method in ["tasks/cancel", "tasks/update", "tasks/", "tasks"] {
        let (code, message) = peer.error(method, json!({ "taskId": "t" })).await;
        assert_eq!(
            (code, message),
            (-32601, format!("Method not found: {method}"))
        );
    }
}

#[tokio::test(start_paused = true)]
async fn d26_a_link_that_is_missing_or_names_another_task_is_not_looked_at() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for id in ["a", "b"] {
        let call = task_call("echo", json!({ "message": id }), id);
        peer.result("tools/call", call).await;
    }
    for params in [
        json!({ "taskId": "a" }),
        json!({ "taskId": "a", "_meta": {} }),
        json!({ "taskId": "a", "_meta": null }),
        json!({ "taskId": "a", "_meta": link("b") }),
        json!({ "taskId": "a", "_meta": { "modelcontextprotocol.io/related-task": 5 } }),
        json!({ "taskId": "a", "more": [1] }),
    ] {
        let task = peer.result("tasks/get", params.clone()).await;
        assert_eq!(task["taskId"], "a");
        assert_eq!(task["_meta"], link("a"));
        let result = peer.result("tasks/result", params).await;
        assert_eq!(result["content"][0]["text"], "a");
        assert_eq!(result["_meta"], link("a"));
    }
}
