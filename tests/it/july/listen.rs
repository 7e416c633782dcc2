//! `subscriptions/listen` (J-40 … J-45, J-87).

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{answers, everything, july};
use crate::support::{Gate, Peer, elicit_as, held, scripted};

const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
const CHANGED: &str = "notifications/tasks";
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

fn wishes(notifications: Value) -> Value {
    july(json!({ "notifications": notifications }), everything())
}

/// Opens a subscription under an id, and gives what was accepted.
async fn listen(peer: &mut Peer, id: Value, notifications: Value) -> Value {
    let method = "subscriptions/listen";
    peer.send(
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": wishes(notifications) }),
    )
    .await;
    let mut first = peer.next().await;
    assert_eq!(first["method"], ACKNOWLEDGED, "J-40: {first}");
    assert_eq!(
        first["params"]["_meta"],
        json!({ SUBSCRIPTION: id }),
        "J-41"
    );
    first["params"]["notifications"].take()
}

#[tokio::test(start_paused = true)]
async fn j40_j41_the_accepted_part_comes_first_under_the_id_of_the_request() {
    let mut peer = Peer::connect(&held(&Gate::new()).build().unwrap());
    let task = peer.july_task("run").await;
    for id in [json!("L1"), json!(7)] {
        let wishes = json!({ "taskIds": [task, "gone"], "toolsListChanged": true });
        let accepted = listen(&mut peer, id.clone(), wishes).await;
        assert_eq!(
            accepted,
            json!({ "taskIds": [task], "toolsListChanged": true })
        );
        let snapshot = peer.next().await;
        assert_eq!(snapshot["params"]["_meta"], json!({ SUBSCRIPTION: id }));
        assert_eq!(snapshot["params"]["taskId"], *task);
    }
}

#[tokio::test(start_paused = true)]
async fn j87_a_snapshot_and_then_each_change_once() {
    let gate = Gate::new();
    let held = gate.clone();
    let server = scripted(move |_, context: TaskContext| {
        let gate = held.clone();
        async move {
            gate.wait().await;
            context.status("reading").await;
            gate.wait().await;
            elicit_as(&context, "city").await?;
            gate.wait().await;
            Ok(ToolResult::text("done"))
        }
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let task = peer.july_task("run").await;
    listen(&mut peer, json!("L"), json!({ "taskIds": [task] })).await;
    let told = peer.expect(CHANGED).await;
    assert_eq!(told["params"]["status"], "working");
    peer.silence().await;
    gate.pass_one();
    assert_eq!(
        peer.expect(CHANGED).await["params"]["statusMessage"],
        "reading"
    );
    peer.silence().await;
    gate.pass_one();
    let told = peer.expect(CHANGED).await;
    assert!(
        told["params"]["inputRequests"].get("city").is_some(),
        "{told}"
    );
    peer.silence().await;
    let response = json!({ "city": { "action": "decline" } });
    let params = json!({ "taskId": task, "inputResponses": response });
    peer.result("tasks/update", july(params, everything()))
        .await;
    assert_eq!(peer.expect(CHANGED).await["params"]["status"], "working");
    peer.silence().await;
    gate.pass_one();
    let mut told = peer.expect(CHANGED).await["params"].take();
    // The same as a poll says now.
    let mut state = peer.july_get(&task).await;
    for message in [&mut told, &mut state] {
        let message = message.as_object_mut().unwrap();
        message.remove("_meta");
        message.remove("resultType");
    }
    assert_eq!(told, state);
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn a_task_that_has_ended_is_told_once() {
    let gate = Gate::new();
    gate.open();
    let mut peer = Peer::connect(&held(&gate).build().unwrap());
    let task = peer.july_task("run").await;
    peer.july_until(&task, "completed").await;
    listen(&mut peer, json!(1), json!({ "taskIds": [task] })).await;
    assert_eq!(peer.expect(CHANGED).await["params"]["status"], "completed");
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn j42_several_at_once() {
    let gate = Gate::new();
    let mut peer = Peer::connect(&held(&gate).build().unwrap());
    let task = peer.july_task("run").await;
    for id in ["a", "b"] {
        listen(&mut peer, json!(id), json!({ "taskIds": [task] })).await;
        peer.expect(CHANGED).await;
    }
    gate.open();
    let mut told = [peer.expect(CHANGED).await, peer.expect(CHANGED).await].map(|message| {
        message["params"]["_meta"][SUBSCRIPTION]
            .as_str()
            .unwrap()
            .to_owned()
    });
    told.sort();
    assert_eq!(told, ["a", "b"]);
}

#[tokio::test(start_paused = true)]
async fn j45_a_cancelled_one_ends_without_a_word() {
    let gate = Gate::new();
    let mut peer = Peer::connect(&held(&gate).build().unwrap());
    let task = peer.july_task("run").await;
    listen(&mut peer, json!("L"), json!({ "taskIds": [task] })).await;
    peer.expect(CHANGED).await;
    peer.notify(
        "notifications/cancelled",
        july(json!({ "requestId": "L" }), json!({})),
    )
    .await;
    peer.july_get(&task).await;
    gate.open();
    peer.silence().await;
    assert_eq!(peer.july_get(&task).await["status"], "completed");
}

#[tokio::test(start_paused = true)]
async fn j43_j44_j93_the_end_of_the_stream_ends_it_in_order_and_at_once() {
    let mut peer = Peer::connect(&held(&Gate::new()).build().unwrap());
    listen(&mut peer, json!("L"), json!({})).await;
    let begun = tokio::time::Instant::now();
    peer.end().await;
    let rest = peer.rest().await;
    assert_eq!(begun.elapsed().as_secs(), 0, "promptly");
    assert_eq!(rest.len(), 2, "{rest:?}");
    assert_eq!(rest[0]["method"], "notifications/cancelled");
    assert_eq!(rest[0]["params"]["requestId"], "L");
    assert_eq!(
        (&rest[1]["id"], &rest[1]["result"]["resultType"]),
        (&json!("L"), &json!("complete"))
    );
}

#[tokio::test(start_paused = true)]
async fn j82_tasks_need_the_extension_and_wishes_have_to_be_there() {
    let mut peer = Peer::connect(&held(&Gate::new()).build().unwrap());
    let method = "subscriptions/listen";
    let params = july(json!({ "notifications": { "taskIds": ["t"] } }), answers());
    assert_eq!(peer.error(method, params).await.0, -32021);
    for params in [
        json!({}),
        json!({ "notifications": 5 }),
        json!({ "notifications": { "taskIds": 5 } }),
    ] {
        assert_eq!(
            peer.error(method, july(params, everything())).await.0,
            -32602
        );
    }
    peer.silence().await;
}
