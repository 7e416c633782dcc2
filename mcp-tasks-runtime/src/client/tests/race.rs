//! The race of a call's answer and its task: one test or more for each of the algorithm's nine
//! consequences.

use std::sync::Mutex;
use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep};

use super::fake::{HOUR, LINK, SECOND, begin_task, connected, connected_with, task, text};
use crate::client::{CallTool, Client, ClientError, Task};
use crate::task::Status;

/// What a listener saw.
#[derive(Default)]
struct Seen(Mutex<Vec<Status>>);

impl Seen {
    fn note(&self, task: &Task) {
        self.0.lock().unwrap().push(task.status);
    }

    fn all(&self) -> Vec<Status> {
        self.0.lock().unwrap().clone()
    }
}

#[tokio::test(start_paused = true)]
async fn s8_1_created_before_waiting() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    server.create(&request).await;
    sleep(HOUR).await;
    let seen = Seen::default();
    let serving = async {
        server.tell_status("completed").await;
        let result = server.expect("tasks/result").await;
        server.answer(&result, text("from the task")).await;
    };
    let listener = async |task: &Task| seen.note(task);
    let (result, ()) = tokio::join!(pending.result_with(listener), serving);
    assert_eq!(result.unwrap().text(), "from the task");
    assert_eq!(seen.all(), [Status::Completed]);
}

#[tokio::test(start_paused = true)]
async fn s8_2_server_without_tasks() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let serving = async {
        server.hears_nothing(HOUR).await;
        server.answer(&request, text("plain")).await;
    };
    let listener = async |task: &Task| panic!("{task:?}");
    let (result, ()) = tokio::join!(pending.result_with(listener), serving);
    assert_eq!(result.unwrap().text(), "plain");
    server.hears_nothing(HOUR).await;
}

#[tokio::test(start_paused = true)]
async fn s8_2_server_without_tasks_that_refuses() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    server.refuse(&request, -32602, "Unknown tool: t").await;
    let error = pending.result_with(async |_| ()).await.unwrap_err();
    assert!(
        matches!(error, ClientError::Rpc { code: -32602, .. }),
        "{error}"
    );
}

#[tokio::test(start_paused = true)]
async fn s8_3_created_then_the_answer_never_comes() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let seen = Seen::default();
    let serving = async {
        server.create(&request).await;
        for status in ["submitted", "working", "input_required", "completed"] {
            server.tell_status(status).await;
        }
        let result = server.expect("tasks/result").await;
        server.answer(&result, text("by polling")).await;
    };
    let listener = async |task: &Task| seen.note(task);
    let (result, ()) = tokio::join!(pending.result_with(listener), serving);
    assert_eq!(result.unwrap().text(), "by polling");
    let all = [
        Status::Submitted,
        Status::Working,
        Status::InputRequired,
        Status::Completed,
    ];
    assert_eq!(seen.all(), all);
}

#[tokio::test(start_paused = true)]
async fn s8_4_failed_task_gives_what_the_call_gives() {
    for status in ["failed", "unknown"] {
        let (client, mut server) = connected().await;
        let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
        let serving = async {
            server.create(&request).await;
            server.tell_status(status).await;
            let result = server.expect("tasks/result").await;
            server.refuse(&result, -32602, "Task status is not").await;
            sleep(HOUR).await;
            server.answer(&request, text("after all")).await;
        };
        let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
        assert_eq!(result.unwrap().text(), "after all");
    }
}

#[tokio::test(start_paused = true)]
async fn s8_4_both_errors_are_told_the_answer_first() {
    for answer_first in [true, false] {
        let (client, mut server) = connected().await;
        let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
        let serving = async {
            server.create(&request).await;
            server.tell_status("failed").await;
            if answer_first {
                server.refuse(&request, -32603, "it broke").await;
            }
            let result = server.expect("tasks/result").await;
            server.refuse(&result, -32602, "no result").await;
            if !answer_first {
                server.refuse(&request, -32603, "it broke").await;
            }
        };
        let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
        let error = result.unwrap_err();
        assert_eq!(error.code(), Some(-32603));
        assert_eq!(
            error.to_string(),
            "the request failed, and so did collecting its task's result: \
             the server answered with an error: it broke (code -32603); \
             the server answered with an error: no result (code -32602)"
        );
        assert!(std::error::Error::source(&error).is_some());
    }
}

