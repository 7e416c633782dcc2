//! `tasks/update` (J-76 … J-78).

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{everything, july};
use crate::support::{Peer, chosen, elicit_as, scripted};

/// A task that asks for "a" and "b" at once, and tells both cities.
async fn asking() -> (Peer, String) {
    let server = scripted(|_, context: TaskContext| async move {
        let (one, two) = tokio::join!(elicit_as(&context, "a"), elicit_as(&context, "b"));
        let cities = [one?, two?].map(|answer| answer["content"]["city"].clone());
        Ok(ToolResult::text(json!(cities).to_string()))
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let task = peer.july_task("run").await;
    peer.july_until(&task, "input_required").await;
    (peer, task)
}

async fn update(peer: &mut Peer, task: &str, responses: Value) -> Value {
    let params = json!({ "taskId": task, "inputResponses": responses });
    peer.result("tasks/update", july(params, everything()))
        .await
}

fn open(state: &Value) -> Vec<&String> {
    let requests = state["inputRequests"].as_object();
    requests
        .map(|requests| requests.keys().collect())
        .unwrap_or_default()
}

#[tokio::test(start_paused = true)]
async fn j77_j78_answers_may_come_one_by_one() {
    let (mut peer, task) = asking().await;
    update(&mut peer, &task, json!({ "b": chosen("Basel") })).await;
    let state = peer.july_get(&task).await;
    assert_eq!(
        (&state["status"], open(&state)),
        (&json!("input_required"), vec![&"a".to_owned()])
    );
    update(&mut peer, &task, json!({ "a": chosen("Bern") })).await;
    let state = peer.july_until(&task, "completed").await;
    assert_eq!(state["result"]["content"][0]["text"], r#"["Bern","Basel"]"#);
}

#[tokio::test(start_paused = true)]
async fn j78_unknown_and_answered_keys_are_ignored() {
    let (mut peer, task) = asking().await;
    for responses in [
        json!({}),
        json!({ "c": chosen("x") }),
        json!({ "a": chosen("Bern"), "c": chosen("x") }),
        json!({ "a": chosen("too late") }),
        json!({ "b": 5, "a": null }),
    ] {
        update(&mut peer, &task, responses).await;
        assert_eq!(peer.july_get(&task).await["status"], "input_required");
    }
    update(
        &mut peer,
        &task,
        json!({ "b": chosen("Basel"), "a": chosen("x") }),
    )
    .await;
    let state = peer.july_until(&task, "completed").await;
    assert_eq!(state["result"]["content"][0]["text"], r#"["Bern","Basel"]"#);
    // Whatever comes after the end is acknowledged, and changes nothing.
    update(&mut peer, &task, json!({ "a": chosen("x") })).await;
    assert_eq!(peer.july_get(&task).await, state);
}

#[tokio::test(start_paused = true)]
async fn malformed_responses_are_invalid_params() {
    let (mut peer, task) = asking().await;
    for responses in [json!([]), json!("x"), json!(5)] {
        let params = json!({ "taskId": task, "inputResponses": responses });
        let (code, _) = peer.error("tasks/update", july(params, everything())).await;
        assert_eq!(code, -32602);
    }
    let params = july(json!({ "taskId": task }), everything());
    assert_eq!(peer.error("tasks/update", params).await.0, -32602);
    assert_eq!(open(&peer.july_get(&task).await).len(), 2);
}
