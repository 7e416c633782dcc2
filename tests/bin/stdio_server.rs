//! A server on standard input and output, for the tests of whole processes. Its drain time, in
//! milliseconds, is its argument.

use std::time::Duration;

use mcp_tasks_runtime::{Error, Server, TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError};
use serde_json::{Map, Value};

/// Waits for the answer to a question, and gives it back.
struct Ask;

impl Tool for Ask {
    type Input = Map<String, Value>;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("ask").with_task(TaskSupport::Optional)
    }

    async fn call(_: Self::Input, context: TaskContext) -> Result<String, ToolError> {
        let answer: Value = context.request("ping", &Map::new()).await?;
        Ok(answer.to_string())
    }
}

/// Computes for ever.
struct Spin;

impl Tool for Spin {
    type Input = Map<String, Value>;
    type Output = ();

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("spin").with_task(TaskSupport::Optional)
    }

    async fn call(_: Self::Input, context: TaskContext) -> Result<(), ToolError> {
        context.progress(1, 2).await;
        loop {
            std::thread::park();
        }
    }
}

/// Takes a few turns, and gives its message back.
struct Echo;

impl Tool for Echo {
    type Input = Map<String, Value>;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("echo").with_task(TaskSupport::Optional)
    }

    async fn call(input: Self::Input, _: TaskContext) -> Result<String, ToolError> {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        Ok(input["message"].to_string())
    }
}

fn main() -> Result<(), Error> {
    let drain = std::env::args().nth(1).and_then(|ms| ms.parse().ok());
    let server = Server::builder("stdio", "1")
        .tool::<Ask>()
        .tool::<Spin>()
        .tool::<Echo>()
        .drain(Duration::from_millis(drain.unwrap_or(30_000)))
        .build()?;
    // As `#[tokio::main]` makes it, but for the wait at its end: a tool that never returns its
    // thread must not keep the process, which is what `shutdown_background` is for.
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(server.serve_stdio());
    runtime.shutdown_background();
    served
}