#[tokio::test(start_paused = true)]
async fn s8_5_cancelled_here_and_never_answered() {
    let builder = Client::builder().cancel_grace(3 * SECOND);
    let (client, mut server) = connected_with(builder).await;
    let call = CallTool::new("t").task();
    let (pending, request) = begin_task(&client, &mut server, call).await;
    let serving = async {
        let id = server.create(&request).await;
        server.tell_status("working").await;
        pending.cancel("enough").await.unwrap();
        let cancelled = server.expect("notifications/cancelled").await;
        assert_eq!(cancelled["params"]["requestId"], request["id"]);
        assert_eq!(cancelled["params"]["reason"], "enough");
        assert_eq!(cancelled["params"]["_meta"][LINK]["taskId"], id.as_str());
        server.tell_status("cancelled").await;
        let result = server.expect("tasks/result").await;
        server.refuse(&result, -32602, "no result").await;
    };
    let started = Instant::now();
    let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
    let error = result.unwrap_err();
    assert!(matches!(error, ClientError::Cancelled), "{error}");
    assert!(error.is_cancelled());
    assert_eq!(started.elapsed(), 3 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn s8_5_cancelled_by_others_and_never_answered() {
    let (client, mut server) = connected_with(Client::builder().cancel_grace(3 * SECOND)).await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let started = Instant::now();
    let serving = async {
        server.create(&request).await;
        server.tell_status("cancelled").await;
        let result = server.expect("tasks/result").await;
        server.refuse(&result, -32602, "no result").await;
    };
    let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
    assert!(matches!(result, Err(ClientError::Cancelled)));
    assert_eq!(
        started.elapsed(),
        4 * SECOND,
        "a poll interval and the grace"
    );
}

#[tokio::test(start_paused = true)]
async fn s8_5_cancelled_and_answered() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t")).await;
    pending.cancel(None).await.unwrap();
    let cancelled = server.expect("notifications/cancelled").await;
    assert_eq!(cancelled["params"], json!({ "requestId": request["id"] }));
    server.refuse(&request, -32800, "Task was cancelled").await;
    let error = pending.result().await.unwrap_err();
    assert!(error.is_cancelled(), "{error}");
    assert_eq!(error.code(), Some(-32800));
    pending.cancel(None).await.unwrap();
    server.hears_nothing(SECOND).await;
}

#[tokio::test(start_paused = true)]
async fn s8_5_cancelled_without_a_listener() {
    let builder = Client::builder().cancel_grace(3 * SECOND);
    let (client, mut server) = connected_with(builder).await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    server.create(&request).await;
    let started = Instant::now();
    let cancelling = async {
        sleep(SECOND).await;
        pending.cancel("enough").await.unwrap();
    };
    let (result, ()) = tokio::join!(pending.result(), cancelling);
    assert!(matches!(result, Err(ClientError::Cancelled)));
    assert_eq!(started.elapsed(), 4 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn s8_6_an_error_of_a_poll_ends_polling_only() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let serving = async {
        server.create(&request).await;
        server.tell_status("working").await;
        let get = server.expect("tasks/get").await;
        server.refuse(&get, -32603, "out of order").await;
        server.hears_nothing(HOUR).await;
        server.answer(&request, text("the answer")).await;
    };
    let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
    assert_eq!(result.unwrap().text(), "the answer");
}

#[tokio::test(start_paused = true)]
async fn s8_7_last_sleep_is_shorter_than_the_task_is_kept() {
    for (keep_alive, slept) in [(json!(400), 200), (json!(0), 0), (json!(null), 30_000)] {
        let (client, mut server) = connected().await;
        let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
        let serving = async {
            let id = server.create(&request).await;
            let get = server.expect("tasks/get").await;
            let mut ended = task(id.as_str(), "completed");
            ended["keepAlive"] = keep_alive;
            ended["pollFrequency"] = json!(30_000);
            server.answer(&get, ended).await;
            let polled = Instant::now();
            let result = server.expect("tasks/result").await;
            assert_eq!(polled.elapsed(), Duration::from_millis(slept));
            server.answer(&result, text("kept")).await;
        };
        let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
        assert_eq!(result.unwrap().text(), "kept");
    }
}

#[tokio::test(start_paused = true)]
async fn s8_8_the_interval_when_the_server_does_not_say() {
    let chosen = Client::builder().poll_interval(7 * SECOND);
    for (builder, interval) in [(Client::builder(), SECOND), (chosen, 7 * SECOND)] {
        let (client, mut server) = connected_with(builder).await;
        let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
        let serving = async {
            server.create(&request).await;
            server.tell_status("working").await;
            for _ in 0..3 {
                let polled = Instant::now();
                server.tell_status("working").await;
                assert_eq!(polled.elapsed(), interval);
            }
            server.answer(&request, text("done")).await;
        };
        let (result, ()) = tokio::join!(pending.result_with(async |_| ()), serving);
        result.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn s8_9_the_loser_is_dropped_silently() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let serving = async {
        server.create(&request).await;
        let get = server.expect("tasks/get").await;
        server.answer(&request, text("first")).await;
        get
    };
    let (result, get) = tokio::join!(pending.result_with(async |_| ()), serving);
    assert_eq!(result.unwrap().text(), "first");
    drop(pending);
    // The poll that was under way is answered late, and nothing comes of it.
    server.answer(&get, task("t", "completed")).await;
    server.hears_nothing(HOUR).await;
    let (pong, ()) = tokio::join!(client.ping(), async {
        let ping = server.expect("ping").await;
        server.answer(&ping, json!({})).await;
    });
    pong.unwrap();
}

#[tokio::test(start_paused = true)]
async fn s8_9_the_answer_wins_over_a_listener_that_hangs() {
    let (client, mut server) = connected().await;
    let (pending, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    let serving = async {
        server.create(&request).await;
        server.tell_status("working").await;
        server.answer(&request, text("first")).await;
    };
    let listener = async |_: &Task| std::future::pending().await;
    let (result, ()) = tokio::join!(pending.result_with(listener), serving);
    assert_eq!(result.unwrap().text(), "first");
}
