//! What this revision does not have (J-13, J-83).

use serde_json::json;

use crate::support::july::{everything, july};
use crate::support::{Peer, echoing};

#[tokio::test(start_paused = true)]
async fn j13_j83_removed_methods_are_not_found() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let task = peer.july_task("run").await;
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "tasks/result",
        "tasks/list",
        "tasks/delete",
        "prompts/list",
        "Tools/List",
        "",
    ] {
        let params = json!({ "taskId": task, "protocolVersion": "2025-11-25", "level": "info" });
        let (code, message) = peer.error(method, july(params, everything())).await;
        assert_eq!(code, -32601, "{method}");
        assert_eq!(message, format!("Method not found: {method}"));
    }
    // Nothing of it opened a session.
    assert_eq!(peer.error("tools/list", json!({})).await.0, -32600);
}

#[tokio::test(start_paused = true)]
async fn j13_also_within_a_session() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    for method in ["ping", "tasks/list", "initialize"] {
        let (code, _) = peer.error(method, july(json!({}), everything())).await;
        assert_eq!(code, -32601, "{method}");
    }
}
