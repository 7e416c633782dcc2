//! The connection itself: what it survives, what it shows, how it ends.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::split;
use tokio::time::{Instant, timeout};

use super::fake::{FakeServer, HOUR, SECOND, begin_task, connected, connected_with, text};
use crate::client::{CallTool, Client, ClientError, Direction};

/// The server answers a ping, so that all that it sent before was read.
async fn ping(client: &Client, server: &mut FakeServer) {
    let serving = async {
        let ping = server.expect("ping").await;
        server.answer(&ping, json!({})).await;
    };
    let (pong, ()) = tokio::join!(client.ping(), serving);
    pong.unwrap();
}

#[tokio::test(start_paused = true)]
async fn malformed_lines_are_passed_over() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    for line in [
        "no JSON at all",
        "{\"jsonrpc\":\"2.0\",",
        "",
        "   ",
        "[]",
        "[1,{}]",
        "null",
        "{}",
        "{\"jsonrpc\":\"1.0\",\"id\":5,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\",\"params\":[]}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"?\"}}",
        "{\"jsonrpc\":\"2.0\",\"method\":5}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks/created\",\"params\":[]}",
    ] {
        server.send_line(line).await;
    }
    server.answer(&request, text("still here")).await;
    assert_eq!(pending.result().await.unwrap().text(), "still here");
}

