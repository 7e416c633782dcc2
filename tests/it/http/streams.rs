//! Streams of events in the handshake era (N-99…N-107, C-08).

use mcp_tasks_runtime::{Server, ToolResult};
use serde_json::{Value, json};

use super::client::{Client, notification, request};
use crate::support::{
    Gate, RELATED, chosen, echoing, elicit, held, link, response, scripted, task_call, text,
};

/// Asks for a city, and says it.
fn asking() -> Server {
    let server = scripted(|_, context| async move {
        let answer = elicit(&context, "where to?").await?;
        Ok(ToolResult::text(
            answer["content"]["city"].as_str().unwrap(),
        ))
    });
    server.build().unwrap()
}

/// Says what it was told to as progress, and waits at the gate before each.
fn counting(gate: &Gate) -> Server {
    let gate = gate.clone();
    let server = scripted(move |_, context| {
        let gate = gate.clone();
        async move {
            for step in 1..=3 {
                gate.wait().await;
                context.progress(step, 3).await;
            }
            gate.wait().await;
            Ok(ToolResult::text("done"))
        }
    });
    server.build().unwrap()
}

/// A plain call that wants progress.
fn followed(id: i64) -> Value {
    let params = json!({ "name": "plain", "arguments": {}, "_meta": { "progressToken": id } });
    request(id, "tools/call", params)
}

fn plain(id: i64) -> Value {
    request(
        id,
        "tools/call",
        json!({ "name": "plain", "arguments": {} }),
    )
}

#[tokio::test(start_paused = true)]
async fn n99_a_lone_answer_is_json() {
    let ready = Client::new(&echoing().build().unwrap());
    let ready = ready.ready("2025-11-25").await;
    let answer = ready.post(plain(1)).await.json().await;
    assert_eq!(text(&answer["result"]), "done");
}

#[tokio::test(start_paused = true)]
async fn n101_n102_the_first_event_has_an_id_no_data_and_a_time_to_wait() {
    let ready = Client::new(&asking()).ready("2025-11-25").await;
    let mut call = ready.post(plain(1)).await;
    call.is_stream();
    let primer = call.event().await.unwrap();
    assert!(primer.id.is_some());
    assert_eq!((primer.retry.as_deref(), &*primer.data), (Some("3000"), ""));
    let question = call.event().await.unwrap();
    assert!(question.id.is_some() && question.id != primer.id);
}

#[tokio::test(start_paused = true)]
async fn n101_versions_before_2025_11_25_have_no_primer() {
    let ready = Client::new(&asking()).ready("2025-06-18").await;
    let mut call = ready.post(plain(1)).await;
    let first = call.event().await.unwrap();
    assert!(!first.data.is_empty(), "{first:?}");
}

#[tokio::test(start_paused = true)]
async fn n100_a_question_within_a_plain_call_is_answered_by_another_post() {
    for version in ["2025-06-18", "2025-11-25"] {
        let ready = Client::new(&asking()).ready(version).await;
        let mut call = ready.post(plain(1)).await;
        let question = call.next().await.unwrap();
        assert_eq!(question["method"], "elicitation/create");
        let answered = ready.post(response(&question, "Oslo")).await;
        assert_eq!(answered.status, 202);
        let answer = call.next().await.unwrap();
        assert_eq!(
            (&answer["id"], text(&answer["result"])),
            (&json!(1), "Oslo")
        );
        assert_eq!(call.next().await, None, "the stream ends with the answer");
    }
}

#[tokio::test(start_paused = true)]
async fn n100_the_answer_of_another_session_is_not_taken() {
    let ready = Client::new(&asking()).ready("2025-11-25").await;
    let stranger = ready.another().ready("2025-11-25").await;
    let mut call = ready.post(plain(1)).await;
    let question = call.next().await.unwrap();
    stranger.post(response(&question, "Paris")).await;
    ready.post(response(&question, "Oslo")).await;
    assert_eq!(text(&call.next().await.unwrap()["result"]), "Oslo");
}

