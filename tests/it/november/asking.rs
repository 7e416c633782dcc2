//! Questions of a task (N-60 … N-63, N-79).

use mcp_tasks_runtime::{TaskContext, ToolError, ToolResult};
use serde_json::{Value, json};

use super::LINK;
use crate::support::{Gate, Peer, elicit, form, response, scripted, text};

const ELICIT: &str = "elicitation/create";

/// Asks for a city, waits at the gate, and tells what came.
async fn asking(gate: &Gate) -> Peer {
    let gate = gate.clone();
    let server = scripted(move |_, context: TaskContext| {
        let gate = gate.clone();
        async move {
            let answer = elicit(&context, "Which city?").await?;
            gate.wait().await;
            Ok(ToolResult::text(answer["content"]["city"].to_string()))
        }
    });
    Peer::november(&server.build().unwrap()).await
}

#[tokio::test(start_paused = true)]
async fn n60_n61_n63_a_question_is_pushed_once_with_the_link_and_its_answer_leads_on() {
    let gate = Gate::new();
    let mut peer = asking(&gate).await;
    let task = peer.november_task("run").await;
    let question = peer.expect(ELICIT).await;
    let mut expected = form("Which city?");
    expected["_meta"] = json!({ LINK: { "taskId": task } });
    assert_eq!(question["params"], expected);
    assert_eq!(
        peer.of_task("tasks/get", &task).await["status"],
        "input_required"
    );
    // N-62: whoever awaits the result is not asked a second time.
    let waiting = peer.begin("tasks/result", json!({ "taskId": task })).await;
    let came = peer.pending().await;
    assert!(
        came.iter().all(|message| message["method"] != ELICIT),
        "{came:?}"
    );
    peer.send(response(&question, "Bern")).await;
    peer.until(&task, "working").await;
    gate.open();
    assert_eq!(text(&peer.answer(waiting).await["result"]), "\"Bern\"");
}

#[tokio::test(start_paused = true)]
async fn n53_the_way_through_a_question_is_told() {
    let gate = Gate::new();
    let mut peer = asking(&gate).await;
    peer.november_task("run").await;
    let status = "notifications/tasks/status";
    assert_eq!(
        peer.expect(status).await["params"]["status"],
        "input_required"
    );
    let question = peer.expect(ELICIT).await;
    peer.send(response(&question, "Bern")).await;
    assert_eq!(peer.expect(status).await["params"]["status"], "working");
    gate.open();
    assert_eq!(peer.expect(status).await["params"]["status"], "completed");
}

#[tokio::test(start_paused = true)]
async fn n60_several_questions_at_once() {
    let server = scripted(|_, context: TaskContext| async move {
        let (one, two) = tokio::join!(elicit(&context, "1"), elicit(&context, "2"));
        let cities = [one?, two?].map(|answer| answer["content"]["city"].clone());
        Ok(ToolResult::text(json!(cities).to_string()))
    });
    let mut peer = Peer::november(&server.build().unwrap()).await;
    let task = peer.november_task("run").await;
    let questions = [peer.expect(ELICIT).await, peer.expect(ELICIT).await];
    assert_ne!(questions[0]["id"], questions[1]["id"]);
    for question in questions.iter().rev() {
        assert_eq!(
            peer.of_task("tasks/get", &task).await["status"],
            "input_required"
        );
        let city = question["params"]["message"].as_str().unwrap();
        peer.send(response(question, city)).await;
    }
    let result = peer.of_task("tasks/result", &task).await;
    assert_eq!(text(&result), r#"["1","2"]"#);
}

#[tokio::test(start_paused = true)]
async fn c19_a_refusal_reaches_the_tool() {
    let mut peer = asking(&Gate::new()).await;
    let task = peer.november_task("run").await;
    let question = peer.expect(ELICIT).await;
    let error = json!({ "code": -1, "message": "not now" });
    peer.send(json!({ "jsonrpc": "2.0", "id": question["id"], "error": error }))
        .await;
    let state = peer.until(&task, "failed").await;
    assert_eq!(
        state["statusMessage"],
        "the client refused: not now (code -1)"
    );
}

#[tokio::test(start_paused = true)]
async fn n79_what_the_client_did_not_declare_is_not_asked() {
    let server = scripted(|_, context: TaskContext| async move {
        elicit(&context, "Which city?").await?;
        Ok::<_, ToolError>(ToolResult::new())
    });
    let server = server.build().unwrap();
    let url = json!({ "url": {} });
    for capabilities in [
        json!({}),
        json!({ "elicitation": url }),
        json!({ "elicitation": null }),
    ] {
        let mut peer = Peer::connect(&server);
        let params = json!({
            "protocolVersion": "2025-11-25", "capabilities": capabilities,
            "clientInfo": { "name": "tests", "version": "1" },
        });
        peer.result("initialize", params).await;
        let task = peer.november_task("run").await;
        let state = peer.until(&task, "failed").await;
        let refusal = "the client does not answer `elicitation/create`";
        assert_eq!(state["statusMessage"], refusal);
        // This dialect has no error of its own for it.
        let result = peer.of_task("tasks/result", &task).await;
        assert_eq!((&result["isError"], text(&result)), (&json!(true), refusal));
        let came = peer.pending().await;
        let asked = |message: &&Value| message["params"]["status"] == "input_required";
        assert!(came.iter().find(asked).is_none(), "{came:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_of_a_cancelled_task_is_taken_back() {
    let mut peer = asking(&Gate::new()).await;
    let task = peer.november_task("run").await;
    let question = peer.expect(ELICIT).await;
    peer.of_task("tasks/cancel", &task).await;
    let void = peer.expect("notifications/cancelled").await;
    let link = json!({ LINK: { "taskId": task } });
    assert_eq!(
        void["params"],
        json!({ "requestId": question["id"], "_meta": link })
    );
    peer.send(response(&question, "Bern")).await;
    assert_eq!(
        peer.of_task("tasks/get", &task).await["status"],
        "cancelled"
    );
}
