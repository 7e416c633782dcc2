//! What a tool does before there is a task: asked in rounds, or at the beginning of a run.

use mcp_tasks_runtime::{Ask, Server, TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError};
use serde_json::{Value, json};

use crate::support::july::{answers, call, everything};
use crate::support::{Arguments, Peer, text};

/// Asks for a name before it greets.
struct Greet;

impl Greet {
    async fn name(context: &TaskContext) -> Result<String, ToolError> {
        let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
        let params = json!({ "message": "Name?", "requestedSchema": schema });
        let ask = Ask::new("elicitation/create", &params)?.with_key("name");
        let answer: Value = context.ask(ask).await?;
        let name = answer["content"]["name"].as_str();
        name.map(str::to_owned)
            .ok_or_else(|| ToolError::new("no name, no greeting"))
    }
}

impl Tool for Greet {
    type Input = Arguments;
    type Output = String;

    const PREPARES: bool = true;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("greet").with_task(TaskSupport::Optional)
    }

    async fn prepare(_: Arguments, context: TaskContext) -> Result<(), ToolError> {
        Self::name(&context).await.map(drop)
    }

    async fn call(_: Arguments, context: TaskContext) -> Result<String, ToolError> {
        Ok(format!("Hello, {}!", Self::name(&context).await?))
    }
}

fn server() -> Server {
    Server::builder("tests", "1")
        .tool::<Greet>()
        .build()
        .unwrap()
}

fn with_name(mut params: Value, content: Value, state: &Value) -> Value {
    let filled = json!({ "action": "accept", "content": content });
    params["inputResponses"] = json!({ "name": filled });
    params["requestState"] = state.clone();
    params
}

#[tokio::test(start_paused = true)]
async fn j69_a_task_is_made_once_its_preparation_is_done() {
    let mut peer = Peer::connect(&server());
    let params = call("greet", everything());
    let first = peer.result("tools/call", params.clone()).await;
    assert_eq!(first["resultType"], "input_required", "{first}");
    let ada = with_name(params, json!({ "name": "Ada" }), &first["requestState"]);
    let created = peer.result("tools/call", ada).await;
    assert_eq!(created["resultType"], "task", "{created}");
    let task = created["taskId"].as_str().unwrap();
    let state = peer.july_until(task, "completed").await;
    assert_eq!(text(&state["result"]), "Hello, Ada!");
}

#[tokio::test(start_paused = true)]
async fn a_preparation_that_fails_makes_no_task() {
    let mut peer = Peer::connect(&server());
    let params = call("greet", everything());
    let first = peer.result("tools/call", params.clone()).await;
    let nobody = with_name(params, json!({}), &first["requestState"]);
    let result = peer.result("tools/call", nobody).await;
    assert_eq!(
        (&result["isError"], text(&result)),
        (&json!(true), "no name, no greeting")
    );
    assert_eq!(result["resultType"], "complete");
}

#[tokio::test(start_paused = true)]
async fn a_plain_call_is_prepared_too_and_asks_once() {
    let server = server();
    let mut stateless = Peer::connect(&server);
    let params = call("greet", answers());
    let first = stateless.result("tools/call", params.clone()).await;
    let ada = with_name(params, json!({ "name": "Ada" }), &first["requestState"]);
    let result = stateless.result("tools/call", ada).await;
    assert_eq!(text(&result), "Hello, Ada!");

    let mut session = Peer::ready(&server).await;
    let id = session
        .begin("tools/call", json!({ "name": "greet" }))
        .await;
    let asked = session.expect("elicitation/create").await;
    let ada = json!({ "action": "accept", "content": { "name": "Ada" } });
    session
        .send(json!({ "jsonrpc": "2.0", "id": asked["id"], "result": ada }))
        .await;
    let answer = session.answer(id).await;
    assert_eq!(text(&answer["result"]), "Hello, Ada!");
    session.silence().await;
}
