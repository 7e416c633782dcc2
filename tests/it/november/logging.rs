//! `logging/setLevel` and `notifications/message` (N-77).

use mcp_tasks_runtime::{LogLevel, TaskContext, ToolResult};
use serde_json::{Value, json};

use super::LINK;
use crate::support::{Peer, scripted};

const LEVELS: [(&str, LogLevel); 8] = [
    ("debug", LogLevel::Debug),
    ("info", LogLevel::Info),
    ("notice", LogLevel::Notice),
    ("warning", LogLevel::Warning),
    ("error", LogLevel::Error),
    ("critical", LogLevel::Critical),
    ("alert", LogLevel::Alert),
    ("emergency", LogLevel::Emergency),
];

async fn peer() -> Peer {
    let server = scripted(|_, context: TaskContext| async move {
        for (name, level) in LEVELS {
            context.log(level, name).await;
        }
        Ok(ToolResult::new())
    });
    Peer::november(&server.build().unwrap()).await
}

/// The levels that came before the answer to a plain call.
async fn heard(peer: &mut Peer) -> Vec<String> {
    let id = peer.begin("tools/call", json!({ "name": "run" })).await;
    let mut heard = Vec::new();
    loop {
        let message = peer.next().await;
        if message["id"] == id {
            return heard;
        }
        assert_eq!(message["method"], "notifications/message");
        let params = &message["params"];
        let level = params["level"].as_str().unwrap();
        assert_eq!(
            *params,
            json!({ "level": level, "logger": "run", "data": level })
        );
        heard.push(level.to_owned());
    }
}

#[tokio::test(start_paused = true)]
async fn n77_that_level_and_above() {
    let mut peer = peer().await;
    assert!(heard(&mut peer).await.is_empty(), "before a level is set");
    for (place, (level, _)) in LEVELS.iter().enumerate() {
        let set = peer
            .result("logging/setLevel", json!({ "level": level }))
            .await;
        assert_eq!(set, json!({}));
        let expected: Vec<_> = LEVELS[place..].iter().map(|(name, _)| *name).collect();
        assert_eq!(heard(&mut peer).await, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn a_bad_level_is_refused_and_changes_nothing() {
    let mut peer = peer().await;
    peer.result("logging/setLevel", json!({ "level": "alert" }))
        .await;
    for wrong in [
        json!({}),
        json!({ "level": "verbose" }),
        json!({ "level": 1 }),
        json!({ "level": "INFO" }),
    ] {
        let (code, _) = peer.error("logging/setLevel", wrong).await;
        assert_eq!(code, -32602);
    }
    assert_eq!(heard(&mut peer).await, ["alert", "emergency"]);
}

#[tokio::test(start_paused = true)]
async fn n61_what_a_task_logs_carries_the_link() {
    let mut peer = peer().await;
    peer.result("logging/setLevel", json!({ "level": "emergency" }))
        .await;
    let task = peer.november_task("run").await;
    let message: Value = peer.expect("notifications/message").await;
    assert_eq!(
        message["params"]["_meta"],
        json!({ LINK: { "taskId": task } })
    );
}
