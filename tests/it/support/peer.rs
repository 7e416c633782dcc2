//! A client that sees every line that a server writes, and keeps what both sides said.

use std::collections::VecDeque;
use std::time::Duration;

use mcp_tasks_runtime::{Error, Server};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf,
    WriteHalf,
};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::lint::Lint;
use super::{NEWEST, link, task_call};

/// How long a message may take. Under a paused clock it passes at once when nothing is left to do.
const PATIENCE: Duration = Duration::from_secs(100);

/// Within so long whatever is ready to be sent is sent. Under a paused clock no time passes while
/// anything can still happen, so this is exact there.
const MOMENT: Duration = Duration::from_millis(1);

/// A line of a session.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    Client(Value),
    Server(Value),
}

/// The client's end of a connection.
pub(crate) struct Peer {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
    /// What came while something else was waited for.
    inbox: VecDeque<Value>,
    next_id: i64,
    said: Vec<Said>,
    lint: Lint,
    served: JoinHandle<Result<(), Error>>,
}

impl Peer {
    /// Connects, and says nothing yet.
    pub(crate) fn connect(server: &Server) -> Self {
        Self::connect_through(server, 1 << 20)
    }

    /// Connects through pipes that hold at most so many bytes.
    pub(crate) fn connect_through(server: &Server, capacity: usize) -> Self {
        let (ours, theirs) = tokio::io::duplex(capacity);
        let (read, write) = tokio::io::split(theirs);
        let server = server.clone();
        let served = tokio::spawn(async move { server.serve(read, write).await });
        let (read, write) = tokio::io::split(ours);
        Self {
            lines: BufReader::new(read).lines(),
            write,
            inbox: VecDeque::new(),
            next_id: 1000,
            said: Vec::new(),
            lint: Lint::default(),
            served,
        }
    }

    /// Connects and agrees on the newest version, as a client that answers everything.
    pub(crate) async fn ready(server: &Server) -> Self {
        Self::ready_at(server, NEWEST).await
    }

    pub(crate) async fn ready_at(server: &Server, version: &str) -> Self {
        let mut peer = Self::connect(server);
        let result = peer.initialize(version).await;
        assert_eq!(result["result"]["protocolVersion"], version, "{result}");
        peer
    }

    /// Does the handshake, and gives the answer to it.
    pub(crate) async fn initialize(&mut self, version: &str) -> Value {
        let params = json!({
            "protocolVersion": version,
            "capabilities": { "elicitation": {}, "sampling": {}, "roots": {} },
            "clientInfo": { "name": "tests", "version": "1" },
        });
        let answer = self.request("initialize", params).await;
        self.notify("notifications/initialized", json!({})).await;
        answer
    }