#[tokio::test(start_paused = true)]
async fn n107_a_stream_is_taken_up_after_the_last_event_that_came() {
    let gate = Gate::new();
    let ready = Client::new(&counting(&gate)).ready("2025-11-25").await;
    gate.pass_one();
    let mut call = ready.post(followed(1)).await;
    let primer = call.event().await.unwrap().id.unwrap();
    let first = call.event().await.unwrap();
    // Another stream of the session, whose events are not to be replayed.
    let other = ready.post(followed(2));
    gate.pass_one();
    drop(call);
    gate.open();
    other.await.rest().await;

    let last = first.id.clone().unwrap();
    let mut resumed = ready.with("last-event-id", &last).get().await;
    resumed.is_stream();
    let events = resumed.rest().await;
    let told: Vec<_> = events
        .iter()
        .filter(|event| event["method"] == "notifications/progress")
        .map(|event| {
            (
                &event["params"]["progressToken"],
                &event["params"]["progress"],
            )
        })
        .collect();
    assert_eq!(told, [(&json!(1), &json!(2)), (&json!(1), &json!(3))]);
    let answer = events.last().unwrap();
    assert_eq!(
        (&answer["id"], text(&answer["result"])),
        (&json!(1), "done")
    );

    let mut whole = ready.with("last-event-id", &primer).get().await;
    assert_eq!(whole.rest().await.len(), 4, "all after the primer");
}

