//! Sessions that nobody uses end, and no others do.

use std::time::Duration;

use mcp_tasks_runtime::ToolResult;
use serde_json::json;
use tokio::time::advance;

use super::client::{Client, request};
use super::plain;
use crate::support::{echoing, scripted, text};

/// Longer than a session may be idle.
const LONG: Duration = Duration::from_secs(40 * 60);

/// A client in a session whose tools take long.
async fn slow() -> Client {
    let server = scripted(|_, _| async {
        tokio::time::sleep(LONG).await;
        Ok(ToolResult::text("done"))
    });
    Client::new(&server.build().unwrap())
        .ready("2025-11-25")
        .await
}

async fn is_there(client: &Client) -> bool {
    let status = client.post(request(9, "ping", json!({}))).await.status;
    assert!(status == 200 || status == 404, "{status}");
    status == 200
}

/// Lets a long time pass, for the sweeper too.
async fn wait() {
    tokio::time::sleep(LONG).await;
}

#[tokio::test(start_paused = true)]
async fn an_idle_session_has_ended() {
    let ready = Client::new(&echoing().build().unwrap());
    let ready = ready.ready("2025-11-25").await;
    for _ in 0..4 {
        advance(Duration::from_secs(20 * 60)).await;
        assert!(is_there(&ready).await, "it is used");
    }
    wait().await;
    assert!(!is_there(&ready).await);
}

#[tokio::test(start_paused = true)]
async fn a_session_that_waits_for_an_answer_has_not() {
    let ready = slow().await;
    let answer = ready.post(plain(1)).await.heard().await.pop().unwrap();
    assert_eq!(text(&answer["result"]), "done");
    assert!(is_there(&ready).await);

    let params = json!({ "name": "run", "arguments": {}, "task": {} });
    let made = ready.result(2, "tools/call", params).await;
    let task = json!({ "taskId": made["task"]["taskId"] });
    let result = ready.result(3, "tasks/result", task).await;
    assert_eq!(text(&result), "done");
    assert!(is_there(&ready).await);
}

#[tokio::test(start_paused = true)]
async fn a_session_whose_stream_is_read_has_not() {
    let ready = Client::new(&echoing().build().unwrap());
    let ready = ready.ready("2025-11-25").await;
    let own = ready.get().await;
    wait().await;
    assert!(is_there(&ready).await);
    drop(own);
}

#[tokio::test(start_paused = true)]
async fn a_session_whose_stream_was_left_has() {
    let ready = Client::new(&echoing().build().unwrap());
    let ready = ready.ready("2025-11-25").await;
    drop(ready.get().await);
    wait().await;
    assert!(!is_there(&ready).await);
}
