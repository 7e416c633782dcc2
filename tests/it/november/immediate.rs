//! What can be added to the answer that a task was made (N-69).

use mcp_tasks_runtime::{Server, TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError};
use serde_json::{Value, json};

use crate::support::Peer;

struct Slow;

impl Tool for Slow {
    type Input = crate::support::Arguments;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("slow")
            .with_task(TaskSupport::Optional)
            .with_immediate_response("It is being built.")
    }

    async fn call(_: Self::Input, _context: TaskContext) -> Result<String, ToolError> {
        Ok("built".to_owned())
    }
}

async fn created(plain: bool) -> Value {
    let server = Server::builder("tests", "1")
        .tool::<Slow>()
        .plain_task_answers(plain);
    let mut peer = Peer::november(&server.build().unwrap()).await;
    peer.result("tools/call", json!({ "name": "slow", "task": {} }))
        .await
}

const IMMEDIATE: &str = "io.modelcontextprotocol/model-immediate-response";

#[tokio::test(start_paused = true)]
async fn n69_what_a_model_may_be_told_meanwhile() {
    let result = created(false).await;
    assert_eq!(result["_meta"], json!({ IMMEDIATE: "It is being built." }));
    assert!(result.get("content").is_none());
}

#[tokio::test(start_paused = true)]
async fn an_answer_can_pass_for_a_tools_result() {
    let result = created(true).await;
    assert_eq!(
        (&result["content"], &result["isError"]),
        (&json!([]), &json!(false))
    );
    let task = json!({ "taskId": result["task"]["taskId"], "status": "working" });
    let meta = json!({ IMMEDIATE: "It is being built.", "modelcontextprotocol.io/task": task });
    assert_eq!(result["_meta"], meta);
}

#[tokio::test(start_paused = true)]
async fn a_plain_call_has_nothing_of_it() {
    let server = Server::builder("tests", "1")
        .tool::<Slow>()
        .plain_task_answers(true);
    let mut peer = Peer::november(&server.build().unwrap()).await;
    let result = peer.result("tools/call", json!({ "name": "slow" })).await;
    assert!(result.get("_meta").is_none(), "{result}");
}
