//! Tools whose behaviour a test writes down in place, and servers with them.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use mcp_tasks_runtime::{
    Server, ServerBuilder, State, TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError,
    ToolResult,
};
use serde_json::{Map, Value};

use super::Gate;

/// Arguments, as they came.
pub(crate) type Arguments = Map<String, Value>;

type Run = Pin<Box<dyn Future<Output = Result<ToolResult, ToolError>> + Send>>;

/// What the tools `run` and `plain` do.
struct Script(Box<dyn Fn(Arguments, TaskContext) -> Run + Send + Sync>);

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Script")
    }
}

async fn run_script(input: Arguments, context: TaskContext) -> Result<ToolResult, ToolError> {
    let script: State<Script> = State(context.state().expect("a script"));
    (script.0.0)(input, context).await
}

/// Follows the script, as a task when asked to.
struct RunTool;

impl Tool for RunTool {
    type Input = Arguments;
    type Output = ToolResult;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("run").with_task(TaskSupport::Optional)
    }

    async fn call(input: Arguments, context: TaskContext) -> Result<ToolResult, ToolError> {
        run_script(input, context).await
    }
}

/// Follows the script, and never as a task.
struct PlainTool;

impl Tool for PlainTool {
    type Input = Arguments;
    type Output = ToolResult;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("plain")
    }

    async fn call(input: Arguments, context: TaskContext) -> Result<ToolResult, ToolError> {
        run_script(input, context).await
    }
}

/// Follows the script, and only as a task.
pub(crate) struct Must;

impl Tool for Must {
    type Input = Arguments;
    type Output = ToolResult;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("must").with_task(TaskSupport::Required)
    }

    async fn call(input: Arguments, context: TaskContext) -> Result<ToolResult, ToolError> {
        run_script(input, context).await
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Message {
    message: String,
}

/// Gives its message back at once.
struct Echo;

impl Tool for Echo {
    type Input = Message;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("echo").with_task(TaskSupport::Optional)
    }

    async fn call(input: Message, _context: TaskContext) -> Result<String, ToolError> {
        Ok(input.message)
    }
}

/// A server with `echo`, and with `run` and `plain` that follow the script.
pub(crate) fn scripted<F, R>(script: F) -> ServerBuilder
where
    F: Fn(Arguments, TaskContext) -> R + Send + Sync + 'static,
    R: Future<Output = Result<ToolResult, ToolError>> + Send + 'static,
{
    let script = Arc::new(script);
    let boxed = move |input, context| {
        let script = Arc::clone(&script);
        Box::pin(async move { script(input, context).await }) as Run
    };
    Server::builder("tests", "1.2.3")
        .tool::<Echo>()
        .tool::<RunTool>()
        .tool::<PlainTool>()
        .state(Script(Box::new(boxed)))
}

/// A server whose tools all answer at once.
pub(crate) fn echoing() -> ServerBuilder {
    scripted(|_, _| async { Ok(ToolResult::text("done")) })
}

/// A server whose `run` and `plain` wait at the gate, whatever happens, and then say "done".
pub(crate) fn held(gate: &Gate) -> ServerBuilder {
    let gate = gate.clone();
    scripted(move |_, _| {
        let gate = gate.clone();
        async move {
            gate.wait().await;
            Ok(ToolResult::text("done"))
        }
    })
}
