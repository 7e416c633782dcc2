//! A server that does what its test says, line by line.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex,
    split,
};
use tokio::time::timeout;

use crate::client::{CallTool, Client, ClientBuilder, ClientError, PendingRequest};
use crate::task::TaskId;

pub(super) const LINK: &str = "modelcontextprotocol.io/related-task";
pub(super) const OPT_IN: &str = "modelcontextprotocol.io/task";

pub(super) const SECOND: Duration = Duration::from_secs(1);
pub(super) const HOUR: Duration = Duration::from_secs(3600);

pub(super) struct FakeServer {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
}

/// A client that has shaken hands, and its server.
pub(super) async fn connected() -> (Client, FakeServer) {
    connected_with(Client::builder()).await
}

pub(super) async fn connected_with(builder: ClientBuilder) -> (Client, FakeServer) {
    let (client, server) = shake_hands(builder, "2025-06-18").await;
    (client.expect("the handshake succeeds"), server)
}

/// Shakes hands; the server answers with that version.
pub(super) async fn shake_hands(
    builder: ClientBuilder,
    version: &str,
) -> (Result<Client, ClientError>, FakeServer) {
    let (near, mut server) = FakeServer::new();
    let (reader, writer) = split(near);
    let serving = async {
        let initialize = server.expect("initialize").await;
        let result = json!({
            "protocolVersion": version,
            "capabilities": { "tools": {}, "tasks": { "requests": { "tools": { "call": true } } } },
            "serverInfo": { "name": "fake", "title": "A fake", "version": "7", "more": [1] },
            "instructions": "Be kind.",
        });
        server.answer(&initialize, result).await;
    };
    let (client, ()) = tokio::join!(builder.connect(reader, writer), serving);
    if client.is_ok() {
        server.expect("notifications/initialized").await;
    }
    (client, server)
}

/// Begins a call with a task of the id `t`, and gives its request as the server got it.
pub(super) async fn begin_task(
    client: &Client,
    server: &mut FakeServer,
    call: CallTool,
) -> (PendingRequest, Value) {
    let pending = client.begin_call_tool(call).await.expect("it is sent");
    let request = server.expect("tools/call").await;
    (pending, request)
}

pub(super) fn task(id: &str, status: &str) -> Value {
    json!({
        "taskId": id, "status": status, "keepAlive": null,
        "_meta": { LINK: { "taskId": id } },
    })
}

pub(super) fn text(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": false })
}

impl FakeServer {
    /// A server, and the client's end of the stream.
    pub(super) fn new() -> (DuplexStream, Self) {
        Self::with_room(64 * 1024)
    }

    pub(super) fn with_room(bytes: usize) -> (DuplexStream, Self) {
        let (near, far) = duplex(bytes);
        let (reader, writer) = split(far);
        let lines = BufReader::new(reader).lines();
        (near, Self { lines, writer })
    }

    /// The next message; `None` when the client ended the stream.
    pub(super) async fn receive(&mut self) -> Option<Value> {
        let line = self.lines.next_line().await.expect("the stream is whole")?;
        Some(serde_json::from_str(&line).expect("the client sends JSON"))
    }

    /// The next message, which has that method.
    pub(super) async fn expect(&mut self, method: &str) -> Value {
        let message = self.receive().await.expect("a message");
        assert_eq!(message["method"], method, "{message}");
        message
    }

    /// Nothing comes for so long.
    pub(super) async fn hears_nothing(&mut self, during: Duration) {
        if let Ok(message) = timeout(during, self.receive()).await {
            panic!("unexpected: {message:?}");
        }
    }

    pub(super) async fn send_line(&mut self, line: &str) {
        self.writer.write_all(line.as_bytes()).await.expect("open");
        self.writer.write_all(b"\n").await.expect("open");
    }

    pub(super) async fn send(&mut self, message: Value) {
        self.send_line(&message.to_string()).await;
    }

    pub(super) async fn answer(&mut self, request: &Value, result: Value) {
        self.send(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }))
            .await;
    }

    pub(super) async fn refuse(&mut self, request: &Value, code: i64, message: &str) {
        let error = json!({ "code": code, "message": message });
        self.send(json!({ "jsonrpc": "2.0", "id": request["id"], "error": error }))
            .await;
    }

    pub(super) async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }))
            .await;
    }

    /// Says that the task which the request asks for can be read, and gives its id.
    pub(super) async fn create(&mut self, request: &Value) -> TaskId {
        let id = request["params"]["_meta"][OPT_IN]["taskId"]
            .as_str()
            .expect("a task is asked for");
        let params = json!({ "_meta": { LINK: { "taskId": id } } });
        self.notify("notifications/tasks/created", params).await;
        TaskId::from(id)
    }

    /// Answers the next message, which asks for a task, with that status.
    pub(super) async fn tell_status(&mut self, status: &str) {
        let get = self.expect("tasks/get").await;
        let id = get["params"]["taskId"].as_str().expect("an id").to_owned();
        self.answer(&get, task(&id, status)).await;
    }
}
