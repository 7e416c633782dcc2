//! Questions of a task (J-69, J-70, J-75).

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{answers, call, everything, july, of_task, tasks};
use crate::support::{Must, Peer, chosen, elicit, elicit_as, form, scripted};

#[tokio::test(start_paused = true)]
async fn j70_all_open_questions_stand_in_the_task_and_nothing_is_pushed() {
    let server = scripted(|_, context: TaskContext| async move {
        let (one, two) = tokio::join!(elicit_as(&context, "a"), elicit_as(&context, "b"));
        let cities = [one?, two?].map(|answer| answer["content"]["city"].clone());
        Ok(ToolResult::text(json!(cities).to_string()))
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let task = peer.july_task("run").await;
    let state = peer.july_until(&task, "input_required").await;
    let request =
        |message: &str| json!({ "method": "elicitation/create", "params": form(message) });
    assert_eq!(
        state["inputRequests"],
        json!({ "a": request("a"), "b": request("b") })
    );
    peer.silence().await;
    // J-76: polling again asks nothing new.
    assert_eq!(
        peer.july_get(&task).await["inputRequests"],
        state["inputRequests"]
    );
}

#[tokio::test(start_paused = true)]
async fn j75_keys_are_never_used_again() {
    let server = scripted(|_, context: TaskContext| async move {
        for question in ["first", "second", "third"] {
            elicit(&context, question).await?;
        }
        Ok(ToolResult::new())
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let task = peer.july_task("run").await;
    let mut keys = Vec::new();
    for question in ["first", "second", "third"] {
        let state = peer.july_until(&task, "input_required").await;
        let requests = state["inputRequests"].as_object().unwrap();
        let (key, request) = requests.iter().next().unwrap();
        assert_eq!(
            (requests.len(), &request["params"]["message"]),
            (1, &json!(question))
        );
        assert!(!keys.contains(key), "{key}");
        keys.push(key.clone());
        let params = json!({ "taskId": task, "inputResponses": { key: chosen("x") } });
        peer.result("tasks/update", july(params, everything()))
            .await;
    }
    peer.july_until(&task, "completed").await;
}

#[tokio::test(start_paused = true)]
async fn c18_a_reader_who_cannot_answer_is_told_what_it_needs() {
    let server = scripted(|_, context: TaskContext| async move {
        elicit(&context, "Which city?").await?;
        Ok(ToolResult::new())
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let task = peer.july_task("run").await;
    peer.july_until(&task, "input_required").await;
    let answer = peer
        .request("tasks/get", july(json!({ "taskId": task }), tasks()))
        .await;
    assert_eq!(answer["error"]["code"], -32021);
    let required = json!({ "elicitation": { "form": {} } });
    assert_eq!(answer["error"]["data"]["requiredCapabilities"], required);
}

#[tokio::test(start_paused = true)]
async fn j69_answers_that_came_with_the_call_are_not_asked_for_by_the_task() {
    let server = scripted(|_, context: TaskContext| async move {
        let answer = elicit_as(&context, "city").await?;
        Ok(ToolResult::text(answer["content"]["city"].to_string()))
    });
    let mut peer = Peer::connect(&server.tool::<Must>().build().unwrap());
    let mut params = call("must", everything());
    params["inputResponses"] = json!({ "city": chosen("Bern") });
    let result: Value = peer.result("tools/call", params).await;
    let task = result["taskId"].as_str().unwrap().to_owned();
    let state = peer.july_until(&task, "completed").await;
    assert_eq!(state["result"]["content"][0]["text"], "\"Bern\"");
}

#[tokio::test(start_paused = true)]
async fn a_question_ends_with_its_task() {
    let server = scripted(|_, context: TaskContext| async move {
        elicit_as(&context, "city").await?;
        Ok(ToolResult::new())
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let task = peer.july_task("run").await;
    peer.july_until(&task, "input_required").await;
    peer.result("tasks/cancel", of_task(&task)).await;
    let state = peer.july_get(&task).await;
    assert_eq!(state["status"], "cancelled");
    assert!(state.get("inputRequests").is_none());
    // Without the extension the same tool asks by rounds.
    let round = peer.result("tools/call", call("run", answers())).await;
    assert!(round["inputRequests"].get("city").is_some());
}
