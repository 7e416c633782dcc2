//! One endpoint, and a client of each dialect at the same time (C-10, R-14, R-28).

use mcp_tasks_runtime::{Server, ToolResult};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::client::Client;
use crate::support::july::{everything, july, of_task};
use crate::support::{link, scripted, task_call, text};

/// How many tasks each client has.
const TASKS: usize = 50;

/// Gives back what it is told, after others had their turn.
fn repeating() -> Server {
    let server = scripted(|input, _| async move {
        for _ in 0..3 {
            tokio::task::yield_now().await;
        }
        Ok(ToolResult::text(input["say"].as_str().unwrap_or_default()))
    });
    server.build().unwrap()
}

async fn draft(client: Client, number: usize) -> String {
    let (task, said) = (format!("t{number}"), format!("draft {number}"));
    let call = task_call("run", json!({ "say": said }), &task);
    let mut call = client
        .post(super::client::request(number, "tools/call", call))
        .await;
    call.is_stream();
    let messages = call.rest().await;
    assert_eq!(messages[0]["method"], "notifications/tasks/created");
    assert_eq!(messages[0]["params"]["_meta"], link(&task));
    let answer = messages.last().unwrap();
    assert_eq!(answer["id"], number, "{answer}");
    assert_eq!(text(&answer["result"]), said);
    let params = json!({ "taskId": task, "_meta": link(&task) });
    let state = client
        .result(1000 + number, "tasks/get", params.clone())
        .await;
    assert_eq!(state["status"], "completed");
    let result = client.result(2000 + number, "tasks/result", params).await;
    assert_eq!(text(&result), said);
    task
}

async fn november(client: Client, number: usize) -> String {
    let said = format!("november {number}");
    let call = json!({ "name": "run", "arguments": { "say": said }, "task": {} });
    let made = client.result(number, "tools/call", call).await;
    let task = made["task"]["taskId"].as_str().unwrap().to_owned();
    let params = json!({ "taskId": task });
    // it is there at once.
    let state = client
        .result(1000 + number, "tasks/get", params.clone())
        .await;
    assert_eq!(state["taskId"], task.as_str());
    let result = client.result(2000 + number, "tasks/result", params).await;
    assert_eq!(text(&result), said);
    task
}

async fn of_july(client: Client, number: usize) -> String {
    let said = format!("july {number}");
    let call = json!({ "name": "run", "arguments": { "say": said } });
    let made = client
        .july(number, "tools/call", july(call, everything()))
        .await;
    let task = made["taskId"].as_str().unwrap().to_owned();
    for poll in 0.. {
        // each poll is another client, as far as the server can tell.
        let state = client
            .another()
            .july(poll, "tasks/get", of_task(&task))
            .await;
        if state["status"] == "completed" {
            assert_eq!(text(&state["result"]), said);
            break;
        }
        tokio::task::yield_now().await;
    }
    task
}

/// All the tasks of all three, made at the same time.
async fn run(clients: &[Client; 3]) -> [Vec<String>; 3] {
    let mut running = JoinSet::new();
    for number in 0..TASKS {
        let [first, second, third] = clients.clone();
        running.spawn(async move { (0, draft(first, number).await) });
        running.spawn(async move { (1, november(second, number).await) });
        running.spawn(async move { (2, of_july(third, number).await) });
    }
    let mut made = [vec![], vec![], vec![]];
    while let Some(task) = running.join_next().await {
        let (of, id) = task.unwrap();
        made[of].push(id);
    }
    made
}

async fn clients() -> [Client; 3] {
    let first = Client::new(&repeating());
    let (second, third) = (first.another(), first.another());
    [
        first.ready("2025-06-18").await,
        second.ready("2025-11-25").await,
        third,
    ]
}

/// Whether reading a task was refused.
fn is_refused(answer: &Value) -> bool {
    answer["error"]["code"] == -32602 || answer["error"]["code"] == -32601
}

#[tokio::test(start_paused = true)]
async fn c10_three_dialects_at_once_and_each_result_to_its_own() {
    let clients = clients().await;
    let made = run(&clients).await;
    for tasks in &made {
        let mut different = tasks.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), TASKS);
    }
}

#[tokio::test(start_paused = true)]
async fn c10_a_draft_task_is_there_in_its_session_only() {
    let clients = clients().await;
    let [drafts, others @ ..] = run(&clients).await;
    let sibling = clients[0].another().ready("2025-06-18").await;
    for task in &drafts {
        let params = json!({ "taskId": task, "_meta": link(task) });
        for reader in [&sibling, &clients[1]] {
            let request = super::client::request(1, "tasks/get", params.clone());
            let answer = reader.post(request).await.json().await;
            assert!(is_refused(&answer), "{answer}");
        }
        let request = super::client::request(1, "tasks/get", of_task(task));
        let reader = clients[2].mirroring(&request);
        let answer = reader.post(request).await.json().await;
        assert!(is_refused(&answer), "{answer}");
    }
    for task in others.iter().flatten() {
        let state = clients[2].july(1, "tasks/get", of_task(task)).await;
        assert_eq!(state["status"], "completed", "by its id");
        let params = json!({ "taskId": task });
        let state = clients[1].result(1, "tasks/get", params).await;
        assert_eq!(state["status"], "completed", "by its id");
    }
}

#[tokio::test(start_paused = true)]
async fn c10_the_same_draft_id_in_two_sessions_is_two_tasks() {
    let first = Client::new(&repeating());
    let second = first.another().ready("2025-06-18").await;
    let first = first.ready("2025-06-18").await;
    for (client, said) in [(&first, "one"), (&second, "two")] {
        let call = task_call("run", json!({ "say": said }), "t");
        let call = super::client::request(1, "tools/call", call);
        client.post(call).await.rest().await;
    }
    for (client, said) in [(&first, "one"), (&second, "two")] {
        let params = json!({ "taskId": "t", "_meta": link("t") });
        let result = client.result(2, "tasks/result", params).await;
        assert_eq!(text(&result), said);
    }
}
