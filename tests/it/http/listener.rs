//! The endpoint on a real listener.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::client::request;
use crate::support::echoing;
use crate::support::july::call;

/// Less than a delayed acknowledgement takes. Each call would wait for one, so it is enough that
/// one call did not, however slow the machine is for the others.
const ACKNOWLEDGEMENT: Duration = Duration::from_millis(35);

#[tokio::test]
async fn r07_calls_over_one_connection_wait_for_no_acknowledgement() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = echoing().build().unwrap();
    let serving = tokio::spawn(server.serve_http_on(listener));
    let mut connection = BufReader::new(TcpStream::connect(address).await.unwrap());
    let mut quickest = Duration::MAX;
    for id in 0..100 {
        let body = request(id, "tools/call", call("plain", json!({}))).to_string();
        let length = body.len();
        let sent = format!(
            "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n\
             MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n\
             Mcp-Name: plain\r\n\r\n{body}"
        );
        let begun = Instant::now();
        connection.write_all(sent.as_bytes()).await.unwrap();
        let answer = answer(&mut connection).await;
        quickest = quickest.min(begun.elapsed());
        assert_eq!(answer["id"], id);
        assert_eq!(answer["result"]["content"][0]["text"], "done");
    }
    assert!(quickest < ACKNOWLEDGEMENT, "{quickest:?}");
    serving.abort();
}

/// The JSON of the next response.
async fn answer(connection: &mut BufReader<TcpStream>) -> serde_json::Value {
    let (mut line, mut length) = (String::new(), 0);
    while line != "\r\n" {
        line.clear();
        connection.read_line(&mut line).await.unwrap();
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body).await.unwrap();
    serde_json::from_slice(&body).unwrap()
}