    /// Sends bytes as they are.
    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        self.write.write_all(bytes).await.unwrap();
    }

    /// Sends a line.
    pub(crate) async fn send_line(&mut self, text: &str) {
        if let Ok(message) = serde_json::from_str(text) {
            self.lint.said(&message);
            self.said.push(Said::Client(message));
        }
        self.send_bytes(format!("{text}\n").as_bytes()).await;
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.send_line(&message.to_string()).await;
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }))
            .await;
    }

    /// Sends a request, and gives its id.
    pub(crate) async fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await;
        id
    }

    /// Sends a request, and gives the whole answer. What else comes meanwhile is kept.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params).await;
        self.answer(id).await
    }

    /// Sends a request, and gives the result.
    pub(crate) async fn result(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.request(method, params).await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Sends a request, and gives code and message of the error.
    pub(crate) async fn error(&mut self, method: &str, params: Value) -> (i64, String) {
        let answer = self.request(method, params).await;
        error_of(&answer)
    }

    /// The answer to a request that was sent.
    pub(crate) async fn answer(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into();
        self.wait_for(|message| message.get("method").is_none() && message["id"] == id)
            .await
    }

    /// The next message, in the order in which they came.
    pub(crate) async fn next(&mut self) -> Value {
        match self.inbox.pop_front() {
            Some(message) => message,
            None => self.read().await,
        }
    }

    /// The next notification or request of that method.
    pub(crate) async fn expect(&mut self, method: &str) -> Value {
        self.wait_for(|message| message["method"] == method).await
    }

    async fn wait_for(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.inbox.iter().position(&wanted) {
            return self.inbox.remove(place).unwrap();
        }
        loop {
            let message = self.read().await;
            if wanted(&message) {
                return message;
            }
            self.inbox.push_back(message);
        }
    }

    async fn read(&mut self) -> Value {
        self.line().await.expect("the server has gone")
    }

    /// The next message from the stream; `None` at its end.
    async fn line(&mut self) -> Option<Value> {
        let line = timeout(PATIENCE, self.lines.next_line()).await;
        let line = line.expect("nothing comes any more").unwrap()?;
        let message: Value = serde_json::from_str(&line).unwrap();
        self.lint.heard(&message);
        self.said.push(Said::Server(message.clone()));
        Some(message)
    }

    /// The next line, as it came; nothing is to have come before.
    pub(crate) async fn raw_line(&mut self) -> String {
        assert!(self.inbox.is_empty(), "{:?}", self.inbox);
        let line = timeout(PATIENCE, self.lines.next_line()).await;
        line.expect("nothing comes any more").unwrap().unwrap()
    }

    /// Nothing has come, and nothing comes.
    pub(crate) async fn silence(&mut self) {
        let came = self.pending().await;
        assert_eq!(came, [] as [Value; 0], "nothing should come");
    }

    /// What has come, and what comes within a moment.
    pub(crate) async fn pending(&mut self) -> Vec<Value> {
        while let Ok(Some(message)) = timeout(MOMENT, self.line()).await {
            self.inbox.push_back(message);
        }
        self.inbox.drain(..).collect()
    }

    /// Ends the stream to the server.
    pub(crate) async fn end(&mut self) {
        self.write.shutdown().await.unwrap();
    }

    /// What came up to the end of the stream.
    pub(crate) async fn rest(&mut self) -> Vec<Value> {
        while let Some(message) = self.line().await {
            self.inbox.push_back(message);
        }
        self.inbox.drain(..).collect()
    }

    /// What bytes came up to the end of the stream, whole lines or not.
    pub(crate) async fn tail(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let end = self.lines.get_mut().read_to_end(&mut bytes);
        let read = timeout(PATIENCE, end).await;
        read.expect("the stream does not end").unwrap();
        bytes
    }

    /// What serving this connection ended with.
    pub(crate) async fn served(&mut self) -> Result<(), Error> {
        (&mut self.served).await.unwrap()
    }

    /// All that was said so far.
    pub(crate) fn transcript(&self) -> &[Said] {
        &self.said
    }
}

/// The draft dialect.
impl Peer {
    /// Calls a tool as a task, waits until the task can be read, and gives the request's id.
    pub(crate) async fn start(&mut self, tool: &str, arguments: Value, task: &str) -> i64 {
        let id = self
            .begin("tools/call", task_call(tool, arguments, task))
            .await;
        self.created(task).await;
        id
    }

    /// Waits for the notification that the task can be read.
    pub(crate) async fn created(&mut self, task: &str) {
        let (method, meta) = ("notifications/tasks/created", link(task));
        self.wait_for(|message| message["method"] == method && message["params"]["_meta"] == meta)
            .await;
    }

    pub(crate) async fn get(&mut self, task: &str) -> Value {
        self.result("tasks/get", json!({ "taskId": task, "_meta": link(task) }))
            .await
    }

    pub(crate) async fn status(&mut self, task: &str) -> String {
        self.get(task).await["status"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn cancel(&mut self, request: i64) {
        self.notify("notifications/cancelled", json!({ "requestId": request }))
            .await;
    }
}

/// Code and message of an answer that is an error.
#[track_caller]
pub(crate) fn error_of(answer: &Value) -> (i64, String) {
    let error = &answer["error"];
    let code = error["code"].as_i64();
    let message = error["message"].as_str();
    match (code, message) {
        (Some(code), Some(message)) => (code, message.to_owned()),
        _ => panic!("no error: {answer}"),
    }
}
