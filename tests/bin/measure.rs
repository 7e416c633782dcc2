//! What tasks cost a server: instructions for a poll, memory for a task that has ended.
//!
//! `measure poll TASKS POLLS` makes that many finished tasks and polls one of them; run under an
//! instruction counter with two numbers of polls, the difference is the cost of the polls.
//! `measure memory TASKS` makes them with a short retention, and tells the resident memory before,
//! with and after them.

use std::error::Error;
use std::time::Duration;

use mcp_tasks_runtime::{Server, TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError};
use serde_json::{Map, Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

/// How many requests are on their way at once.
const WINDOW: usize = 250;
const RETENTION: Duration = Duration::from_secs(20);

/// Returns its message.
struct Echo;

impl Tool for Echo {
    type Input = Map<String, Value>;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("echo").with_task(TaskSupport::Optional)
    }

    async fn call(input: Self::Input, _: TaskContext) -> Result<String, ToolError> {
        Ok(input["message"].as_str().unwrap_or_default().to_owned())
    }
}

/// A client that counts answers.
struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
}

impl Client {
    async fn new() -> Result<Self, Box<dyn Error>> {
        let server = Server::builder("measure", "0").tool::<Echo>().build()?;
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (reader, writer) = tokio::io::split(theirs);
        tokio::spawn(async move { server.serve(reader, writer).await });
        let (reader, writer) = tokio::io::split(ours);
        let lines = BufReader::new(reader).lines();
        let mut client = Self { lines, writer };
        let params =
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {} });
        client.send(0, "initialize", &params).await?;
        client.take(1).await?;
        Ok(client)
    }

    async fn send(
        &mut self,
        id: usize,
        method: &str,
        params: &Value,
    ) -> Result<(), Box<dyn Error>> {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.writer
            .write_all(format!("{request}\n").as_bytes())
            .await?;
        Ok(())
    }

    async fn take(&mut self, messages: usize) -> Result<(), Box<dyn Error>> {
        for _ in 0..messages {
            self.lines.next_line().await?.ok_or("the server has gone")?;
        }
        Ok(())
    }

    async fn make(
        &mut self,
        tasks: std::ops::Range<usize>,
        keep: Duration,
    ) -> Result<(), Box<dyn Error>> {
        for first in tasks.clone().step_by(WINDOW) {
            let last = tasks.end.min(first + WINDOW);
            for task in first..last {
                let id = format!("786512e2-9e0d-44bd-8f29-{task:012}");
                let wish = json!({ "taskId": id, "keepAlive": keep.as_millis() });
                let meta = json!({ "modelcontextprotocol.io/task": wish });
                let arguments = json!({ "message": "hello world" });
                let call = json!({ "name": "echo", "arguments": arguments, "_meta": meta });
                self.send(task + 1, "tools/call", &call).await?;
            }
            // Each is told of its creation, and answered.
            self.take(2 * (last - first)).await?;
        }
        Ok(())
    }

    async fn poll(&mut self, polls: usize) -> Result<(), Box<dyn Error>> {
        let params = json!({ "taskId": "786512e2-9e0d-44bd-8f29-000000000000" });
        for poll in 0..polls {
            self.send(poll, "tasks/get", &params).await?;
            self.take(1).await?;
        }
        Ok(())
    }
}

/// Resident memory in bytes.
fn resident() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    Ok(kilobytes.ok_or("no VmRSS")?.parse::<u64>()? * 1024)
}

async fn memory(tasks: usize) -> Result<(), Box<dyn Error>> {
    let mut client = Client::new().await?;
    client.make(0..WINDOW, Duration::ZERO).await?;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let before = resident()?;
    client.make(WINDOW..WINDOW + tasks, RETENTION).await?;
    let with = resident()?;
    tokio::time::sleep(RETENTION + Duration::from_secs(5)).await;
    let after = resident()?;
    println!(
        "before {before}, with {tasks} finished tasks {with}, after their expiry {after} bytes"
    );
    println!("{} bytes a task", (with - before) / u64::try_from(tasks)?);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        match arguments[..] {
            ["poll", tasks, polls] => {
                let mut client = Client::new().await?;
                client
                    .make(0..tasks.parse()?, Duration::from_secs(3600))
                    .await?;
                client.poll(polls.parse()?).await
            }
            ["memory", tasks] => memory(tasks.parse()?).await,
            _ => Err("usage: measure poll TASKS POLLS | measure memory TASKS".into()),
        }
    })
}
