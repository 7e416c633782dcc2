//! The way that a task's question takes to its client (N-62, N-106).

use serde_json::json;

use super::{Client, next, server};
use crate::server::{Identity, Outlet};
use crate::task::Owner;

async fn client() -> Client {
    Client::new(&server(), Identity::known(Owner::local())).await
}

async fn asking(client: &Client) -> String {
    let task = client.task().await;
    while client.status(&task).await != "input_required" {
        tokio::task::yield_now().await;
    }
    task
}

#[tokio::test(start_paused = true)]
async fn n62_a_question_waits_for_whoever_awaits_the_result() {
    let client = client().await;
    let task = asking(&client).await;
    let mut result = client
        .begin("tasks/result", json!({ "taskId": task }))
        .await;
    let question = next(&mut result).await;
    assert_eq!(question["method"], "elicitation/create");
    // N-106: on one stream only.
    let mut second = client
        .begin("tasks/result", json!({ "taskId": task }))
        .await;
    client.answer(&question).await;
    for result in [&mut result, &mut second] {
        let answer = next(result).await;
        assert_eq!(
            answer["result"]["content"][0]["text"],
            r#"{"action":"decline"}"#
        );
    }
}

#[tokio::test(start_paused = true)]
async fn n62_or_for_the_sessions_own_stream() {
    let client = client().await;
    let task = asking(&client).await;
    let (stream, mut outgoing) = Outlet::new(16);
    client.0.routes.open_stream(stream).await;
    let question = next(&mut outgoing).await;
    client.answer(&question).await;
    let answer = client
        .request("tasks/result", json!({ "taskId": task }))
        .await;
    assert!(answer["result"].is_object());
}

#[tokio::test(start_paused = true)]
async fn a_question_of_a_task_that_ended_is_never_sent() {
    let client = client().await;
    let task = asking(&client).await;
    client
        .request("tasks/cancel", json!({ "taskId": task }))
        .await;
    tokio::task::yield_now().await;
    let (stream, mut outgoing) = Outlet::new(16);
    client.0.routes.open_stream(stream).await;
    assert!(outgoing.try_recv().is_err());
}

#[tokio::test(start_paused = true)]
async fn a_waiter_who_leaves_takes_no_others_way_along() {
    let client = client().await;
    let task = client.task().await;
    // Both wait before the task has begun to ask.
    let mut stays = client
        .begin("tasks/result", json!({ "taskId": task }))
        .await;
    let leaves = client
        .begin("tasks/result", json!({ "taskId": task }))
        .await;
    drop(leaves);
    let question = next(&mut stays).await;
    assert_eq!(question["method"], "elicitation/create");
    client.answer(&question).await;
    assert!(next(&mut stays).await["result"].is_object());
}
