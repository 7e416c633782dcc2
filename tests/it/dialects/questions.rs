//! Questions that are asked in one dialect and answered in another (C-17, C-18).

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{everything, july, tasks};
use crate::support::{Peer, chosen, elicit, response, scripted, text};

const ELICIT: &str = "elicitation/create";

async fn asking() -> Peer {
    let server = scripted(|_, context: TaskContext| async move {
        let answer = elicit(&context, "Which city?").await?;
        Ok(ToolResult::text(answer["content"]["city"].to_string()))
    });
    Peer::november(&server.build().unwrap()).await
}

async fn update(peer: &mut Peer, task: &str, city: &str) {
    let state = peer.july_get(task).await;
    let key = state["inputRequests"]
        .as_object()
        .unwrap()
        .keys()
        .next()
        .unwrap()
        .clone();
    let params = json!({ "taskId": task, "inputResponses": { key: chosen(city) } });
    peer.result("tasks/update", july(params, everything()))
        .await;
}

#[tokio::test(start_paused = true)]
async fn c17_a_pushed_question_is_answered_by_an_update() {
    let mut peer = asking().await;
    let task = peer.november_task("run").await;
    let question = peer.expect(ELICIT).await;
    update(&mut peer, &task, "Bern").await;
    let void = peer.expect("notifications/cancelled").await;
    assert_eq!(
        void["params"]["requestId"], question["id"],
        "it needs no answer any more"
    );
    peer.send(response(&question, "too late")).await;
    let result = peer.of_task("tasks/result", &task).await;
    assert_eq!(text(&result), "\"Bern\"", "the first answer wins");
}

#[tokio::test(start_paused = true)]
async fn c17_a_draft_question_too() {
    let mut peer = asking().await;
    let id = peer.start("run", json!({}), "t").await;
    peer.expect(ELICIT).await;
    assert_eq!(peer.status("t").await, "input_required");
    update(&mut peer, "t", "Bern").await;
    assert_eq!(text(&peer.answer(id).await["result"]), "\"Bern\"");
}

#[tokio::test(start_paused = true)]
async fn c17_the_answer_to_the_pushed_question_ends_it_for_the_others() {
    let mut peer = asking().await;
    let task = peer.november_task("run").await;
    let question = peer.expect(ELICIT).await;
    let state = peer.july_get(&task).await;
    let requests = state["inputRequests"].as_object().unwrap().clone();
    assert_eq!(requests.len(), 1);
    peer.send(response(&question, "Bern")).await;
    peer.until(&task, "completed").await;
    let key = requests.keys().next().unwrap();
    let params = json!({ "taskId": task, "inputResponses": { key: chosen("too late") } });
    peer.result("tasks/update", july(params, everything()))
        .await;
    assert_eq!(text(&peer.of_task("tasks/result", &task).await), "\"Bern\"");
}

#[tokio::test(start_paused = true)]
async fn c17_a_question_of_2026_07_28_is_pushed_to_nobody() {
    let mut peer = asking().await;
    let task = peer.july_task("run").await;
    peer.july_until(&task, "input_required").await;
    let waiting = peer.begin("tasks/result", json!({ "taskId": task })).await;
    assert_eq!(
        peer.of_task("tasks/get", &task).await["status"],
        "input_required"
    );
    peer.silence().await;
    update(&mut peer, &task, "Bern").await;
    assert_eq!(text(&peer.answer(waiting).await["result"]), "\"Bern\"");
}

#[tokio::test(start_paused = true)]
async fn c18_what_the_creating_request_did_not_declare_is_not_asked() {
    let mut peer = asking().await;
    // The session declared it, but that is another era.
    let params = july(json!({ "name": "run" }), tasks());
    let result: Value = peer.result("tools/call", params).await;
    let task = result["taskId"].as_str().unwrap().to_owned();
    let state = peer.july_until(&task, "failed").await;
    assert_eq!(state["error"]["code"], -32021);
    // Read in the other era, it is the same failure.
    let state = peer.of_task("tasks/get", &task).await;
    assert_eq!(state["status"], "failed");
    let (code, _) = peer.error("tasks/result", json!({ "taskId": task })).await;
    assert_eq!(code, -32021);
}
