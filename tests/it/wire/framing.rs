//! Lines (N-90): how they are told apart, and what is not one.

use mcp_tasks_runtime::ToolResult;
use serde_json::json;
use serde_json::value::RawValue;

use crate::support::{Peer, echoing, error_of, scripted};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[tokio::test(start_paused = true)]
async fn r06_after_garbage_a_good_request_is_served() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let text = format!("\u{feff}\n\r\n   \n\t\r\nthis is garbage\r\n{PING}\r\n");
    peer.send_bytes(text.as_bytes()).await;
    let garbage = peer.next().await;
    assert_eq!(error_of(&garbage).0, -32700);
    assert!(garbage.get("id").is_none(), "{garbage}");
    assert_eq!(
        peer.next().await,
        json!({ "jsonrpc": "2.0", "id": 1, "result": {} })
    );
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn a_byte_order_mark_before_the_first_request() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    peer.send_bytes(format!("\u{feff}{PING}\n").as_bytes())
        .await;
    assert_eq!(peer.next().await["id"], 1);
}

#[tokio::test(start_paused = true)]
async fn invalid_utf8_is_a_parse_error() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    peer.send_bytes(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}\n")
        .await;
    let answer = peer.next().await;
    let text = "Parse error: the message is not UTF-8".to_owned();
    assert_eq!(error_of(&answer), (-32700, text));
    assert!(answer.get("id").is_none());
    peer.send_line(PING).await;
    assert_eq!(peer.next().await["id"], 1);
}

#[tokio::test(start_paused = true)]
async fn a_request_that_comes_byte_by_byte() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    for byte in format!("{PING}\n").bytes() {
        peer.silence().await;
        peer.send_bytes(&[byte]).await;
    }
    assert_eq!(peer.next().await["id"], 1);
}

#[tokio::test(start_paused = true)]
async fn many_requests_in_one_write() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let lines: String = (0..1000)
        .map(|n| format!("{{\"jsonrpc\":\"2.0\",\"id\":{n},\"method\":\"ping\"}}\n"))
        .collect();
    peer.send_bytes(lines.as_bytes()).await;
    for n in 0..1000 {
        assert_eq!(peer.next().await["id"], n);
    }
}

#[tokio::test(start_paused = true)]
async fn the_last_line_needs_no_end() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    peer.send_bytes(PING.as_bytes()).await;
    peer.end().await;
    let rest = peer.rest().await;
    assert_eq!(rest, [json!({ "jsonrpc": "2.0", "id": 1, "result": {} })]);
    peer.served().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_line_of_100_megabytes_is_skipped_and_told_once() {
    let server = echoing().max_message_bytes(64 * 1024).build().unwrap();
    let mut peer = Peer::connect(&server);
    let chunk = vec![b'x'; 1 << 20];
    peer.send_bytes(br#"{"jsonrpc":"2.0","id":5,"method":""#)
        .await;
    for _ in 0..100 {
        peer.send_bytes(&chunk).await;
    }
    peer.send_bytes(format!("\"}}\n{PING}\n").as_bytes()).await;
    let answer = peer.next().await;
    let text = "Invalid request: the message is longer than 65536 bytes".to_owned();
    assert_eq!(error_of(&answer), (-32600, text));
    assert!(answer.get("id").is_none());
    assert_eq!(peer.next().await["id"], 1);
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn a_message_at_the_limit_is_served() {
    let server = echoing().max_message_bytes(1000).build().unwrap();
    let mut peer = Peer::connect(&server);
    let padded = |length: usize| format!("{PING:<length$}");
    peer.send_line(&padded(1000)).await;
    assert_eq!(peer.next().await["id"], 1);
    peer.send_line(&padded(1001)).await;
    assert_eq!(error_of(&peer.next().await).0, -32600);
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_one_line_whatever_is_in_it() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let message = "line\nline\r\n\u{2028}\u{0}\t\"\\ 😀";
    let call = json!({ "name": "echo", "arguments": { "message": message } });
    let result = peer.result("tools/call", call).await;
    assert_eq!(result["content"][0]["text"], message);
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn n90_what_a_tool_gives_over_several_lines_is_sent_as_one() {
    let server = scripted(|_, _| async {
        let pretty: Box<RawValue> = serde_json::from_str("{\n  \"rows\": [\r\n1\n]\n}").unwrap();
        ToolResult::new().with_structured(&pretty)
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let result = peer.result("tools/call", json!({ "name": "run" })).await;
    assert_eq!(result["structuredContent"], json!({ "rows": [1] }));
}
