//! Both ends of this library, connected in memory.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{duplex, split};
use tokio::time::{Instant, sleep};

use super::fake::{HOUR, SECOND};
use crate::client::{CallTool, Client, ClientBuilder, ClientError, ServerRequest, Task};
use crate::task::Status;
use crate::{Server, TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Steps {
    steps: u32,
}

/// Takes a second for each step.
struct Slow;

impl Tool for Slow {
    type Input = Steps;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("slow").with_task(TaskSupport::Optional)
    }

    async fn call(input: Steps, context: TaskContext) -> Result<String, ToolError> {
        for step in 1..=input.steps {
            sleep(SECOND).await;
            context.progress(step, input.steps).await;
        }
        Ok(format!("{} steps", input.steps))
    }
}

/// Asks the user, and gives the answer.
struct Ask;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Nothing {}

impl Tool for Ask {
    type Input = Nothing;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("ask").with_task(TaskSupport::Optional)
    }

    async fn call(_: Nothing, context: TaskContext) -> Result<String, ToolError> {
        let question = json!({
            "message": "Which?",
            "requestedSchema": { "type": "object", "properties": { "a": { "type": "string" } } },
        });
        let answer: Value = context.request("elicitation/create", &question).await?;
        Ok(answer["content"]["a"].to_string())
    }
}

fn server() -> Server {
    let builder = Server::builder("own", "1").tool::<Slow>().tool::<Ask>();
    builder.build().unwrap()
}

async fn connected(server: &Server, builder: ClientBuilder) -> Client {
    let (near, far) = duplex(1 << 16);
    let server = server.clone();
    tokio::spawn(async move {
        let (reader, writer) = split(far);
        server.serve(reader, writer).await
    });
    let (reader, writer) = split(near);
    builder.connect(reader, writer).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_task_is_followed_to_its_result() {
    let client = connected(&server(), Client::builder()).await;
    let done = Arc::new(Mutex::new(Vec::new()));
    let noted = done.clone();
    let call = CallTool::new("slow")
        .arguments(&json!({ "steps": 3 }))
        .keep_alive(HOUR)
        .on_progress(move |progress| noted.lock().unwrap().push(progress.done()));
    let pending = client.begin_call_tool(call).await.unwrap();
    let seen = Mutex::new(Vec::new());
    let listener = async |task: &Task| seen.lock().unwrap().push(task.clone());
    let result = pending.result_with(listener).await.unwrap();
    assert_eq!(result.text(), "3 steps");
    assert_eq!(*done.lock().unwrap(), [1.0, 2.0, 3.0]);

    let seen = seen.into_inner().unwrap();
    assert!(!seen.is_empty());
    assert!(seen.iter().all(|task| Some(&task.id) == pending.task_id()));
    assert!(seen.iter().all(|task| task.keep_alive == Some(HOUR)));

    let id = pending.task_id().unwrap();
    assert_eq!(client.get_task(id).await.unwrap().status, Status::Completed);
    assert_eq!(client.task_result(id).await.unwrap().text(), "3 steps");
    assert_eq!(client.list_tasks().await.unwrap().len(), 1);
    client.delete_task(id).await.unwrap();
    assert_eq!(client.get_task(id).await.unwrap_err().code(), Some(-32602));
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_task_is_seen_to_be() {
    let client = connected(&server(), Client::builder()).await;
    let call = CallTool::new("slow")
        .arguments(&json!({ "steps": 1000 }))
        .task();
    let pending = client.begin_call_tool(call).await.unwrap();
    let waiting = pending.result_with(async |_| ());
    let cancelling = async {
        sleep(2 * SECOND).await;
        pending.cancel_and_wait("enough", HOUR).await
    };
    let (outcome, ended) = tokio::join!(waiting, cancelling);
    let error = outcome.unwrap_err();
    assert!(error.is_cancelled(), "{error}");
    assert_eq!(ended.unwrap().unwrap().status, Status::Cancelled);
}

#[tokio::test(start_paused = true)]
async fn d14_d15_a_task_asks_and_is_answered() {
    let asking = Arc::new(Mutex::new(None));
    let noted = asking.clone();
    let builder = Client::builder().on_elicitation(move |request: ServerRequest| {
        *noted.lock().unwrap() = request.task_id().cloned();
        async move {
            sleep(10 * SECOND).await;
            Ok(json!({ "action": "accept", "content": { "a": "this" } }))
        }
    });
    let client = connected(&server(), builder).await;
    let call = CallTool::new("ask").arguments(&json!({})).task();
    let pending = client.begin_call_tool(call).await.unwrap();
    let seen = Mutex::new(Vec::new());
    let listener = async |task: &Task| seen.lock().unwrap().push(task.status);
    let result = pending.result_with(listener).await.unwrap();
    assert_eq!(result.text(), "\"this\"");
    assert_eq!(asking.lock().unwrap().as_ref(), pending.task_id());
    assert!(seen.into_inner().unwrap().contains(&Status::InputRequired));
}

#[tokio::test(start_paused = true)]
async fn d48_a_call_survives_its_connection() {
    let server = server();
    let client = connected(&server, Client::builder()).await;
    let call = || CallTool::new("slow").arguments(&json!({ "steps": 20 }));
    let pending = client.begin_call_tool(call().task()).await.unwrap();
    let id = pending.task_id().unwrap().clone();
    sleep(SECOND).await;
    client.close().await.unwrap();
    let error = pending.result().await.unwrap_err();
    assert!(matches!(error, ClientError::Disconnected { .. }), "{error}");

    let client = connected(&server, Client::builder()).await;
    let started = Instant::now();
    let pending = client.begin_call_tool(call().task_id(id)).await.unwrap();
    let result = pending.result_with(async |_| ()).await.unwrap();
    assert_eq!(result.text(), "20 steps");
    assert!(started.elapsed() < Duration::from_secs(21), "not run again");
}

#[tokio::test(start_paused = true)]
async fn a_server_without_tasks_answers_the_call() {
    let builder = Server::builder("own", "1").tool::<Slow>();
    let server = builder.without_tasks().build().unwrap();
    let client = connected(&server, Client::builder()).await;
    let call = CallTool::new("slow")
        .arguments(&json!({ "steps": 2 }))
        .task();
    let pending = client.begin_call_tool(call).await.unwrap();
    let listener = async |task: &Task| panic!("{task:?}");
    assert_eq!(
        pending.result_with(listener).await.unwrap().text(),
        "2 steps"
    );
}
