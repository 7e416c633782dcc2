//! `server/discover` (J-22, J-24, J-60).

use serde_json::{Value, json};

use crate::support::july::{TASKS, july, tasks};
use crate::support::{Peer, echoing};

async fn discovered(builder: mcp_tasks_runtime::ServerBuilder) -> Value {
    let mut peer = Peer::connect(&builder.build().unwrap());
    peer.result("server/discover", july(json!({}), json!({})))
        .await
}

#[tokio::test(start_paused = true)]
async fn j22_it_names_versions_capabilities_and_itself() {
    let result = discovered(echoing().title("Test server").instructions("Be kind.")).await;
    let expected = json!({
        "resultType": "complete",
        "supportedVersions":
            ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
        "capabilities": { "logging": {}, "tools": { "listChanged": true }, "extensions": { TASKS: {} } },
        "instructions": "Be kind.",
        "ttlMs": result["ttlMs"], "cacheScope": result["cacheScope"],
        "_meta": { "io.modelcontextprotocol/serverInfo":
            { "name": "tests", "title": "Test server", "version": "1.2.3" } },
    });
    assert_eq!(result, expected);
}

#[tokio::test(start_paused = true)]
async fn j60_a_server_without_tasks_does_not_declare_the_extension() {
    let result = discovered(echoing().without_tasks()).await;
    assert!(result["capabilities"].get("extensions").is_none());
    assert!(result.get("instructions").is_none());
    let mut peer = Peer::connect(&echoing().without_tasks().build().unwrap());
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let params = july(json!({ "taskId": "t", "inputResponses": {} }), tasks());
        assert_eq!(peer.error(method, params).await.0, -32601, "J-13 {method}");
    }
}

#[tokio::test(start_paused = true)]
async fn j84_no_legacy_capability_is_advertised() {
    let result = discovered(echoing()).await;
    assert!(result["capabilities"].get("tasks").is_none());
}
