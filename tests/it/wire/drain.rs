//! The end of a connection: what is in flight is answered, within limits.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use mcp_tasks_runtime::{Server, TaskContext, ToolResult};
use serde_json::{Value, json};
use tokio::io::AsyncWrite;

use crate::support::{Gate, Peer, error_of, held, scripted, text};

/// A server whose connections drain for ten seconds.
fn draining(gate: &Gate) -> Server {
    held(gate).drain(Duration::from_secs(10)).build().unwrap()
}

fn by_id(messages: &[Value], id: i64) -> &Value {
    let found = messages.iter().find(|message| message["id"] == id);
    found.unwrap_or_else(|| panic!("no answer to {id} in {messages:?}"))
}

#[tokio::test(start_paused = true)]
async fn r05_calls_in_flight_are_answered_after_the_end_of_the_stream() {
    let gate = Gate::new();
    let mut peer = Peer::ready(&draining(&gate)).await;
    let plain = peer.begin("tools/call", json!({ "name": "run" })).await;
    let task = peer.start("run", json!({}), "t").await;
    peer.end().await;
    peer.silence().await;
    gate.open();
    let rest = peer.rest().await;
    assert_eq!(rest.len(), 2, "{rest:?}");
    assert_eq!(text(&by_id(&rest, plain)["result"]), "done");
    assert_eq!(text(&by_id(&rest, task)["result"]), "done");
    peer.served().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn r05_requests_just_before_the_end_are_answered() {
    let gate = Gate::new();
    gate.open();
    let mut peer = Peer::ready(&draining(&gate)).await;
    let mut ids = Vec::new();
    for n in 0..50 {
        let params = crate::support::task_call("run", json!({}), &format!("t{n}"));
        ids.push(peer.begin("tools/call", params).await);
        ids.push(peer.begin("ping", json!({})).await);
        ids.push(peer.begin("tools/call", json!({ "name": "run" })).await);
    }
    peer.end().await;
    let rest = peer.rest().await;
    for id in ids {
        assert!(by_id(&rest, id)["result"].is_object());
    }
    peer.served().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn what_runs_beyond_the_drain_time_is_answered_so_and_tasks_go_on() {
    let gate = Gate::new();
    let server = draining(&gate);
    let mut peer = Peer::ready(&server).await;
    let plain = peer.begin("tools/call", json!({ "name": "run" })).await;
    peer.start("run", json!({}), "t").await;
    let ended = tokio::time::Instant::now();
    peer.end().await;
    let rest = peer.rest().await;
    peer.served().await.unwrap();
    let waited = ended.elapsed().as_secs();
    assert!((10..=12).contains(&waited), "{waited}");
    assert_eq!(rest.len(), 1, "{rest:?}");
    let text = "The server is shutting down".to_owned();
    assert_eq!(error_of(by_id(&rest, plain)), (-32603, text));

    let mut peer = Peer::ready(&server).await;
    assert_eq!(peer.status("t").await, "working");
    gate.open();
    peer.silence().await;
    assert_eq!(peer.status("t").await, "completed");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_vanishes_ends_its_calls_but_not_its_tasks() {
    struct OnDrop(Gate);
    impl Drop for OnDrop {
        fn drop(&mut self) {
            self.0.pass_one();
        }
    }
    let (gate, dropped) = (Gate::new(), Gate::new());
    let (held, drops) = (gate.clone(), dropped.clone());
    let server = scripted(move |_, context: TaskContext| {
        let (gate, guard) = (held.clone(), OnDrop(drops.clone()));
        async move {
            tokio::select! {
                () = gate.wait() => {}
                () = context.cancelled() => {}
            }
            drop(guard);
            Ok(ToolResult::text("done"))
        }
    });
    let server = server.build().unwrap();
    let mut peer = Peer::ready(&server).await;
    peer.begin("tools/call", json!({ "name": "run" })).await;
    peer.start("run", json!({}), "t").await;
    // Both directions at once: nothing can be written to it any more.
    drop(peer);
    dropped.wait().await;
    let mut peer = Peer::ready(&server).await;
    assert_eq!(peer.status("t").await, "working");
    gate.open();
    dropped.wait().await;
    while peer.status("t").await == "working" {}
    assert_eq!(peer.status("t").await, "completed");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_reads_no_more_does_not_hold_the_connection_for_ever() {
    let gate = Gate::new();
    gate.open();
    let mut peer = Peer::connect_through(&draining(&gate), 256);
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }).to_string() + "\n";
    // More answers than the pipe holds, of which none is read.
    for _ in 0..50 {
        peer.send_bytes(ping.as_bytes()).await;
    }
    let ended = tokio::time::Instant::now();
    peer.end().await;
    peer.served().await.unwrap();
    let waited = ended.elapsed().as_secs();
    assert!((10..=15).contains(&waited), "{waited}");
    // What was on its way is followed by the end of the stream.
    peer.tail().await;
}

/// A stream to which nothing can be written.
struct Full;

impl AsyncWrite for Full {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, _: &[u8]) -> Poll<io::Result<usize>> {
        Poll::Ready(Err(io::ErrorKind::StorageFull.into()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_fails_is_an_error_and_a_client_that_has_gone_is_none() {
    let server = draining(&Gate::new());
    let ping = &br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#[..];
    let failed = server.serve(ping, Full).await.unwrap_err();
    assert_eq!(failed.to_string(), "the connection failed");

    let (ours, theirs) = tokio::io::duplex(64);
    drop(ours);
    server.serve(ping, theirs).await.unwrap();
}
