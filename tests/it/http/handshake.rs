//! Sessions, and what is refused before a message is looked at (N-95…N-115).

use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::client::{Client, initialize, notification, request};
use crate::support::echoing;

fn client() -> Client {
    Client::new(&echoing().build().unwrap())
}

fn ping() -> Value {
    request(7, "ping", json!({}))
}

#[tokio::test(start_paused = true)]
async fn n108_initialize_names_a_session_of_visible_ascii() {
    let mut opened = client().post(initialize("2025-11-25")).await;
    assert_eq!(opened.status, StatusCode::OK);
    let session = opened.header("mcp-session-id").unwrap().to_owned();
    assert!(session.len() >= 32 && session.bytes().all(|byte| byte.is_ascii_graphic()));
    assert_eq!(opened.json().await["id"], 0);
}

#[tokio::test(start_paused = true)]
async fn n108_each_initialize_names_another_and_a_refused_one_names_none() {
    let client = client();
    let [one, two] = [
        client.post(initialize("2025-11-25")).await,
        client.post(initialize("2025-06-18")).await,
    ];
    assert_ne!(one.header("mcp-session-id"), two.header("mcp-session-id"));
    let refused = client.post(request(1, "initialize", json!({}))).await;
    assert_eq!(refused.header("mcp-session-id"), None);
}

#[tokio::test(start_paused = true)]
async fn n109_without_an_id_400_and_n110_with_an_unknown_one_404() {
    let ready = client().ready("2025-11-25").await;
    let unnamed = ready.without("mcp-session-id");
    let stranger = ready.with("mcp-session-id", "7e8a2c9e-0000-4000-8000-000000000000");
    let said = notification("notifications/initialized", json!({}));
    for (client, status) in [(unnamed, 400), (stranger, 404)] {
        assert_eq!(client.post(ping()).await.status, status);
        assert_eq!(client.post(said.clone()).await.status, status);
        assert_eq!(client.get().await.status, status);
        assert_eq!(client.delete().await.status, status);
    }
}

#[tokio::test(start_paused = true)]
async fn n110_n111_delete_is_204_and_the_session_404_from_then_on() {
    let ready = client().ready("2025-11-25").await;
    let other = ready.another().ready("2025-11-25").await;
    let mut ended = ready.delete().await;
    assert_eq!(ended.status, StatusCode::NO_CONTENT);
    assert!(ended.bytes().await.is_empty());
    assert_eq!(ready.post(ping()).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ready.get().await.status, StatusCode::NOT_FOUND);
    assert_eq!(ready.delete().await.status, StatusCode::NOT_FOUND);
    assert_eq!(other.post(ping()).await.status, StatusCode::OK);
}

#[tokio::test(start_paused = true)]
async fn c11_n_tasks_outlive_their_session() {
    let ready = client().ready("2025-11-25").await;
    let call = json!({ "name": "run", "arguments": {}, "task": {} });
    let made = ready.result(1, "tools/call", call).await;
    let params = json!({ "taskId": made["task"]["taskId"] });
    ready.delete().await;
    let again = ready.another().ready("2025-11-25").await;
    let result = again.result(2, "tasks/result", params).await;
    assert_eq!(result["content"][0]["text"], "done");
}