#[tokio::test(start_paused = true)]
async fn a_member_that_does_not_apply_may_be_null() {
    let (client, mut server) = connected().await;
    let (one, request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    let id = &request["id"];
    server
        .send(json!({ "jsonrpc": "2.0", "id": id, "result": text("ok"), "error": null }))
        .await;
    assert_eq!(one.result().await.unwrap().text(), "ok");
    let (two, request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    let (id, error) = (&request["id"], json!({ "code": 5, "message": "no" }));
    server
        .send(json!({ "jsonrpc": "2.0", "id": id, "result": null, "error": error }))
        .await;
    assert_eq!(two.result().await.unwrap_err().code(), Some(5));
    let (three, request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    let (id, error) = (&request["id"], json!({ "code": 6, "message": "no" }));
    server
        .send(json!({ "jsonrpc": "2.0", "id": id, "result": {}, "error": error }))
        .await;
    assert_eq!(
        three.result().await.unwrap_err().code(),
        Some(6),
        "an error is one"
    );
}

#[tokio::test(start_paused = true)]
async fn answers_that_nobody_waits_for_are_ignored() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    for id in [json!(99), json!("1"), json!(-1), json!(u64::MAX)] {
        server.answer(&json!({ "id": id }), json!({})).await;
    }
    server.answer(&request, text("first")).await;
    server.answer(&request, text("second")).await;
    assert_eq!(pending.result().await.unwrap().text(), "first");
    ping(&client, &mut server).await;
    assert_eq!(pending.result().await.unwrap().text(), "first");
}

#[tokio::test(start_paused = true)]
async fn n74_a_dropped_call_is_forgotten_without_a_word() {
    let (client, mut server) = connected().await;
    let waiting = timeout(SECOND, client.call_tool("t", &()));
    assert!(waiting.await.is_err());
    let request = server.expect("tools/call").await;
    server.hears_nothing(HOUR).await;
    server.answer(&request, text("late")).await;
    ping(&client, &mut server).await;
}

#[tokio::test(start_paused = true)]
async fn a_batch_is_taken_apart() {
    let (client, mut server) = connected().await;
    let (one, first) = begin_task(&client, &mut server, CallTool::new("t")).await;
    let (two, second) = begin_task(&client, &mut server, CallTool::new("t")).await;
    let answer = |request: &Value, says| json!({ "jsonrpc": "2.0", "id": request["id"], "result": text(says) });
    server
        .send(json!([answer(&second, "2"), answer(&first, "1")]))
        .await;
    assert_eq!(one.result().await.unwrap().text(), "1");
    assert_eq!(two.result().await.unwrap().text(), "2");
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_too_long_is_skipped() {
    let builder = Client::builder().longest_message(1000);
    let (client, mut server) = connected_with(builder).await;
    let call = CallTool::new("t").timeout(SECOND);
    let (pending, request) = begin_task(&client, &mut server, call).await;
    server.answer(&request, text(&"x".repeat(2000))).await;
    let outcome = pending.result().await;
    assert!(matches!(outcome, Err(ClientError::Timeout { .. })));
    server.expect("notifications/cancelled").await;
    ping(&client, &mut server).await;
}

#[tokio::test(start_paused = true)]
async fn every_message_is_shown_as_it_crosses_the_wire() {
    let shown = Arc::new(Mutex::new(Vec::new()));
    let notified = Arc::new(Mutex::new(Vec::new()));
    let (wire, notes) = (shown.clone(), notified.clone());
    let builder = Client::builder()
        .on_wire(move |direction, json: &str| {
            wire.lock().unwrap().push((direction, json.to_owned()));
            panic!("passed over");
        })
        .on_notification(move |method, params| {
            let params = params.map(|raw| raw.get().to_owned());
            notes.lock().unwrap().push((method.to_owned(), params));
            panic!("passed over");
        });
    let (client, mut server) = connected_with(builder).await;
    shown.lock().unwrap().clear();
    server.send_line("not JSON").await;
    server
        .notify("notifications/vendor", json!({ "a": 1 }))
        .await;
    ping(&client, &mut server).await;
    let sent = |json: &str| (Direction::Sent, json.to_owned());
    let received = |json: &str| (Direction::Received, json.to_owned());
    let mut shown = shown.lock().unwrap().clone();
    shown.sort_by_key(|(direction, _)| *direction == Direction::Received);
    assert_eq!(
        shown,
        [
            sent(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#),
            received("not JSON"),
            received(r#"{"jsonrpc":"2.0","method":"notifications/vendor","params":{"a":1}}"#),
            received(r#"{"id":2,"jsonrpc":"2.0","result":{}}"#),
        ]
    );
    let expected = (
        "notifications/vendor".to_owned(),
        Some(r#"{"a":1}"#.to_owned()),
    );
    assert_eq!(*notified.lock().unwrap(), [expected]);
}

#[tokio::test(start_paused = true)]
async fn a_lost_connection_fails_what_is_open_and_what_follows() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    server.create(&request).await;
    let serving = async {
        server.tell_status("working").await;
        drop(server);
    };
    let (outcome, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
    let error = outcome.unwrap_err();
    assert!(matches!(error, ClientError::Disconnected { .. }), "{error}");
    assert!(client.is_closed());
    let error = client.ping().await.unwrap_err();
    assert_eq!(error.to_string(), "the connection to the server is gone");
    let error = pending.cancel(None).await;
    assert!(error.is_ok(), "there is nothing to cancel any more");
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_cannot_be_written_to_tells_why() {
    let (near, far) = tokio::io::duplex(1024);
    let (reader, _) = split(near);
    let connecting = Client::connect(reader, Broken);
    let error = connecting.await.unwrap_err();
    let ClientError::Disconnected { source } = &error else {
        panic!("{error}")
    };
    assert_eq!(source.as_ref().unwrap().to_string(), "it is broken");
    assert!(std::error::Error::source(&error).is_some());
    drop(far);
}

/// A stream that cannot be written to.
struct Broken;

impl tokio::io::AsyncWrite for Broken {
    fn poll_write(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
        _: &[u8],
    ) -> std::task::Poll<std::io::Result<usize>> {
        std::task::Poll::Ready(Err(std::io::Error::other("it is broken")))
    }

    fn poll_flush(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<std::io::Result<()>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn poll_shutdown(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<std::io::Result<()>> {
        std::task::Poll::Ready(Ok(()))
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_does_not_read_does_not_stop_the_reading() {
    let (near, mut server) = FakeServer::with_room(256);
    let (reader, writer) = split(near);
    let serving = async {
        let initialize = server.expect("initialize").await;
        let result = json!({ "protocolVersion": "2025-06-18", "capabilities": {} });
        server.answer(&initialize, result).await;
        server.expect("notifications/initialized").await;
    };
    let (client, ()) = tokio::join!(Client::connect(reader, writer), serving);
    let client = client.unwrap();
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    // More answers to pings than there is room for, on the wire and before it.
    for id in 0..200 {
        server
            .send(json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }))
            .await;
    }
    server.answer(&request, text("through")).await;
    assert_eq!(pending.result().await.unwrap().text(), "through");

    let call = CallTool::new("t").timeout(SECOND);
    let started = Instant::now();
    let error = client.begin_call_tool(call).await.unwrap_err();
    assert!(matches!(error, ClientError::Timeout { .. }), "{error}");
    assert_eq!(started.elapsed(), SECOND);
    for _ in 0..200 {
        assert_eq!(server.receive().await.unwrap()["result"], json!({}));
    }
    server.hears_nothing(SECOND).await;
}

#[tokio::test(start_paused = true)]
async fn closing_lets_the_server_finish() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    let serving = async {
        assert_eq!(server.receive().await, None, "the end of the stream");
        server.answer(&request, text("finished")).await;
        drop(server);
    };
    let (closed, ()) = tokio::join!(client.close(), serving);
    assert_eq!(closed.unwrap(), None);
    assert_eq!(pending.result().await.unwrap().text(), "finished");
    client.close().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn closing_does_not_wait_for_ever() {
    let (client, mut server) = connected_with(Client::builder().close_grace(3 * SECOND)).await;
    let (pending, _request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    let started = Instant::now();
    client.clone().close().await.unwrap();
    assert_eq!(started.elapsed(), 3 * SECOND);
    let outcome = pending.result().await;
    assert!(matches!(outcome, Err(ClientError::Disconnected { .. })));
}

#[tokio::test(start_paused = true)]
async fn the_last_handle_ends_the_connection() {
    let (client, mut server) = connected().await;
    let (pending, _request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    drop(client);
    server.hears_nothing(SECOND).await;
    drop(pending);
    assert_eq!(server.receive().await, None);
}

#[tokio::test(start_paused = true)]
async fn forgotten_requests_leave_nothing_behind() {
    let (client, mut server) = connected().await;
    for round in 0..100 {
        let call = CallTool::new("t").task();
        let (pending, request) = begin_task(&client, &mut server, call).await;
        if round % 2 == 0 {
            server.answer(&request, text("done")).await;
            pending.result().await.unwrap();
        }
        drop(pending);
        server.create(&request).await;
    }
    ping(&client, &mut server).await;
    assert_eq!(client.connection().open_requests(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_calls_at_once_each_get_their_own_answer() {
    let (client, mut server) = connected().await;
    let serving = tokio::spawn(async move {
        while let Some(request) = server.receive().await {
            server.create(&request).await;
            let number = request["params"]["arguments"]["n"].to_string();
            server.answer(&request, text(&number)).await;
        }
    });
    let mut calls = tokio::task::JoinSet::new();
    for n in 0..500 {
        let client = client.clone();
        calls.spawn(async move {
            let call = CallTool::new("t").arguments(&json!({ "n": n })).task();
            let pending = client.begin_call_tool(call).await.unwrap();
            (n, pending.result().await.unwrap().text())
        });
    }
    while let Some(called) = calls.join_next().await {
        let (n, answer) = called.unwrap();
        assert_eq!(answer, n.to_string());
    }
    client.close().await.unwrap();
    serving.await.unwrap();
    assert_eq!(client.connection().open_requests(), 0);
}
