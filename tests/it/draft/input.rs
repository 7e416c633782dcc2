//! Questions to the client while its task runs.

use mcp_tasks_runtime::{AskError, TaskContext, ToolError, ToolResult};
use serde_json::{Value, json};
use tokio::join;

use crate::support::{Gate, Peer, RELATED, link, scripted, text};

async fn elicit(context: &TaskContext, message: &str) -> Result<Value, AskError> {
    let schema = json!({ "type": "object", "properties": {} });
    let params = json!({ "message": message, "requestedSchema": schema });
    context.request("elicitation/create", &params).await
}

/// Asks for a city, and tells what came.
async fn ask_once(context: TaskContext) -> Result<ToolResult, ToolError> {
    let answer = elicit(&context, "Which city?").await?;
    Ok(ToolResult::text(answer.to_string()))
}

async fn asking() -> Peer {
    let server = scripted(|_, context| ask_once(context)).build().unwrap();
    Peer::ready(&server).await
}

fn accepted(question: &Value, city: &str) -> Value {
    let result = json!({ "action": "accept", "content": { "city": city },
                         "_meta": question["params"]["_meta"] });
    json!({ "jsonrpc": "2.0", "id": question["id"], "result": result })
}

#[tokio::test(start_paused = true)]
async fn d14_d15_d16_a_question_carries_the_link_and_holds_the_task() {
    let mut peer = asking().await;
    let id = peer.start("run", json!({}), "t").await;
    let question = peer.next().await;
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(
        question["params"],
        json!({
            "message": "Which city?",
            "requestedSchema": { "type": "object", "properties": {} },
            "_meta": link("t"),
        })
    );
    assert_eq!(peer.status("t").await, "input_required");
    peer.send(accepted(&question, "Bern")).await;
    let answer = peer.answer(id).await;
    assert!(text(&answer["result"]).contains("Bern"), "{answer}");
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn d16_the_last_answer_leads_back_to_working() {
    let gate = Gate::new();
    let held = gate.clone();
    let server = scripted(move |_, context| {
        let gate = held.clone();
        async move {
            elicit(&context, "Which city?").await?;
            gate.wait().await;
            Ok(ToolResult::new())
        }
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    peer.start("run", json!({}), "t").await;
    let question = peer.next().await;
    peer.send(accepted(&question, "Bern")).await;
    peer.silence().await;
    assert_eq!(peer.status("t").await, "working");
}

#[tokio::test(start_paused = true)]
async fn d17_the_task_waits_for_the_last_of_several_answers() {
    let gate = Gate::new();
    let held = gate.clone();
    let server = scripted(move |_, context| {
        let gate = held.clone();
        async move {
            let (a, b) = join!(elicit(&context, "a"), elicit(&context, "b"));
            gate.wait().await;
            Ok(ToolResult::text(format!("{} {}", a?, b?)))
        }
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let id = peer.start("run", json!({}), "t").await;
    let (first, second) = (peer.next().await, peer.next().await);
    assert_ne!(first["id"], second["id"]);
    peer.send(accepted(&second, "Basel")).await;
    peer.silence().await;
    assert_eq!(peer.status("t").await, "input_required");
    peer.send(accepted(&first, "Bern")).await;
    peer.silence().await;
    assert_eq!(peer.status("t").await, "working");
    gate.open();
    let answer = peer.answer(id).await;
    let text = text(&answer["result"]);
    assert!(text.find("Bern").unwrap() < text.find("Basel").unwrap());
}

#[tokio::test(start_paused = true)]
async fn d29_answers_after_the_cancellation_are_discarded() {
    let mut peer = asking().await;
    let id = peer.start("run", json!({}), "t").await;
    let question = peer.next().await;
    peer.cancel(id).await;
    assert_eq!(peer.answer(id).await["error"]["code"], -32800);
    assert_eq!(peer.status("t").await, "cancelled");
    // The client is told that the question is void.
    let void = peer.expect("notifications/cancelled").await;
    assert_eq!(void["params"]["requestId"], question["id"]);
    assert_eq!(void["params"]["_meta"], link("t"));
    peer.send(accepted(&question, "Bern")).await;
    peer.silence().await;
    assert_eq!(peer.status("t").await, "cancelled");
}

#[tokio::test(start_paused = true)]
async fn a_refusal_reaches_the_tool() {
    let mut peer = asking().await;
    let id = peer.start("run", json!({}), "t").await;
    let question = peer.next().await;
    let error = json!({ "code": -1, "message": "not now" });
    peer.send(json!({ "jsonrpc": "2.0", "id": question["id"], "error": error }))
        .await;
    let answer = peer.answer(id).await;
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(
        text(&answer["result"]),
        "the client refused: not now (code -1)"
    );
}

#[tokio::test(start_paused = true)]
async fn an_undeclared_question_is_not_sent_and_leaves_no_mark() {
    let gate = Gate::new();
    let held = gate.clone();
    let server = scripted(move |_, context| {
        let gate = held.clone();
        async move {
            let refusal = elicit(&context, "?").await.unwrap_err();
            gate.wait().await;
            Ok(ToolResult::text(refusal.to_string()))
        }
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {},
                         "clientInfo": { "name": "c", "version": "1" } });
    peer.result("initialize", params).await;
    let id = peer.start("run", json!({}), "t").await;
    peer.silence().await;
    assert_eq!(peer.status("t").await, "working");
    gate.open();
    let answer = peer.answer(id).await;
    let refusal = "the client does not answer `elicitation/create`";
    assert_eq!(text(&answer["result"]), refusal);
}

#[tokio::test(start_paused = true)]
async fn a_plain_call_asks_without_a_link() {
    let mut peer = asking().await;
    let id = peer.begin("tools/call", json!({ "name": "run" })).await;
    let question = peer.next().await;
    assert!(question["params"].get("_meta").is_none(), "{question}");
    peer.send(accepted(&question, "Bern")).await;
    assert!(peer.answer(id).await["result"].is_object());
}

#[tokio::test(start_paused = true)]
async fn a_question_keeps_its_own_meta_beside_the_link() {
    let server = scripted(|_, context: TaskContext| async move {
        let params = json!({ "message": "?", "_meta": { "mine": 1 } });
        let answer: Value = context.request("elicitation/create", &params).await?;
        Ok(ToolResult::text(answer.to_string()))
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    peer.start("run", json!({}), "t").await;
    let question = peer.next().await;
    let meta = json!({ "mine": 1, RELATED: { "taskId": "t" } });
    assert_eq!(question["params"]["_meta"], meta);
}

#[tokio::test(start_paused = true)]
async fn a_question_whose_client_has_gone_ends() {
    let server = scripted(|_, context| ask_once(context)).build().unwrap();
    let mut peer = Peer::ready(&server).await;
    peer.start("run", json!({}), "t").await;
    peer.next().await;
    drop(peer);
    let mut peer = Peer::ready(&server).await;
    while peer.status("t").await == "input_required" {}
    let result = peer.result("tasks/result", json!({ "taskId": "t" })).await;
    assert_eq!(text(&result), "the client is not connected");
}

#[tokio::test(start_paused = true)]
async fn an_abandoned_question_is_withdrawn() {
    let gate = Gate::new();
    let held = gate.clone();
    let server = scripted(move |_, context| {
        let gate = held.clone();
        async move {
            tokio::select! {
                answer = elicit(&context, "Which city?") => { answer?; }
                () = gate.wait() => {}
            }
            gate.wait().await;
            Ok(ToolResult::new())
        }
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    peer.start("run", json!({}), "t").await;
    let question = peer.next().await;
    gate.pass_one();
    let void = peer.expect("notifications/cancelled").await;
    assert_eq!(void["params"]["requestId"], question["id"]);
    peer.silence().await;
    assert_eq!(peer.status("t").await, "working");
    peer.send(accepted(&question, "Bern")).await;
    peer.silence().await;
    assert_eq!(peer.status("t").await, "working");
}
