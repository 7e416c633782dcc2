//! 2026-07-28 over HTTP: each POST stands alone (J-100…J-118, C-08).

use axum::http::Method;
use mcp_tasks_runtime::{Server, ToolResult};
use serde_json::{Value, json};

use super::client::{Client, initialize, notification, request};
use crate::support::july::{call, everything, july, tasks};
use crate::support::{Gate, echoing, held, scripted, text};

fn client() -> Client {
    Client::new(&echoing().build().unwrap())
}

fn plain() -> Value {
    request(1, "tools/call", call("plain", everything()))
}

#[tokio::test(start_paused = true)]
async fn j102_a_lone_answer_is_json_and_j100_no_session_is_made() {
    let client = client();
    let mut answered = client.mirroring(&plain()).post(plain()).await;
    assert_eq!(answered.status, 200);
    assert_eq!(answered.header("mcp-session-id"), None);
    assert_eq!(text(&answered.json().await["result"]), "done");
}

#[tokio::test(start_paused = true)]
async fn j102_who_names_streams_first_gets_one_but_for_refusals() {
    let client = client()
        .mirroring(&plain())
        .with("accept", "text/event-stream, application/json");
    let mut answered = client.post(plain()).await;
    answered.is_stream();
    let messages = answered.rest().await;
    assert_eq!(messages.len(), 1);
    assert_eq!(text(&messages[0]["result"]), "done");
    let other = client.with("mcp-name", "other");
    assert_eq!(other.verdict(plain()).await, (400, -32020));
}

#[tokio::test(start_paused = true)]
async fn j100_the_headers_of_sessions_are_ignored() {
    let client = client();
    let dressed = client
        .mirroring(&plain())
        .with("mcp-session-id", "no-such")
        .with("last-event-id", "1-1");
    assert_eq!(dressed.verdict(plain()).await, (200, 0));
}

#[tokio::test(start_paused = true)]
async fn j100_get_and_delete_are_405() {
    let client = client().with("mcp-protocol-version", "2026-07-28");
    assert_eq!(client.get().await.status, 405);
    assert_eq!(client.delete().await.status, 405);
}

