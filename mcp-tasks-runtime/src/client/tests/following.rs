//! Calls that are followed as tasks: pace, creation, sending again, deletion, time limits.

use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, advance, sleep};

use super::fake::{HOUR, LINK, SECOND, begin_task, connected, task, text};
use crate::client::{CallTool, ClientError, Task};

#[tokio::test(start_paused = true)]
async fn d21_the_servers_pace_is_kept() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let serving = async {
        let id = server.create(&request).await;
        for pace in [250, 4_000, 1_500] {
            let get = server.expect("tasks/get").await;
            let mut working = task(id.as_str(), "working");
            working["pollFrequency"] = json!(pace);
            server.answer(&get, working).await;
            let polled = Instant::now();
            server.hears_nothing(Duration::from_millis(pace - 1)).await;
            assert_eq!(polled.elapsed(), Duration::from_millis(pace - 1));
        }
        server.answer(&request, text("done")).await;
    };
    let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
    result.unwrap();
}

#[tokio::test(start_paused = true)]
async fn d21_the_listener_is_awaited_before_the_sleep() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let serving = async {
        server.create(&request).await;
        server.tell_status("working").await;
        let polled = Instant::now();
        server.tell_status("working").await;
        assert_eq!(polled.elapsed(), 6 * SECOND);
        server.answer(&request, text("done")).await;
    };
    let listener = async |_: &Task| sleep(5 * SECOND).await;
    let (result, ()) = tokio::join!(pending.result_with(listener), serving);
    result.unwrap();
}

#[tokio::test(start_paused = true)]
async fn d47_no_polling_before_the_task_is_created() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let serving = async {
        let other = json!({ "_meta": { LINK: { "taskId": "another" } } });
        server.notify("notifications/tasks/created", other).await;
        server
            .notify("notifications/tasks/created", json!({}))
            .await;
        server.hears_nothing(HOUR).await;
        server.create(&request).await;
        server.tell_status("working").await;
        server.answer(&request, text("done")).await;
    };
    let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
    result.unwrap();
}

#[tokio::test(start_paused = true)]
async fn d47_without_a_listener_there_is_no_traffic_about_the_task() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let serving = async {
        server.create(&request).await;
        server.hears_nothing(HOUR).await;
        server.answer(&request, text("done")).await;
        server.hears_nothing(HOUR).await;
    };
    let (result, ()) = tokio::join!(pending.result(), serving);
    result.unwrap();
}

#[tokio::test(start_paused = true)]
async fn without_a_task_a_listener_makes_no_traffic() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    assert_eq!(request["params"], json!({ "name": "t" }));
    assert_eq!(pending.task_id(), None);
    server.answer(&request, text("done")).await;
    let result = pending.result_with(async |task: &Task| panic!("{task:?}"));
    assert_eq!(result.await.unwrap().text(), "done");
    server.hears_nothing(HOUR).await;
}

#[tokio::test(start_paused = true)]
async fn d48_sent_again_and_already_known() {
    for message in ["Task ID already exists: mine", "duplicate"] {
        let (client, mut server) = connected().await;
        let call = CallTool::new("t").task_id("mine");
        let (pending, request) = begin_task(&client, &mut server, call).await;
        let serving = async {
            server.refuse(&request, -32602, message).await;
            server.tell_status("completed").await;
            let result = server.expect("tasks/result").await;
            assert_eq!(result["params"]["taskId"], "mine");
            server.answer(&result, text("collected")).await;
        };
        let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
        assert_eq!(result.unwrap().text(), "collected");
    }
}

