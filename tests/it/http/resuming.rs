//! Streams that are taken up again where they broke off (N-107).

use mcp_tasks_runtime::{Server, ToolResult};
use serde_json::{Value, json};

use super::client::{Client, request};
use super::{asking, plain};
use crate::support::{Gate, response, scripted, text};

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
