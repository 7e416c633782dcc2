//! Requests about tasks: their links, their fields, pages, the end of a cancelled one.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::fake::{
    FakeServer, HOUR, LINK, SECOND, begin_task, connected, connected_with, task, text,
};
use crate::client::{CallTool, Client, ClientError, Task};
use crate::task::{Status, TaskId};

/// Answers the next message, which is a request about the task `t` and linked to it.
async fn serve(server: &mut FakeServer, method: &str, result: Value) {
    let request = server.expect(method).await;
    let params = json!({ "taskId": "t", "_meta": { LINK: { "taskId": "t" } } });
    assert_eq!(request["params"], params, "d26: {method}");
    server.answer(&request, result).await;
}

#[tokio::test(start_paused = true)]
async fn d19_d21_d39_the_fields_of_a_task() {
    let (client, mut server) = connected().await;
    let id = TaskId::from("t");
    let shown = json!({
        "taskId": "t", "status": "failed", "keepAlive": 60_000, "pollFrequency": 2_500.5,
        "error": "it broke", "createdAt": "now", "_meta": {},
    });
    let (task, ()) = tokio::join!(client.get_task(&id), serve(&mut server, "tasks/get", shown));
    let task = task.unwrap();
    assert_eq!((task.id.as_str(), task.status), ("t", Status::Failed));
    assert_eq!(task.keep_alive, Some(Duration::from_secs(60)));
    assert_eq!(task.poll_frequency, Some(Duration::from_micros(2_500_500)));
    assert_eq!(task.error.as_deref(), Some("it broke"));
    assert!(task.is_terminal());

    let shown = json!({ "taskId": "t", "status": "working", "keepAlive": null });
    let (task, ()) = tokio::join!(client.get_task(&id), serve(&mut server, "tasks/get", shown));
    let task = task.unwrap();
    assert_eq!((task.keep_alive, task.poll_frequency), (None, None));

    let shown = json!({ "taskId": "t", "status": "dancing" });
    let (task, ()) = tokio::join!(client.get_task(&id), serve(&mut server, "tasks/get", shown));
    assert!(matches!(task, Err(ClientError::Decode { .. })));
}

#[tokio::test(start_paused = true)]
async fn d24_a_result_can_be_asked_for_again() {
    let (client, mut server) = connected().await;
    let id = TaskId::from("t");
    for _ in 0..3 {
        let serving = serve(&mut server, "tasks/result", text("the same"));
        let (result, ()) = tokio::join!(client.task_result(&id), serving);
        assert_eq!(result.unwrap().text(), "the same");
    }
}

#[tokio::test(start_paused = true)]
async fn d36_d37_deletion() {
    let (client, mut server) = connected().await;
    let id = TaskId::from("t");
    let emptied = json!({ "_meta": { LINK: { "taskId": "t" } } });
    let serving = serve(&mut server, "tasks/delete", emptied);
    let (deleted, ()) = tokio::join!(client.delete_task(&id), serving);
    deleted.unwrap();

    let serving = async {
        let delete = server.expect("tasks/delete").await;
        server.refuse(&delete, -32602, "Cannot delete task").await;
    };
    let (deleted, ()) = tokio::join!(client.delete_task(&id), serving);
    assert_eq!(deleted.unwrap_err().code(), Some(-32602));
}

#[tokio::test(start_paused = true)]
async fn d33_cursors_go_back_as_they_came() {
    let (client, mut server) = connected().await;
    let odd = "\u{1f980} \"=\\ {\"a\":1}";
    let serving = async {
        for _ in 0..2 {
            let list = server.expect("tasks/list").await;
            assert_eq!(list["params"], json!({}), "no link: it is about many tasks");
            let page = json!({ "tasks": [task("a", "working")], "nextCursor": odd });
            server.answer(&list, page).await;
            let list = server.expect("tasks/list").await;
            assert_eq!(list["params"], json!({ "cursor": odd }));
            let page = json!({ "tasks": [task("b", "completed")] });
            server.answer(&list, page).await;
        }
    };
    let listing = async {
        let all = client.list_tasks().await.unwrap();
        let ids: Vec<&str> = all.iter().map(|task| task.id.as_str()).collect();
        assert_eq!(ids, ["a", "b"]);

        let first = client.list_tasks_page(None).await.unwrap();
        assert_eq!(first.tasks[0].status, Status::Working);
        let second = client.list_tasks_page(first.next.as_ref()).await.unwrap();
        assert_eq!((second.tasks.len(), second.next), (1, None));
    };
    tokio::join!(listing, serving);
}

#[tokio::test(start_paused = true)]
async fn d30_polling_goes_on_until_the_task_is_cancelled() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    server.create(&request).await;
    sleep(SECOND).await;
    let serving = async {
        server.expect("notifications/cancelled").await;
        server.tell_status("working").await;
        server.tell_status("input_required").await;
        server.tell_status("cancelled").await;
    };
    let (task, ()) = tokio::join!(pending.cancel_and_wait("enough", HOUR), serving);
    assert_eq!(task.unwrap().unwrap().status, Status::Cancelled);
    server.hears_nothing(HOUR).await;
}

#[tokio::test(start_paused = true)]
async fn d30_after_a_time_the_cancellation_is_taken_for_lost() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    server.create(&request).await;
    sleep(SECOND).await;
    let serving = async {
        server.expect("notifications/cancelled").await;
        loop {
            server.tell_status("working").await;
        }
    };
    let started = Instant::now();
    let ended = tokio::select! {
        ended = pending.cancel_and_wait(None, 10 * SECOND) => ended,
        () = serving => unreachable!(),
    };
    assert_eq!(ended.unwrap(), None);
    assert_eq!(started.elapsed(), 10 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn d30_without_a_task_there_is_nothing_to_wait_for() {
    let (client, mut server) = connected().await;
    let (pending, _) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let ended = pending.cancel_and_wait(None, HOUR).await;
    assert_eq!(ended.unwrap(), None);
    server.expect("notifications/cancelled").await;
    server.hears_nothing(HOUR).await;
}

#[tokio::test(start_paused = true)]
async fn a_call_is_cancelled_from_elsewhere() {
    let (client, mut server) = connected_with(Client::builder().cancel_grace(SECOND)).await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    let id = pending.request_id();
    let elsewhere = tokio::spawn(async move { pending.result().await });
    client.cancel_request(id, "enough").await.unwrap();
    let cancelled = server.expect("notifications/cancelled").await;
    assert_eq!(cancelled["params"]["requestId"], request["id"]);
    let outcome = elsewhere.await.unwrap();
    assert!(matches!(outcome, Err(ClientError::Cancelled)));
    client.cancel_request(id, "again").await.unwrap();
    server.hears_nothing(HOUR).await;
}

#[tokio::test(start_paused = true)]
async fn a_task_is_followed_without_its_call() {
    let (client, mut server) = connected().await;
    let id = TaskId::from("t");
    let serving = async {
        server.tell_status("working").await;
        server.tell_status("completed").await;
        serve(&mut server, "tasks/result", text("collected")).await;
    };
    let mut seen = Vec::new();
    let following = client.follow_task(&id, async |task: &Task| seen.push(task.status));
    let (result, ()) = tokio::join!(following, serving);
    assert_eq!(result.unwrap().text(), "collected");
    assert_eq!(seen, [Status::Working, Status::Completed]);
}