#[tokio::test(start_paused = true)]
async fn d48_sent_again_and_truly_refused() {
    let (client, mut server) = connected().await;
    let call = CallTool::new("t").task_id("mine");
    let (pending, request) = begin_task(&client, &mut server, call).await;
    let serving = async {
        server.refuse(&request, -32602, "Unknown tool: t").await;
        let get = server.expect("tasks/get").await;
        server.refuse(&get, -32602, "Task not found").await;
    };
    let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
    let error = result.unwrap_err();
    assert!(matches!(error, ClientError::BothFailed { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn d48_sent_again_on_another_connection() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let id = server.create(&request).await;
    assert_eq!(pending.task_id(), Some(&id));
    drop(server);
    let error = pending.result_with(async |_| ()).await.unwrap_err();
    assert!(matches!(error, ClientError::Disconnected { .. }), "{error}");

    let (client, mut server) = connected().await;
    let call = CallTool::new("t").task_id(id.clone());
    let (pending, request) = begin_task(&client, &mut server, call).await;
    let serving = async {
        let message = format!("Task ID already exists: {id}");
        server.refuse(&request, -32602, &message).await;
        server.tell_status("completed").await;
        let result = server.expect("tasks/result").await;
        server.answer(&result, text("collected")).await;
    };
    let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
    assert_eq!(result.unwrap().text(), "collected");
}

#[tokio::test(start_paused = true)]
async fn d37_a_task_is_deleted_once_its_outcome_is_here() {
    let (client, mut server) = connected().await;
    let call = CallTool::new("t").delete_when_done();
    let (pending, request) = begin_task(&client, &mut server, call).await;
    let id = server.create(&request).await;
    server.answer(&request, text("secret")).await;
    assert_eq!(pending.result().await.unwrap().text(), "secret");
    let delete = server.expect("tasks/delete").await;
    assert_eq!(delete["params"]["taskId"], id.as_str());

    // A server that made no task is not asked to delete it.
    let call = CallTool::new("t").delete_when_done();
    let (pending, request) = begin_task(&client, &mut server, call).await;
    server.answer(&request, text("plain")).await;
    pending.result().await.unwrap();
    server.hears_nothing(HOUR).await;
}

#[tokio::test(start_paused = true)]
async fn n13_the_timeout_of_a_task_ends_with_its_creation() {
    let (client, mut server) = connected().await;
    let call = CallTool::new("t").task().timeout(SECOND);
    let (pending, request) = begin_task(&client, &mut server, call).await;
    let serving = async {
        server.create(&request).await;
        sleep(HOUR).await;
        server.answer(&request, text("slow")).await;
    };
    let (result, ()) = tokio::join!(pending.result(), serving);
    assert_eq!(result.unwrap().text(), "slow");
}

#[tokio::test(start_paused = true)]
async fn n13_a_task_that_is_not_created_in_time() {
    let (client, mut server) = connected().await;
    let call = CallTool::new("t").task().timeout(SECOND);
    let (pending, request) = begin_task(&client, &mut server, call).await;
    advance(SECOND / 2).await;
    let started = Instant::now();
    let error = pending.result_with(async |_| ()).await.unwrap_err();
    assert!(matches!(error, ClientError::Timeout { after: SECOND }));
    assert_eq!(started.elapsed(), SECOND / 2);
    let cancelled = server.expect("notifications/cancelled").await;
    assert_eq!(cancelled["params"]["requestId"], request["id"]);
    server.answer(&request, text("late")).await;
    let again = pending.result().await.unwrap_err();
    assert!(matches!(again, ClientError::Timeout { .. }), "{again}");
}

#[tokio::test(start_paused = true)]
async fn the_outcome_can_be_awaited_again_and_elsewhere() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let waiting = tokio::time::timeout(SECOND, pending.result());
    assert!(waiting.await.is_err());
    let elsewhere = tokio::spawn(async move {
        let first = pending.result_with(async |_| sleep(SECOND).await).await;
        (first, pending.result().await)
    });
    server.answer(&request, text("done")).await;
    let (first, again) = elsewhere.await.unwrap();
    assert_eq!(first.unwrap().text(), "done");
    assert_eq!(again.unwrap().text(), "done");
}
