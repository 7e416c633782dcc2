//! What only shows from within: connections of different owners, and a process that is told to
//! stop.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::serve::{self, Ending};
use super::{Error, OUTGOING, Server, transport};
use crate::task::Owner;
use crate::{TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError};

/// Waits for a permit of the test's.
struct Hold;

impl Tool for Hold {
    type Input = serde_json::Map<String, Value>;
    type Output = &'static str;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("hold").with_task(TaskSupport::Optional)
    }

    async fn call(_: Self::Input, context: TaskContext) -> Result<&'static str, ToolError> {
        let gate = context.state::<Gate>().unwrap();
        gate.0.acquire().await?.forget();
        Ok("done")
    }
}

#[derive(Clone)]
struct Gate(Arc<Semaphore>);

fn server() -> (Server, Gate) {
    let gate = Gate(Arc::new(Semaphore::new(0)));
    let server = Server::builder("s", "1")
        .tool::<Hold>()
        .state(gate.clone())
        .drain(Duration::from_secs(10))
        .cancel_grace(Duration::from_secs(1));
    (server.build().unwrap(), gate)
}

struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
    served: JoinHandle<Result<(), Error>>,
}

impl Client {
    /// Connects as `owner`, to a process that is told to stop by the sender, or by its end.
    async fn new(server: &Server, owner: &str) -> (Self, oneshot::Sender<()>) {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (read, write) = tokio::io::split(theirs);
        let (out, outgoing) = mpsc::channel(OUTGOING);
        let written = transport::write_to(write, outgoing);
        let incoming = transport::read_from(read);
        let (stop, stopped) = oneshot::channel();
        let stopped = Box::pin(async move {
            let _ = stopped.await;
        });
        let served = tokio::spawn(serve::serve(
            Arc::clone(&server.core),
            Owner::from(owner),
            incoming,
            out,
            written,
            Ending::Process(stopped),
        ));
        let (read, write) = tokio::io::split(ours);
        let lines = BufReader::new(read).lines();
        let mut client = Self {
            lines,
            write,
            served,
        };
        let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {} });
        client.request("initialize", params).await;
        (client, stop)
    }

    async fn send(&mut self, id: &str, method: &str, params: Value) {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let line = request.to_string() + "\n";
        self.write.write_all(line.as_bytes()).await.unwrap();
    }

    async fn next(&mut self) -> Option<Value> {
        let line = self.lines.next_line().await.unwrap()?;
        Some(serde_json::from_str(&line).unwrap())
    }

    async fn request(&mut self, method: &str, params: Value) -> Value {
        self.send(method, method, params).await;
        self.next().await.unwrap()
    }

    /// Starts a task and a plain call.
    async fn start_both(&mut self) {
        let meta = json!({ "modelcontextprotocol.io/task": { "taskId": "t" } });
        self.send(
            "task",
            "tools/call",
            json!({ "name": "hold", "_meta": meta }),
        )
        .await;
        self.next().await.unwrap();
        self.send("plain", "tools/call", json!({ "name": "hold" }))
            .await;
        // Answered after both have begun.
        self.request("ping", json!({})).await;
    }

    async fn rest(&mut self) -> Vec<Value> {
        let mut rest = Vec::new();
        while let Some(message) = self.next().await {
            rest.push(message);
        }
        rest.sort_by_key(|message| message["id"].to_string());
        rest
    }
}

#[tokio::test(start_paused = true)]
async fn d41_connections_of_different_owners_do_not_see_each_others_tasks() {
    let (server, gate) = server();
    let ((mut a, _stop_a), (mut b, _stop_b)) = (
        Client::new(&server, "a").await,
        Client::new(&server, "b").await,
    );
    a.start_both().await;
    gate.0.add_permits(2);
    a.next().await.unwrap();
    a.next().await.unwrap();
    let task = json!({ "taskId": "t" });
    for (method, failed) in [
        ("tasks/get", "Failed to retrieve task"),
        ("tasks/result", "Failed to retrieve task"),
        ("tasks/delete", "Cannot delete task"),
    ] {
        let error = &b.request(method, task.clone()).await["error"];
        assert_eq!(error["code"], -32602);
        assert_eq!(error["message"], format!("{failed}: Task not found"));
    }
    let listed = b.request("tasks/list", json!({})).await;
    assert_eq!(listed["result"], json!({ "tasks": [] }));
    let found = a.request("tasks/get", task).await;
    assert_eq!(found["result"]["status"], "completed");
    // The same id is free to the other.
    b.start_both().await;
}

#[tokio::test(start_paused = true)]
async fn a_process_that_is_told_to_stop_answers_what_ends_in_time() {
    let (server, gate) = server();
    let (mut client, stop) = Client::new(&server, "a").await;
    client.start_both().await;
    stop.send(()).unwrap();
    tokio::time::sleep(Duration::from_secs(9)).await;
    gate.0.add_permits(2);
    let rest = client.rest().await;
    assert_eq!(rest.len(), 2, "{rest:?}");
    for answer in &rest {
        assert_eq!(answer["result"]["content"][0]["text"], "done");
    }
    client.served.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn r23_what_does_not_end_in_time_is_cancelled_and_its_record_says_why() {
    let (server, _gate) = server();
    let (mut client, stop) = Client::new(&server, "a").await;
    client.start_both().await;
    let told = tokio::time::Instant::now();
    stop.send(()).unwrap();
    let rest = client.rest().await;
    client.served.await.unwrap().unwrap();
    assert!(told.elapsed() < Duration::from_secs(12));
    let errors: Vec<_> = rest
        .iter()
        .map(|answer| (answer["id"].clone(), answer["error"].clone()))
        .collect();
    let plain = json!({ "code": -32603, "message": "The server is shutting down" });
    let text = "Task was cancelled: the server is shutting down";
    let task = json!({ "code": -32800, "message": text });
    assert_eq!(errors, [(json!("plain"), plain), (json!("task"), task)]);

    let (mut client, _stop) = Client::new(&server, "a").await;
    let found = client.request("tasks/get", json!({ "taskId": "t" })).await;
    assert_eq!(found["result"]["status"], "cancelled");
}

#[tokio::test(start_paused = true)]
async fn requests_after_the_stop_are_not_served() {
    let (server, gate) = server();
    let (mut client, stop) = Client::new(&server, "a").await;
    client.start_both().await;
    stop.send(()).unwrap();
    tokio::task::yield_now().await;
    client.send("late", "ping", json!({})).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    gate.0.add_permits(2);
    let rest = client.rest().await;
    assert!(rest.iter().all(|answer| answer["id"] != "late"), "{rest:?}");
}
