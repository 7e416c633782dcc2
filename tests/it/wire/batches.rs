//! Batches: part of one protocol version only (C-27).

use serde_json::{Value, json};

use crate::support::{Gate, Peer, echoing, error_of, held, link, scripted, task_call};

fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}

#[tokio::test(start_paused = true)]
async fn c27_refused_in_every_other_version() {
    let server = echoing().build().unwrap();
    let batch = json!([request(1, "ping", json!({}))]);
    for version in ["2024-11-05", "2025-06-18"] {
        let mut peer = Peer::ready_at(&server, version).await;
        peer.send(batch.clone()).await;
        let answer = peer.next().await;
        let text = "Invalid request: batches are not part of this protocol version";
        assert_eq!(error_of(&answer), (-32600, text.to_owned()));
        assert!(answer.get("id").is_none());
        peer.silence().await;
    }
    // Also before there is a version: `initialize` is never in a batch.
    let mut peer = Peer::connect(&server);
    let params = json!({ "protocolVersion": "2025-03-26", "capabilities": {} });
    peer.send(json!([request(1, "initialize", params)])).await;
    assert_eq!(error_of(&peer.next().await).0, -32600);
    peer.initialize("2025-03-26").await;
}

#[tokio::test(start_paused = true)]
async fn c27_the_answers_come_together() {
    let gate = Gate::new();
    let server = held(&gate);
    let mut peer = Peer::ready_at(&server.build().unwrap(), "2025-03-26").await;
    let batch = json!([
        request(1, "ping", json!({})),
        request(2, "tools/call", json!({ "name": "run" })),
        { "jsonrpc": "2.0", "method": "notifications/nothing" },
        { "jsonrpc": "2.0", "id": 9, "result": {} },
        request(3, "nothing", json!({})),
        5,
        ["2.0", 4, "ping"],
        request(6, "initialize", json!({ "protocolVersion": "2025-06-18" })),
    ]);
    peer.send(batch).await;
    peer.silence().await;
    // Others are served meanwhile, the batch's own cancellation among them.
    assert_eq!(peer.result("ping", json!({})).await, json!({}));
    gate.open();
    let answers = peer.next().await;
    let answers = answers.as_array().unwrap();
    assert_eq!(answers.len(), 6, "{answers:?}");
    let of = |id: Value| answers.iter().find(|a| a.get("id") == Some(&id)).unwrap();
    assert_eq!(of(json!(1))["result"], json!({}));
    assert_eq!(of(json!(2))["result"]["content"][0]["text"], "done");
    assert_eq!(of(json!(3))["error"]["code"], -32601);
    assert_eq!(of(json!(6))["error"]["code"], -32600);
    let without_id: Vec<_> = answers.iter().filter(|a| a.get("id").is_none()).collect();
    assert_eq!(without_id.len(), 2);
    for answer in without_id {
        let text = "Invalid request: a message must be an object".to_owned();
        assert_eq!(error_of(answer), (-32600, text));
    }
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn a_batch_with_nothing_to_answer_has_no_answer() {
    let mut peer = Peer::ready_at(&echoing().build().unwrap(), "2025-03-26").await;
    peer.send(json!([
        { "jsonrpc": "2.0", "method": "notifications/nothing" },
        { "jsonrpc": "2.0", "id": 9, "result": {} },
    ]))
    .await;
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn an_empty_batch_is_refused() {
    let mut peer = Peer::ready_at(&echoing().build().unwrap(), "2025-03-26").await;
    for batch in ["[]", " [ ] "] {
        peer.send_line(batch).await;
        let text = "Invalid request: the batch is empty".to_owned();
        assert_eq!(error_of(&peer.next().await), (-32600, text));
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_leaves_a_gap_in_the_answers() {
    let server = scripted(|_, _| std::future::pending());
    let mut peer = Peer::ready_at(&server.build().unwrap(), "2025-03-26").await;
    peer.send(json!([
        request(1, "tools/call", json!({ "name": "run" })),
        request(2, "ping", json!({})),
        { "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } },
    ]))
    .await;
    let answers = peer.next().await;
    assert_eq!(
        answers,
        json!([{ "jsonrpc": "2.0", "id": 2, "result": {} }])
    );
}

#[tokio::test(start_paused = true)]
async fn an_id_in_use_within_the_batch_is_refused() {
    let mut peer = Peer::ready_at(&echoing().build().unwrap(), "2025-03-26").await;
    let call = request(1, "tools/call", json!({ "name": "run" }));
    peer.send(json!([call, call])).await;
    let answers = peer.next().await;
    let mut codes: Vec<_> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(|a| &a["error"]["code"])
        .collect();
    codes.sort_by_key(|code| code.to_string());
    assert_eq!(codes, [&json!(-32600), &Value::Null]);
}

#[tokio::test(start_paused = true)]
async fn d08_created_does_not_wait_for_the_batch() {
    let gate = Gate::new();
    let server = held(&gate);
    let mut peer = Peer::ready_at(&server.build().unwrap(), "2025-03-26").await;
    peer.send(json!([request(
        1,
        "tools/call",
        task_call("run", json!({}), "t")
    )]))
    .await;
    peer.created("t").await;
    peer.silence().await;
    assert_eq!(peer.status("t").await, "working");
    gate.open();
    assert_eq!(peer.next().await[0]["result"]["_meta"], link("t"));
}
