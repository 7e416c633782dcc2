//! Plain calls in several rounds (J-30 … J-36).

use mcp_tasks_runtime::{TaskContext, ToolResult};
use serde_json::{Value, json};
use tokio::join;

use crate::support::july::{answers, call, july};
use crate::support::{Arguments, Peer, chosen, elicit, elicit_as, form, sample, scripted, text};

/// Repeats a call with answers and with the state that it was given.
fn again(round: &Value, responses: Value) -> Value {
    let params = json!({
        "name": "run", "arguments": {},
        "inputResponses": responses, "requestState": round["requestState"],
    });
    july(params, answers())
}

fn without_state(mut params: Value) -> Value {
    params.as_object_mut().unwrap().remove("requestState");
    params
}

/// Asks for two cities, one after the other, and tells both.
fn two_rounds() -> Peer {
    let server = scripted(|_, context: TaskContext| async move {
        let mut cities = Vec::new();
        for key in ["first", "second"] {
            cities.push(elicit_as(&context, key).await?["content"]["city"].take());
        }
        Ok(ToolResult::text(json!(cities).to_string()))
    });
    Peer::connect(&server.build().unwrap())
}

#[tokio::test(start_paused = true)]
async fn j31_j33_a_question_ends_the_call_and_is_answered_by_the_next() {
    let server = scripted(|_, context: TaskContext| async move {
        let answer = elicit(&context, "Which city?").await?;
        Ok(ToolResult::text(answer["content"]["city"].to_string()))
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let round = peer.result("tools/call", call("run", answers())).await;
    assert_eq!(round["resultType"], "input_required");
    let requests = round["inputRequests"].as_object().unwrap();
    let (key, request) = requests.iter().next().unwrap();
    let expected = json!({ "method": "elicitation/create", "params": form("Which city?") });
    assert_eq!((requests.len(), request), (1, &expected));
    // J-48: nobody may keep it.
    assert!(round.get("ttlMs").is_none() && round.get("cacheScope").is_none());
    let params = again(&round, json!({ key: chosen("Bern") }));
    let result = peer.result("tools/call", params).await;
    assert_eq!(
        (&result["resultType"], text(&result)),
        (&json!("complete"), "\"Bern\"")
    );
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn j33_the_answers_of_all_rounds_come_together() {
    let mut peer = two_rounds();
    let first = peer.result("tools/call", call("run", answers())).await;
    assert!(first["inputRequests"].get("first").is_some());
    let params = again(&first, json!({ "first": chosen("Bern") }));
    let second = peer.result("tools/call", params).await;
    let keys: Vec<_> = second["inputRequests"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(keys, ["second"]);
    let params = again(&second, json!({ "second": chosen("Basel") }));
    let result = peer.result("tools/call", params).await;
    assert_eq!(text(&result), r#"["Bern","Basel"]"#);
}

#[tokio::test(start_paused = true)]
async fn j36_what_is_still_missing_is_asked_again() {
    let mut peer = two_rounds();
    let mut round = peer.result("tools/call", call("run", answers())).await;
    for useless in [
        json!({}),
        json!({ "other": chosen("Bern") }),
        json!({ "first": 5 }),
        json!(null),
    ] {
        let params = again(&round, useless.clone());
        round = peer.result("tools/call", params).await;
        assert_eq!(round["resultType"], "input_required", "{useless}");
        assert!(round["inputRequests"].get("first").is_some(), "{useless}");
    }
    for malformed in [json!([]), json!("x"), json!(5)] {
        let (code, _) = peer.error("tools/call", again(&round, malformed)).await;
        assert_eq!(code, -32602);
    }
}

#[tokio::test(start_paused = true)]
async fn j31_several_questions_at_once_are_asked_together() {
    let server = scripted(|_, context: TaskContext| async move {
        let sample = sample();
        let (city, word) = join!(
            elicit_as(&context, "city"),
            context.request::<Value>("sampling/createMessage", &sample),
        );
        Ok(ToolResult::text(
            json!([city?["content"]["city"], word?["model"]]).to_string(),
        ))
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let round = peer.result("tools/call", call("run", answers())).await;
    let requests = round["inputRequests"].as_object().unwrap();
    assert_eq!(requests.len(), 2);
    let other = requests.keys().find(|key| *key != "city").unwrap().clone();
    assert_eq!(
        requests[&other],
        json!({ "method": "sampling/createMessage", "params": sample() })
    );
    // One of them comes first; the other one is asked for again, under its key.
    let params = again(&round, json!({ "city": chosen("Bern") }));
    let round = peer.result("tools/call", params).await;
    assert_eq!(
        round["inputRequests"]
            .as_object()
            .unwrap()
            .keys()
            .collect::<Vec<_>>(),
        [&other]
    );
    let model =
        json!({ "role": "assistant", "model": "m", "content": { "type": "text", "text": "" } });
    let result = peer
        .result("tools/call", again(&round, json!({ other: model })))
        .await;
    assert_eq!(text(&result), r#"["Bern","m"]"#);
}

#[tokio::test(start_paused = true)]
async fn questions_without_keys_keep_their_keys_over_the_rounds() {
    let server = scripted(|_, context: TaskContext| async move {
        for question in ["a", "b", "c"] {
            elicit(&context, question).await?;
        }
        Ok(ToolResult::text("all"))
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let mut result = peer.result("tools/call", call("run", answers())).await;
    let mut seen = Vec::new();
    while result["resultType"] == "input_required" {
        let requests = result["inputRequests"].as_object().unwrap().clone();
        let (key, request) = requests.iter().next().unwrap();
        seen.push(request["params"]["message"].clone());
        result = peer
            .result("tools/call", again(&result, json!({ key: chosen("x") })))
            .await;
    }
    assert_eq!(seen, ["a", "b", "c"]);
    assert_eq!(text(&result), "all");
}

#[tokio::test(start_paused = true)]
async fn a_decline_is_an_answer() {
    let server = scripted(|_, context: TaskContext| async move {
        let answer = elicit_as(&context, "city").await?;
        Ok(ToolResult::text(answer["action"].to_string()))
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let round = peer.result("tools/call", call("run", answers())).await;
    let params = again(&round, json!({ "city": { "action": "decline" } }));
    assert_eq!(
        text(&peer.result("tools/call", params).await),
        "\"decline\""
    );
}

#[tokio::test(start_paused = true)]
async fn a_server_may_do_without_the_state() {
    // A client that was given a state sends it; one that lost it only answers more.
    let mut peer = two_rounds();
    let params = json!({
        "name": "run",
        "inputResponses": { "first": chosen("Bern"), "second": chosen("Basel") },
    });
    let result = peer.result("tools/call", july(params, answers())).await;
    assert_eq!(text(&result), r#"["Bern","Basel"]"#);
}

#[tokio::test(start_paused = true)]
async fn j75_a_key_can_be_used_once() {
    let server = scripted(|_: Arguments, context: TaskContext| async move {
        let (one, two) = join!(elicit_as(&context, "k"), elicit_as(&context, "k"));
        let refusal = two.unwrap_err().to_string();
        Ok(ToolResult::text(format!("{}, {refusal}", one?["action"])))
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let id = peer.begin("tools/call", call("run", answers())).await;
    // A decoder would take one of two members of one name.
    let line = peer.raw_line().await;
    assert_eq!(line.matches(r#""k":"#).count(), 1, "{id}: {line}");
    let round = json!({});
    let params = again(&round, json!({ "k": { "action": "decline" } }));
    let params = without_state(params);
    let result = peer.result("tools/call", params).await;
    let refusal = "\"decline\", the question is unusable: the key `k` was used before";
    assert_eq!(text(&result), refusal);
}