#[tokio::test(start_paused = true)]
async fn j102_a_notification_is_accepted_with_an_empty_202() {
    let said = notification(
        "notifications/cancelled",
        july(json!({ "requestId": 1 }), json!({})),
    );
    let mut accepted = client().mirroring(&said).post(said).await;
    assert_eq!(accepted.status, 202);
    assert!(accepted.bytes().await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn j112_the_status_of_each_error() {
    let client = client();
    let version = "io.modelcontextprotocol/protocolVersion";
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    let incomplete = json!({ "_meta": { version: "2026-07-28" } });
    let future = json!({ "_meta": { version: "2099-01-01", capabilities: {} } });
    let list = |params: Value| request(1, "tools/list", params);
    let unknown = july(json!({ "taskId": "none" }), everything());
    for (message, header, expected) in [
        (list(incomplete), "2026-07-28", (400, -32602)),
        (list(future), "2099-01-01", (400, -32022)),
        (
            request(1, "no/such", july(json!({}), json!({}))),
            "2026-07-28",
            (404, -32601),
        ),
        (
            request(1, "ping", july(json!({}), json!({}))),
            "2026-07-28",
            (404, -32601),
        ),
        (
            request(1, "tasks/get", unknown.clone()),
            "2026-07-28",
            (200, -32602),
        ),
        (
            request(1, "tasks/get", july(json!({ "taskId": "none" }), json!({}))),
            "2026-07-28",
            (400, -32021),
        ),
        (
            request(1, "tools/call", call("none", json!({}))),
            "2026-07-28",
            (200, -32602),
        ),
    ] {
        let client = client
            .mirroring(&message)
            .with("mcp-protocol-version", header);
        let found = client.verdict(message.clone()).await;
        assert_eq!(found, expected, "{message}");
    }
}

#[tokio::test(start_paused = true)]
async fn j112_a_request_of_no_era_is_400_and_told_the_versions() {
    let client = client().with("mcp-protocol-version", "2099-01-01");
    let message = request(1, "tools/list", json!({})).to_string();
    let mut refused = client.send(Method::POST, message).await;
    assert_eq!(refused.status, 400);
    let answer: Value = serde_json::from_slice(&refused.bytes().await).unwrap();
    assert_eq!(answer["error"]["code"], -32022);
    assert_eq!(answer["error"]["data"]["supported"][0], "2026-07-28");
}

/// A server whose tool says that it runs, and then that it learned of its cancellation.
fn watched(running: &Gate, cancelled: &Gate) -> Server {
    let gates = (running.clone(), cancelled.clone());
    let server = scripted(move |_, context| {
        let (running, cancelled) = gates.clone();
        async move {
            context.progress(1, 2).await;
            running.open();
            context.cancelled().await;
            cancelled.open();
            Ok(ToolResult::text("too late"))
        }
    });
    server.build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn c08_j45_a_dropped_post_cancels_its_call() {
    let (running, cancelled) = (Gate::new(), Gate::new());
    let client = Client::new(&watched(&running, &cancelled));
    let post = tokio::spawn(async move { client.mirroring(&plain()).post(plain()).await.status });
    running.wait().await;
    post.abort();
    cancelled.wait().await;
}

#[tokio::test(start_paused = true)]
async fn c08_j45_a_dropped_stream_cancels_its_call() {
    let (running, cancelled) = (Gate::new(), Gate::new());
    let client = Client::new(&watched(&running, &cancelled));
    let mut message = plain();
    message["params"]["_meta"]["progressToken"] = json!("p");
    let mut stream = client.mirroring(&message).post(message).await;
    stream.is_stream();
    assert_eq!(stream.header("x-accel-buffering"), Some("no"), "J-103");
    let first = stream.event().await.unwrap();
    assert!(first.id.is_none(), "J-104: {first:?}");
    drop(stream);
    cancelled.wait().await;
}

#[tokio::test(start_paused = true)]
async fn c08_a_task_goes_on_when_the_post_that_made_it_has_gone() {
    let gate = Gate::new();
    let client = Client::new(&held(&gate).build().unwrap());
    let made = client.july(1, "tools/call", call("run", tasks())).await;
    gate.open();
    let task = json!({ "taskId": made["taskId"] });
    loop {
        let state = client
            .july(2, "tasks/get", july(task.clone(), tasks()))
            .await;
        if state["status"] == "completed" {
            break;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn j102_a_listen_stream_says_what_was_accepted_and_what_changes() {
    let gate = Gate::new();
    let client = Client::new(&held(&gate).build().unwrap());
    let made = client
        .july(1, "tools/call", call("run", everything()))
        .await;
    let wishes = json!({ "notifications": { "taskIds": [made["taskId"]] } });
    let message = request("L", "subscriptions/listen", july(wishes, everything()));
    let mut stream = client.mirroring(&message).post(message).await;
    stream.is_stream();
    let accepted = stream.next().await.unwrap();
    assert_eq!(
        accepted["method"],
        "notifications/subscriptions/acknowledged"
    );
    let snapshot = stream.next().await.unwrap();
    assert_eq!(snapshot["params"]["status"], "working");
    assert_eq!(
        stream.frame().await,
        b":\n\n",
        "J-103: it is quiet, but not dead"
    );
    gate.open();
    let ended = stream.next().await.unwrap();
    assert_eq!(ended["params"]["status"], "completed");
}

#[tokio::test(start_paused = true)]
async fn c03_initialize_of_the_handshake_era_is_served_next_to_it() {
    let client = client();
    let before = client.mirroring(&plain()).post(plain()).await.status;
    let opened = client.post(initialize("2025-11-25")).await.status;
    assert_eq!((before.as_u16(), opened.as_u16()), (200, 200));
}
