//! Requests from the server, and who answers them.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::fake::{FakeServer, HOUR, LINK, SECOND, connected, connected_with};
use crate::client::{Client, ServerRequest};
use crate::task::ErrorBody;

/// Sends a request, and gives the answer without its envelope.
async fn asked(server: &mut FakeServer, id: Value, method: &str, params: Value) -> Value {
    server
        .send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
        .await;
    let mut answer = server.receive().await.expect("an answer");
    assert_eq!(answer["id"], id);
    assert_eq!(answer["jsonrpc"], "2.0");
    let answer = answer.as_object_mut().unwrap();
    answer.remove("id");
    answer.remove("jsonrpc");
    json!(answer)
}

#[tokio::test(start_paused = true)]
async fn n16_ping_is_answered_without_a_handler() {
    let (_client, mut server) = connected().await;
    for id in [json!(1), json!("one"), json!(0)] {
        let answer = asked(&mut server, id, "ping", json!({})).await;
        assert_eq!(answer, json!({ "result": {} }));
    }
}

#[tokio::test(start_paused = true)]
async fn what_nobody_handles_is_no_method() {
    let (_client, mut server) = connected().await;
    for method in ["elicitation/create", "vendor/thing"] {
        let answer = asked(&mut server, json!(1), method, json!({})).await;
        assert_eq!(answer["error"]["code"], -32601);
    }
}

#[tokio::test(start_paused = true)]
async fn d15_d26_the_answer_is_linked_as_the_request_is() {
    let handler = async |request: ServerRequest| {
        let params: Value = request.decode()?;
        let task = request.task_id().map(ToString::to_string);
        Ok(json!({ "action": "accept", "content": { "of": task, "q": params["message"] } }))
    };
    let (_client, mut server) = connected_with(Client::builder().on_elicitation(handler)).await;
    let params = json!({ "message": "why?", "_meta": { LINK: { "taskId": "t" } } });
    let answer = asked(&mut server, json!(901), "elicitation/create", params).await;
    let expected = json!({ "result": {
        "action": "accept", "content": { "of": "t", "q": "why?" },
        "_meta": { LINK: { "taskId": "t" } },
    } });
    assert_eq!(answer, expected);

    let params = json!({ "message": "why?" });
    let answer = asked(&mut server, json!(902), "elicitation/create", params).await;
    let expected = json!({ "result": {
        "action": "accept", "content": { "of": null, "q": "why?" },
    } });
    assert_eq!(answer, expected);
}

#[tokio::test(start_paused = true)]
async fn a_link_joins_the_answers_own_meta() {
    let handler = async |_| Ok(json!({ "model": "m", "_meta": { "own": 1 } }));
    let (_client, mut server) = connected_with(Client::builder().on_sampling(handler)).await;
    let params = json!({ "_meta": { LINK: { "taskId": "t" } } });
    let answer = asked(&mut server, json!(1), "sampling/createMessage", params).await;
    let meta = json!({ "own": 1, LINK: { "taskId": "t" } });
    assert_eq!(answer["result"]["_meta"], meta);
}

#[tokio::test(start_paused = true)]
async fn handlers_that_fail() {
    let refusing = async |_| Err::<(), _>(ErrorBody::new(-1, "user rejected"));
    let panicking = async |_: ServerRequest| -> Result<(), ErrorBody> { panic!("oh") };
    let panicking_at_once = |_| -> std::future::Ready<Result<(), ErrorBody>> { panic!("oh") };
    let builder = Client::builder()
        .on_request("refuses", refusing)
        .on_request("panics", panicking)
        .on_request("panics/at/once", panicking_at_once)
        .on_request("text", async |_| Ok("no object"));
    let (_client, mut server) = connected_with(builder).await;
    let answer = asked(&mut server, json!(1), "refuses", json!({})).await;
    let error = json!({ "error": { "code": -1, "message": "user rejected" } });
    assert_eq!(answer, error);
    for method in ["panics", "panics/at/once", "text"] {
        let answer = asked(&mut server, json!(2), method, json!({})).await;
        assert_eq!(answer["error"]["code"], -32603, "{method}");
    }
    asked(&mut server, json!(3), "ping", json!({})).await;
}

#[tokio::test(start_paused = true)]
async fn a_handler_holds_nothing_up() {
    let slow = async |_| {
        tokio::time::sleep(SECOND).await;
        Ok(json!({ "roots": [] }))
    };
    let (_client, mut server) = connected_with(Client::builder().on_roots(slow)).await;
    server
        .send(json!({ "jsonrpc": "2.0", "id": 1, "method": "roots/list" }))
        .await;
    asked(&mut server, json!(2), "ping", json!({})).await;
    let answer = server.receive().await.unwrap();
    assert_eq!(answer["result"], json!({ "roots": [] }));
}

#[tokio::test(start_paused = true)]
async fn n73_a_withdrawn_request_gets_no_answer() {
    let (dropped, mut seen) = mpsc::channel::<()>(1);
    let handler = move |_| {
        let held = dropped.clone();
        async move {
            tokio::time::sleep(10 * SECOND).await;
            drop(held);
            Ok(json!({}))
        }
    };
    let builder = Client::builder().on_elicitation(handler);
    let (client, mut server) = connected_with(builder).await;
    server
        .send(json!({ "jsonrpc": "2.0", "id": "q", "method": "elicitation/create" }))
        .await;
    tokio::time::sleep(SECOND).await;
    let withdrawn = json!({ "requestId": "q", "reason": "no longer needed" });
    server.notify("notifications/cancelled", withdrawn).await;
    server.hears_nothing(HOUR).await;

    // The end of the connection drops what is still running, and the handler with it.
    server
        .send(json!({ "jsonrpc": "2.0", "id": "r", "method": "elicitation/create" }))
        .await;
    tokio::time::sleep(SECOND).await;
    drop((client, server));
    let gone = tokio::time::timeout(SECOND, seen.recv()).await;
    assert_eq!(gone, Ok(None));
}

#[tokio::test(start_paused = true)]
async fn too_many_requests_at_once_are_refused() {
    let never = async |_| {
        tokio::time::sleep(Duration::MAX).await;
        Ok(json!({}))
    };
    let (_client, mut server) = connected_with(Client::builder().on_roots(never)).await;
    for id in 0..=256 {
        server
            .send(json!({ "jsonrpc": "2.0", "id": id, "method": "roots/list" }))
            .await;
    }
    let answer = server.receive().await.unwrap();
    assert_eq!(answer["id"], 256);
    assert_eq!(answer["error"]["code"], -32603);
}
