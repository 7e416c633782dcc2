//! `requestState` is good for what it was given for, and for nothing else (J-35).

use std::time::Duration;

use mcp_tasks_runtime::{Server, TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{answers, july};
use crate::support::{Peer, chosen, elicit_as, scripted, text};

fn server(secret: Option<&str>) -> Server {
    let server = scripted(|_, context: TaskContext| async move {
        for key in ["first", "second"] {
            elicit_as(&context, key).await?;
        }
        Ok(ToolResult::text("done"))
    });
    match secret {
        Some(secret) => server.state_secret(secret),
        None => server,
    }
    .build()
    .unwrap()
}

fn params(tool: &str, arguments: Value, state: &Value) -> Value {
    let params = json!({
        "name": tool, "arguments": arguments,
        "inputResponses": { "second": chosen("Basel") }, "requestState": state,
    });
    july(params, answers())
}

/// A state in which the first question is answered.
async fn state(peer: &mut Peer) -> Value {
    let params = json!({
        "name": "run", "arguments": { "year": 2025, "deep": { "a": 1, "b": [2] } },
        "inputResponses": { "first": chosen("Bern") },
    });
    peer.result("tools/call", july(params, answers())).await["requestState"].take()
}

#[tokio::test(start_paused = true)]
async fn j35_it_carries_what_was_answered() {
    let mut peer = Peer::connect(&server(None));
    let state = state(&mut peer).await;
    let arguments = json!({ "deep": { "b": [2], "a": 1 }, "year": 2025 });
    let result = peer
        .result("tools/call", params("run", arguments, &state))
        .await;
    assert_eq!(text(&result), "done");
}

#[tokio::test(start_paused = true)]
async fn j35_changed_or_for_another_call_it_is_refused() {
    let mut peer = Peer::connect(&server(None));
    let state = state(&mut peer).await;
    let arguments = json!({ "year": 2025, "deep": { "a": 1, "b": [2] } });
    let sealed = state.as_str().unwrap();
    let flipped = if sealed.ends_with('A') { "B" } else { "A" };
    let tampered = json!(format!("{}{flipped}", &sealed[..sealed.len() - 1]));
    let refused = [
        params("run", arguments.clone(), &tampered),
        params("run", arguments.clone(), &json!("")),
        params("run", arguments.clone(), &json!("v1.AAAA")),
        params("run", arguments.clone(), &json!(format!("{sealed}x"))),
        params("run", arguments.clone(), &json!(5)),
        params("run", arguments.clone(), &json!(null)),
        params("run", json!({ "year": 2026 }), &state),
        params("run", json!({}), &state),
        params("plain", arguments, &state),
    ];
    for params in refused {
        let (code, message) = peer.error("tools/call", params.clone()).await;
        assert_eq!(code, -32602, "{params}");
        assert!(message.contains("`requestState`"), "{message}");
    }
}

#[tokio::test(start_paused = true)]
async fn j35_it_ends_after_an_hour() {
    let mut peer = Peer::connect(&server(None));
    let arguments = json!({ "year": 2025, "deep": { "a": 1, "b": [2] } });
    let state = state(&mut peer).await;
    tokio::time::sleep(Duration::from_secs(3_599)).await;
    let result = peer
        .result("tools/call", params("run", arguments.clone(), &state))
        .await;
    assert_eq!(text(&result), "done");
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (code, _) = peer
        .error("tools/call", params("run", arguments, &state))
        .await;
    assert_eq!(code, -32602);
}

#[tokio::test(start_paused = true)]
async fn servers_that_share_a_secret_share_the_calls() {
    let arguments = json!({ "year": 2025, "deep": { "a": 1, "b": [2] } });
    let mut first = Peer::connect(&server(Some("s")));
    let state = state(&mut first).await;
    let mut second = Peer::connect(&server(Some("s")));
    let result = second
        .result("tools/call", params("run", arguments.clone(), &state))
        .await;
    assert_eq!(text(&result), "done");
    for stranger in [server(Some("t")), server(None)] {
        let mut peer = Peer::connect(&stranger);
        let refused = params("run", arguments.clone(), &state);
        assert_eq!(peer.error("tools/call", refused).await.0, -32602);
    }
}
