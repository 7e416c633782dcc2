//! Many tasks of every dialect at once, on several threads.

use mcp_tasks_runtime::{Progress, TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{everything, july};
use crate::support::{Arguments, Peer, elicit, response, scripted, task_call, text};

const TASKS: usize = 60;

/// Asks for a city, and gives it back with its own number.
async fn asking() -> Peer {
    let server = scripted(|input: Arguments, context: TaskContext| async move {
        context.report(Progress::new(1)).await;
        context.status("asking").await;
        let number = input["number"].to_string();
        let answer = elicit(&context, &number).await?;
        tokio::task::yield_now().await;
        Ok(ToolResult::text(format!(
            "{number} {}",
            answer["content"]["city"]
        )))
    });
    Peer::november(&server.build().unwrap()).await
}

fn city(number: usize) -> String {
    format!("city {number}")
}

fn expected(number: usize) -> String {
    format!("{number} \"{}\"", city(number))
}

/// Answers the question whose text is a number.
async fn answer(peer: &mut Peer, question: &Value) {
    let number = question["params"]["message"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    peer.send(response(question, &city(number))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn n41_n63_every_task_is_told_first_asks_once_and_ends() {
    let mut peer = asking().await;
    let mut tasks = Vec::new();
    for number in 0..TASKS {
        let params = json!({
            "name": "run", "arguments": { "number": number }, "task": {},
            "_meta": { "progressToken": number },
        });
        let id = peer.begin("tools/call", params).await;
        let first = loop {
            let message = peer.next().await;
            if message["method"] == "elicitation/create" {
                answer(&mut peer, &message).await;
            } else if message["id"] == id {
                break message;
            }
            let params = &message["params"];
            let link = params["_meta"]["io.modelcontextprotocol/related-task"]["taskId"].as_str();
            let about = link.or(params["taskId"].as_str()).unwrap();
            assert!(
                tasks.iter().any(|task| task == about),
                "told before: {message}"
            );
        };
        tasks.push(
            first["result"]["task"]["taskId"]
                .as_str()
                .unwrap()
                .to_owned(),
        );
    }
    for (number, task) in tasks.iter().enumerate() {
        let id = peer.begin("tasks/result", json!({ "taskId": task })).await;
        loop {
            let message = peer.next().await;
            if message["method"] == "elicitation/create" {
                answer(&mut peer, &message).await;
            } else if message["id"] == id {
                assert_eq!(text(&message["result"]), expected(number));
                break;
            }
        }
        assert_eq!(peer.of_task("tasks/get", task).await["status"], "completed");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn j70_j78_every_task_gets_its_answer() {
    let mut peer = asking().await;
    let mut tasks = Vec::new();
    for number in 0..TASKS {
        let params = json!({ "name": "run", "arguments": { "number": number } });
        let result = peer.result("tools/call", july(params, everything())).await;
        tasks.push(result["taskId"].as_str().unwrap().to_owned());
    }
    for (number, task) in tasks.iter().enumerate() {
        let state = peer.july_until(task, "input_required").await;
        let key = state["inputRequests"]
            .as_object()
            .unwrap()
            .keys()
            .next()
            .unwrap()
            .clone();
        let accepted = json!({ "action": "accept", "content": { "city": city(number) } });
        let params = json!({ "taskId": task, "inputResponses": { key: accepted } });
        peer.result("tasks/update", july(params, everything()))
            .await;
    }
    for (number, task) in tasks.iter().enumerate() {
        let state = peer.july_until(task, "completed").await;
        assert_eq!(text(&state["result"]), expected(number));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c17_two_answers_by_two_ways_and_one_counts() {
    let mut peer = asking().await;
    for number in 0..TASKS {
        let call = task_call("run", json!({ "number": number }), &number.to_string());
        let id = peer.begin("tools/call", call).await;
        let question = peer.expect("elicitation/create").await;
        let update = json!({ "q1.1": { "action": "accept", "content": { "city": "by update" } } });
        let params = json!({ "taskId": number.to_string(), "inputResponses": update });
        peer.begin("tasks/update", july(params, everything())).await;
        answer(&mut peer, &question).await;
        let result = peer.answer(id).await["result"].take();
        let either = [expected(number), format!("{number} \"by update\"")];
        assert!(either.contains(&text(&result).to_owned()), "{result}");
    }
}