#[tokio::test(start_paused = true)]
async fn n98_notifications_and_responses_are_accepted_with_an_empty_202() {
    let ready = client().ready("2025-11-25").await;
    for message in [
        notification("notifications/roots/list_changed", json!({})),
        notification("notifications/no/such", json!({})),
        json!({ "jsonrpc": "2.0", "id": "never-asked", "result": {} }),
        json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -1, "message": "" } }),
    ] {
        let mut accepted = ready.post(message).await;
        assert_eq!(accepted.status, StatusCode::ACCEPTED);
        assert!(accepted.bytes().await.is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn n113_a_version_that_is_none_400_whatever_the_message() {
    let ready = client().ready("2025-11-25").await;
    for value in ["banana", "", "2025-11-26"] {
        let wrong = ready.with("mcp-protocol-version", value);
        let said = notification("notifications/roots/list_changed", json!({}));
        assert_eq!(wrong.post(ping()).await.status, 400, "{value:?}");
        assert_eq!(wrong.post(said).await.status, 400, "{value:?}");
        assert_eq!(wrong.get().await.status, 400, "{value:?}");
        assert_eq!(wrong.delete().await.status, 400, "{value:?}");
    }
    assert_eq!(ready.post(ping()).await.status, 200, "it is still there");
}

#[tokio::test(start_paused = true)]
async fn n114_within_a_session_the_version_is_known_without_its_header() {
    let ready = client().ready("2025-11-25").await;
    let silent = ready.without("mcp-protocol-version");
    assert_eq!(silent.post(ping()).await.status, StatusCode::OK);
}

#[tokio::test(start_paused = true)]
async fn n115_accept_and_content_type() {
    let ready = client().ready("2025-11-25").await;
    for accept in ["application/json", "text/event-stream", "text/html"] {
        let refused = ready.with("accept", accept).post(ping()).await;
        assert_eq!(refused.status, StatusCode::NOT_ACCEPTABLE, "{accept}");
    }
    let refused = ready.without("accept").post(ping()).await;
    assert_eq!(refused.status, StatusCode::NOT_ACCEPTABLE);
    let refused = ready.with("accept", "application/json").get().await;
    assert_eq!(refused.status, StatusCode::NOT_ACCEPTABLE);
    for kind in ["text/plain", "application/jsonp", ""] {
        let refused = ready.with("content-type", kind).post(ping()).await;
        assert_eq!(refused.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{kind}");
    }
    let usual = ready.with("content-type", "application/json; charset=utf-8");
    assert_eq!(usual.post(ping()).await.status, StatusCode::OK);
}

#[tokio::test(start_paused = true)]
async fn n96_host_and_origin() {
    let client = client();
    for (name, value, status) in [
        ("host", "evil.example", 403),
        ("host", "localhost:8080", 200),
        ("origin", "http://evil.example", 403),
        ("origin", "null", 403),
        ("origin", "http://localhost:3000", 200),
    ] {
        let client = client.with(name, value);
        let opened = client.post(initialize("2025-11-25")).await;
        assert_eq!(opened.status, status, "{name}: {value}");
    }
    let foreign = client.with("origin", "http://evil.example");
    assert_eq!(foreign.get().await.status, StatusCode::FORBIDDEN);
    assert_eq!(foreign.delete().await.status, StatusCode::FORBIDDEN);
    let mut refused = foreign.post(ping()).await;
    let error = refused.json().await;
    assert!(error.get("id").is_none_or(Value::is_null), "{error}");
}

#[tokio::test(start_paused = true)]
async fn n115_unparsable_is_400_under_no_id() {
    let ready = client().ready("2025-11-25").await;
    for body in [
        &b"{"[..],
        b"",
        b"nul",
        b"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\"}",
    ] {
        let mut refused = ready.send(Method::POST, Body::from(body.to_vec())).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        let error = refused.json().await;
        assert_eq!(error["error"]["code"], -32700, "{error}");
        assert!(error.get("id").is_none(), "{error}");
    }
    let batch = json!([ping()]).to_string();
    let mut refused = ready.send(Method::POST, batch).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "N-97");
    assert_eq!(refused.json().await["error"]["code"], -32600);
}

#[tokio::test(start_paused = true)]
async fn a_body_past_the_limit_is_413_and_one_within_it_is_read() {
    let server = echoing().max_message_bytes(2000).build().unwrap();
    let ready = Client::new(&server).ready("2025-11-25").await;
    let call = |length| {
        let params = json!({ "name": "echo", "arguments": { "message": "x".repeat(length) } });
        ready.post(request(1, "tools/call", params))
    };
    assert_eq!(call(1500).await.status, StatusCode::OK);
    assert_eq!(call(2000).await.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test(start_paused = true)]
async fn n95_other_methods_are_405_and_say_which_there_are() {
    let refused = client().send(Method::PUT, Body::empty()).await;
    assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(refused.header("allow"), Some("POST, GET, DELETE"));
}

#[tokio::test(start_paused = true)]
async fn c27_a_batch_of_2025_03_26_is_answered_as_one() {
    let ready = client().ready("2025-03-26").await;
    let requests: Vec<_> = (0..100).map(|id| request(id, "ping", json!({}))).collect();
    let body = Value::from(requests).to_string();
    let mut answered = ready.send(Method::POST, body).await;
    answered.is_stream();
    let answers = answered.rest().await;
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0].as_array().unwrap().len(), 100);
}

#[tokio::test(start_paused = true)]
async fn c27_n98_a_batch_without_a_request_is_accepted_with_202() {
    let ready = client().ready("2025-03-26").await;
    let said = notification("notifications/roots/list_changed", json!({}));
    let body = json!([said, said]).to_string();
    let mut accepted = ready.send(Method::POST, body).await;
    assert_eq!(accepted.status, StatusCode::ACCEPTED);
    assert!(accepted.bytes().await.is_empty());
}
