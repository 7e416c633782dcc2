//! The capability (D-45): advertised, never required.

use serde_json::json;

use crate::support::{Peer, echoing, task_call};

#[tokio::test(start_paused = true)]
async fn d45_advertised_where_a_tool_can_be_a_task() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let result = peer.initialize("2025-06-18").await["result"].take();
    let expected = json!({ "logging": {}, "tools": { "listChanged": true }, "tasks": { "requests": { "tools": { "call": true } } } });
    assert_eq!(result["capabilities"], expected);
    let mut peer = Peer::connect(&echoing().without_tasks().build().unwrap());
    let result = peer.initialize("2025-06-18").await["result"].take();
    assert_eq!(
        result["capabilities"],
        json!({ "logging": {}, "tools": { "listChanged": true } })
    );
}

#[tokio::test(start_paused = true)]
async fn d45_a_client_need_not_declare_it() {
    for capabilities in [
        json!({}),
        json!({ "tasks": { "requests": {} } }),
        json!(null),
    ] {
        let mut peer = Peer::connect(&echoing().build().unwrap());
        let params = json!({ "protocolVersion": "2025-06-18", "capabilities": capabilities });
        peer.result("initialize", params).await;
        let call = task_call("echo", json!({ "message": "hi" }), "t");
        peer.result("tools/call", call).await;
        assert_eq!(peer.status("t").await, "completed");
    }
}
