//! All dialects at once on one pipe: each answer in the words of its own request, which the peer
//! checks of every message.

use mcp_tasks_runtime::{LogLevel, Progress, TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{call, everything, july, of_task};
use crate::support::{Gate, Peer, chosen, elicit_as, link, response, scripted, task_call};

/// A server whose `run` says and asks what a tool can.
fn busy(gate: &Gate) -> mcp_tasks_runtime::Server {
    let gate = gate.clone();
    let server = scripted(move |_, context: TaskContext| {
        let gate = gate.clone();
        async move {
            context.report(Progress::new(1).of(2)).await;
            context.log(LogLevel::Error, "trouble").await;
            context.status("asking").await;
            let answer = elicit_as(&context, "city").await?;
            gate.wait().await;
            ToolResult::text(answer["content"]["city"].to_string())
                .with_structured(&json!({ "a": [1, null] }))
        }
    });
    server.build().unwrap()
}

fn with_token(mut params: Value, token: &str) -> Value {
    params["_meta"]["progressToken"] = json!(token);
    params
}

#[tokio::test(start_paused = true)]
async fn j29_each_answer_in_the_words_of_its_request() {
    let gate = Gate::new();
    let mut peer = Peer::november(&busy(&gate)).await;
    peer.result("logging/setLevel", json!({ "level": "debug" }))
        .await;
    let draft = task_call("run", json!({}), "t");
    let draft = peer.begin("tools/call", with_token(draft, "d")).await;
    let november = json!({ "name": "run", "task": {} });
    let november = peer.begin("tools/call", with_token(november, "n")).await;
    let july_call = with_token(call("run", everything()), "j");
    let july_call = peer.begin("tools/call", july_call).await;
    let plain = peer
        .begin("tools/call", with_token(json!({ "name": "run" }), "p"))
        .await;

    let task = |answer: &Value, at: &str| answer.pointer(at).unwrap().as_str().unwrap().to_owned();
    let november = task(&peer.answer(november).await, "/result/task/taskId");
    let july_task = task(&peer.answer(july_call).await, "/result/taskId");
    let listening = json!({ "notifications": { "taskIds": ["t", november, july_task] } });
    peer.begin("subscriptions/listen", july(listening, everything()))
        .await;

    // The draft task, that of 2025-11-25 and the plain call push their questions.
    let mut questions = Vec::new();
    for _ in 0..3 {
        questions.push(peer.expect("elicitation/create").await);
    }
    peer.july_until(&july_task, "input_required").await;
    for question in &questions {
        peer.send(response(question, "Bern")).await;
    }
    let update = json!({ "taskId": july_task, "inputResponses": { "city": chosen("Bern") } });
    peer.result("tasks/update", july(update, everything()))
        .await;
    for task in ["t", &november, &july_task] {
        peer.result("tasks/get", json!({ "taskId": task, "_meta": link(task) }))
            .await;
        peer.of_task("tasks/get", task).await;
        peer.result("tasks/get", of_task(task)).await;
    }
    peer.result("tasks/list", json!({})).await;
    peer.result("tools/list", json!({})).await;
    peer.result("tools/list", july(json!({}), json!({}))).await;
    peer.result("server/discover", july(json!({}), json!({})))
        .await;

    gate.open();
    for id in [draft, plain] {
        assert!(peer.answer(id).await["result"]["content"].is_array());
    }
    let result = peer.of_task("tasks/result", &november).await;
    let state = peer.july_until(&july_task, "completed").await;
    assert_eq!(
        state["result"]["structuredContent"],
        result["structuredContent"]
    );
    let ended = |message: &&Value| {
        message["method"] == "notifications/tasks" && message["params"]["status"] == "completed"
    };
    let rest = peer.pending().await;
    assert_eq!(rest.iter().filter(ended).count(), 3);
}

#[tokio::test(start_paused = true)]
async fn c25_requests_of_both_eras_share_the_ids_of_the_pipe() {
    let gate = Gate::new();
    let mut peer = Peer::november(&crate::support::held(&gate).build().unwrap()).await;
    let id = peer.begin("tools/call", json!({ "name": "run" })).await;
    let params = call("run", json!({}));
    peer.send(json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }))
        .await;
    let refused = peer.next().await;
    assert_eq!(
        (&refused["id"], &refused["error"]["code"]),
        (&json!(id), &json!(-32600))
    );
    gate.open();
    assert!(peer.answer(id).await["result"].is_object());
}

#[tokio::test(start_paused = true)]
async fn c12_another_connection_sees_the_same_tasks_in_its_own_dialect() {
    let server = crate::support::held(&Gate::new()).build().unwrap();
    let mut first = Peer::november(&server).await;
    let task = first.november_task("run").await;
    let mut second = Peer::connect(&server);
    assert_eq!(second.july_get(&task).await["status"], "working");
    let mut third = Peer::ready(&server).await;
    assert_eq!(third.status(&task).await, "working");
    let list = third.result("tasks/list", json!({})).await;
    assert_eq!(list["tasks"][0]["taskId"], *task);
}