#[tokio::test(start_paused = true)]
async fn n107_events_that_are_not_of_the_session_are_not_found() {
    let ready = Client::new(&asking()).ready("2025-11-25").await;
    let mut call = ready.post(plain(1)).await;
    let id = call.event().await.unwrap().id.unwrap();
    let stranger = ready.another().ready("2025-11-25").await;
    assert_eq!(stranger.with("last-event-id", &id).get().await.status, 404);
    for unknown in ["", "x", "9-1", "1-", "1--1", "-1"] {
        let resumed = ready.with("last-event-id", unknown).get().await;
        assert_eq!(resumed.status, 404, "{unknown:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn n107_an_event_yet_to_come_is_waited_for_whatever_its_number() {
    let ready = Client::new(&asking()).ready("2025-11-25").await;
    let mut call = ready.post(plain(1)).await;
    let id = call.event().await.unwrap().id.unwrap();
    let (name, _) = id.split_once('-').unwrap();
    let question = call.next().await.unwrap();
    ready.post(response(&question, "Oslo")).await;
    call.rest().await;
    let far = format!("{name}-{}", u64::MAX);
    let mut resumed = ready.with("last-event-id", &far).get().await;
    assert_eq!(resumed.rest().await, [] as [Value; 0]);
}

#[tokio::test(start_paused = true)]
async fn c08_n103_a_dropped_post_cancels_nothing() {
    let (gate, ended) = (Gate::new(), Gate::new());
    let (held, told) = (gate.clone(), ended.clone());
    let server = scripted(move |_, context| {
        let (held, told) = (held.clone(), told.clone());
        async move {
            held.wait().await;
            assert!(!context.is_cancelled());
            told.open();
            Ok(ToolResult::text("done"))
        }
    });
    let ready = Client::new(&server.build().unwrap())
        .ready("2025-11-25")
        .await;
    let call = tokio::spawn({
        let ready = ready.clone();
        async move { ready.post(plain(1)).await.status }
    });
    tokio::task::yield_now().await;
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    gate.open();
    ended.wait().await;
}

#[tokio::test(start_paused = true)]
async fn n73_a_cancelled_request_has_no_answer() {
    let server = scripted(|_, context| async move {
        context.cancelled().await;
        Ok(ToolResult::text("too late"))
    });
    let ready = Client::new(&server.build().unwrap())
        .ready("2025-11-25")
        .await;
    let call = tokio::spawn({
        let ready = ready.clone();
        async move { ready.post(plain(1)).await.bytes().await }
    });
    tokio::task::yield_now().await;
    let cancel = notification("notifications/cancelled", json!({ "requestId": 1 }));
    ready.post(cancel).await;
    assert!(call.await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn r17_a_waiter_that_goes_cancels_nothing() {
    let gate = Gate::new();
    let ready = Client::new(&held(&gate).build().unwrap());
    let ready = ready.ready("2025-11-25").await;
    let call = json!({ "name": "run", "arguments": {}, "task": {} });
    let made = ready.result(1, "tools/call", call).await;
    let task = json!({ "taskId": made["task"]["taskId"] });
    let waiter = tokio::spawn({
        let (ready, task) = (ready.clone(), task.clone());
        async move { ready.result(2, "tasks/result", task).await }
    });
    tokio::task::yield_now().await;
    waiter.abort();
    let _ = waiter.await;
    let state = ready.result(3, "tasks/get", task.clone()).await;
    assert_eq!(state["status"], "working");
    gate.open();
    assert_eq!(text(&ready.result(4, "tasks/result", task).await), "done");
}

#[tokio::test(start_paused = true)]
async fn r19_a_lone_waiter_is_answered_when_the_ttl_passes() {
    let ready = Client::new(&held(&Gate::new()).build().unwrap());
    let ready = ready.ready("2025-11-25").await;
    let call = json!({ "name": "run", "arguments": {}, "task": { "ttl": 5000 } });
    let made = ready.result(1, "tools/call", call).await;
    let task = json!({ "taskId": made["task"]["taskId"] });
    let waited = ready.post(request(2, "tasks/result", task)).await;
    let answer = waited.heard().await.pop().unwrap();
    assert!(answer["error"]["message"].is_string(), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn n104_n105_the_get_stream_carries_the_questions_of_draft_tasks() {
    let ready = Client::new(&asking()).ready("2025-06-18").await;
    let mut own = ready.get().await;
    own.is_stream();
    let call = request(1, "tools/call", task_call("run", json!({}), "t"));
    let mut call = ready.post(call).await;
    let created = call.next().await.unwrap();
    assert_eq!(created["method"], "notifications/tasks/created");
    let question = tokio::select! {
        question = own.next() => question.unwrap(),
        question = call.next() => question.unwrap(),
    };
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(question["params"]["_meta"][RELATED], link("t")[RELATED]);
    let answer = json!({
        "jsonrpc": "2.0", "id": question["id"],
        "result": { "_meta": link("t"), "action": "accept", "content": chosen("Oslo")["content"] },
    });
    assert_eq!(ready.post(answer).await.status, 202);
    let answer = call.rest().await.pop().unwrap();
    assert_eq!(text(&answer["result"]), "Oslo");
    ready.delete().await;
    let left = own.rest().await;
    assert!(
        left.iter().all(|message| message.get("result").is_none()),
        "N-105: {left:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn n106_a_question_of_a_task_is_on_one_stream_only() {
    let ready = Client::new(&asking()).ready("2025-11-25").await;
    let mut own = ready.get().await;
    let call = json!({ "name": "run", "arguments": {}, "task": {} });
    let made = ready.result(1, "tools/call", call).await;
    let task = json!({ "taskId": made["task"]["taskId"] });
    let question = own.next().await.unwrap();
    assert_eq!(question["method"], "elicitation/create");
    let reader = ready.clone();
    let waiting = tokio::spawn(async move {
        let answer = reader.post(request(2, "tasks/result", task)).await;
        answer.heard().await
    });
    tokio::task::yield_now().await;
    ready.post(response(&question, "Oslo")).await;
    let heard = waiting.await.unwrap();
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert_eq!(text(&heard[0]["result"]), "Oslo");
    ready.delete().await;
    let left = own.rest().await;
    let asked = |message: &Value| message["method"] == "elicitation/create";
    assert!(!left.iter().any(asked), "{left:?}");
}

#[tokio::test(start_paused = true)]
async fn n100_a_question_without_a_stream_of_its_own_is_on_that_of_the_waiter() {
    let ready = Client::new(&asking()).ready("2025-11-25").await;
    let call = json!({ "name": "run", "arguments": {}, "task": {} });
    let made = ready.result(1, "tools/call", call).await;
    let task = json!({ "taskId": made["task"]["taskId"] });
    let mut waiting = ready.post(request(2, "tasks/result", task)).await;
    waiting.is_stream();
    let question = waiting.next().await.unwrap();
    assert_eq!(question["method"], "elicitation/create");
    ready.post(response(&question, "Oslo")).await;
    assert_eq!(text(&waiting.next().await.unwrap()["result"]), "Oslo");
    assert_eq!(waiting.next().await, None);
}
