//! The race of a call's answer and its task: the nine consequences, and what follows from them.

use std::sync::Mutex;
use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, advance, sleep};

use super::fake::{LINK, begin_task, connected, connected_with, task, text};
use crate::client::{CallTool, Client, ClientError, Task};
use crate::task::Status;

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_secs(3600);

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
