//! `notifications/message` (J-51).

use mcp_tasks_runtime::{LogLevel, TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::july::call;
use crate::support::{Peer, scripted};

const KEY: &str = "io.modelcontextprotocol/logLevel";

fn peer() -> Peer {
    let server = scripted(|_, context: TaskContext| async move {
        for level in [LogLevel::Debug, LogLevel::Warning, LogLevel::Error] {
            context.log(level, &json!({ "at": 1 })).await;
        }
        Ok(ToolResult::new())
    });
    Peer::connect(&server.build().unwrap())
}

async fn heard(peer: &mut Peer, level: Option<&str>) -> Vec<Value> {
    let mut params = call("run", json!({}));
    if let Some(level) = level {
        params["_meta"][KEY] = json!(level);
    }
    let id = peer.begin("tools/call", params).await;
    let mut levels = Vec::new();
    loop {
        let mut message = peer.next().await;
        if message["id"] == id {
            return levels;
        }
        assert_eq!(message["method"], "notifications/message");
        assert_eq!(message["params"]["data"], json!({ "at": 1 }));
        levels.push(message["params"]["level"].take());
    }
}

#[tokio::test(start_paused = true)]
async fn j51_only_for_the_request_that_named_a_level() {
    let mut peer = peer();
    assert_eq!(
        heard(&mut peer, Some("warning")).await,
        ["warning", "error"]
    );
    assert_eq!(heard(&mut peer, None).await, [] as [Value; 0]);
    assert_eq!(heard(&mut peer, Some("emergency")).await, [] as [Value; 0]);
    assert_eq!(heard(&mut peer, Some("debug")).await.len(), 3);
}

#[tokio::test(start_paused = true)]
async fn j51_a_level_of_the_session_counts_for_the_session_only() {
    let mut peer = peer();
    peer.initialize("2025-11-25").await;
    peer.result("logging/setLevel", json!({ "level": "debug" }))
        .await;
    assert_eq!(heard(&mut peer, None).await, [] as [Value; 0]);
}

#[tokio::test(start_paused = true)]
async fn j51_a_bad_level_is_invalid_params() {
    let mut peer = peer();
    for level in [json!("verbose"), json!(5), json!(null)] {
        let mut params = call("run", json!({}));
        params["_meta"][KEY] = level;
        assert_eq!(peer.error("tools/call", params).await.0, -32602);
    }
}
