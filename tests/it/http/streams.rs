//! Streams of events in the handshake era (N-99…N-107, C-08).

use serde_json::{Value, json};

use super::client::{Client, request};
use super::{asking, plain};
use crate::support::{RELATED, chosen, echoing, link, response, task_call, text};

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

#[tokio::test(start_paused = true)]
async fn n99_who_names_streams_first_gets_one() {
    let ready = Client::new(&echoing().build().unwrap());
    let ready = ready.ready("2025-11-25").await;
    let eager = ready.with("accept", "text/event-stream, application/json");
    let mut answered = eager.post(plain(1)).await;
    answered.is_stream();
    let messages = answered.rest().await;
    assert_eq!(messages.len(), 1);
    assert_eq!(text(&messages[0]["result"]), "done");
}

#[tokio::test(start_paused = true)]
async fn n106_of_two_streams_of_a_session_one_carries_the_question() {
    let ready = Client::new(&asking()).ready("2025-11-25").await;
    let (mut first, mut second) = (ready.get().await, ready.get().await);
    let call = json!({ "name": "run", "arguments": {}, "task": {} });
    ready.result(1, "tools/call", call).await;
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    ready.delete().await;
    let both = [first.rest().await, second.rest().await].concat();
    let asked = both
        .iter()
        .filter(|message| message["method"] == "elicitation/create");
    assert_eq!(asked.count(), 1, "{both:?}");
}
