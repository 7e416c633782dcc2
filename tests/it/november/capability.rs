//! What the handshake says (N-02, N-20).

use serde_json::json;

use crate::support::{Peer, echoing};

#[tokio::test(start_paused = true)]
async fn n20_capabilities_are_objects() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let answer = peer.initialize("2025-11-25").await;
    let expected = json!({
        "logging": {},
        "tools": { "listChanged": true },
        "tasks": { "list": {}, "cancel": {}, "requests": { "tools": { "call": {} } } },
    });
    assert_eq!(answer["result"]["capabilities"], expected);
}

#[tokio::test(start_paused = true)]
async fn n20_without_tasks_nothing_of_them_is_said_or_served() {
    let server = echoing().without_tasks().build().unwrap();
    let mut peer = Peer::connect(&server);
    let answer = peer.initialize("2025-11-25").await;
    assert!(answer["result"]["capabilities"].get("tasks").is_none());
    for method in ["tasks/get", "tasks/result", "tasks/list", "tasks/cancel"] {
        let (code, _) = peer.error(method, json!({ "taskId": "t" })).await;
        assert_eq!(code, -32601, "{method}");
    }
    // N-22: the wish is ignored, whatever it is.
    for task in [json!({}), json!({ "ttl": "x" }), json!(5)] {
        let params = json!({ "name": "run", "arguments": {}, "task": task });
        let result = peer.result("tools/call", params).await;
        assert!(result.get("task").is_none(), "{result}");
    }
}

#[tokio::test(start_paused = true)]
async fn j86_the_extension_in_a_handshake_means_nothing() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": { "extensions": { "io.modelcontextprotocol/tasks": {} } },
        "clientInfo": { "name": "tests", "version": "1" },
    });
    peer.result("initialize", params).await;
    let result = peer.result("tools/call", json!({ "name": "run" })).await;
    assert!(result["content"].is_array(), "{result}");
}
