//! The dialect's own example messages, as fixtures: a client's are accepted as they stand, and
//! the server's own equal them but for the places that each test names.

use std::time::Duration;

use mcp_tasks_runtime::{Server, ToolError, ToolResult};
use serde_json::{Value, json};

use crate::support::{Gate, Peer, TASK, held, link, scripted, task_call};

/// The task of the examples.
const ID: &str = "786512e2-9e0d-44bd-8f29-789f320fe840";

macro_rules! fixture {
    ($name:literal) => {
        serde_json::from_str::<Value>(include_str!(concat!("../../fixtures/draft/", $name)))
            .unwrap()
    };
}

/// Checks that a message equals an example, except at these places, where both have a value of
/// the same type.
#[track_caller]
fn assert_like(mut message: Value, example: &Value, differing: &[&str]) {
    for place in differing {
        let theirs = example.pointer(place).expect(place);
        let ours = message.pointer_mut(place).expect(place);
        let (kind, expected) = (
            std::mem::discriminant(&*ours),
            std::mem::discriminant(theirs),
        );
        assert_eq!(kind, expected, "the type at {place}");
        *ours = theirs.clone();
    }
    assert_eq!(message, *example);
}

/// The example's request, for the tool instead of the placeholder method.
fn call(tool: &str) -> Value {
    let mut request = fixture!("request.json");
    request["method"] = "tools/call".into();
    request["params"]["name"] = tool.into();
    request
}

/// A server whose `run` ends with the weather once the gate lets it.
fn weather(gate: &Gate) -> Server {
    let gate = gate.clone();
    let weather = fixture!("result-result.json")["result"]["content"][0]["text"].clone();
    let script = move |_, _| {
        let (gate, weather) = (gate.clone(), weather.clone());
        async move {
            gate.wait().await;
            Ok(ToolResult::text(weather.as_str().unwrap()))
        }
    };
    let kept = Duration::from_secs(30);
    scripted(script).max_keep_alive(kept).build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn the_opt_in_key_of_the_request_is_the_example_key() {
    let request = fixture!("request.json");
    assert_eq!(request["params"]["_meta"], fixture!("task-key.json"));
    assert_eq!(link(ID), fixture!("related-task-key.json"));
    assert!(request["params"]["_meta"].get(TASK).is_some());
}

#[tokio::test(start_paused = true)]
async fn request_created_and_the_first_get() {
    let mut peer = Peer::ready(&weather(&Gate::new())).await;
    // In one write, so that the worker has no time between.
    let lines = format!("{}\n{}\n", call("run"), fixture!("get.json"));
    peer.send_bytes(lines.as_bytes()).await;
    assert_like(peer.next().await, &fixture!("created.json"), &[]);
    // The hint of a young task is shorter than that of the example.
    let differing = ["/result/pollFrequency"];
    assert_like(peer.next().await, &fixture!("get-result.json"), &differing);
}

#[tokio::test(start_paused = true)]
async fn result() {
    let gate = Gate::new();
    let mut peer = Peer::ready(&weather(&gate)).await;
    peer.send(call("run")).await;
    peer.created(ID).await;
    gate.open();
    let mut original = peer.answer(1).await;
    peer.send(fixture!("result.json")).await;
    let result = peer.next().await;
    assert_like(result, &fixture!("result-result.json"), &[]);
    original["id"] = 4.into();
    assert_like(original, &fixture!("result-result.json"), &[]);
}

#[tokio::test(start_paused = true)]
async fn list() {
    let gate = Gate::new();
    let server = held(&gate);
    let server = server.page_size(2).build().unwrap();
    let mut peer = Peer::ready(&server).await;
    let kept = |tool: &str, id: &str, ms: u32| {
        let mut call = task_call(tool, json!({ "message": "hi" }), id);
        call["_meta"][TASK]["keepAlive"] = ms.into();
        call
    };
    peer.result("tools/call", kept("echo", "an older one", 1000))
        .await;
    peer.result("tools/call", kept("echo", "abc123-def456-ghi789", 60000))
        .await;
    peer.begin("tools/call", kept("run", ID, 30000)).await;
    peer.created(ID).await;

    // The example's cursor is a placeholder, which no listing has given.
    let mut request = fixture!("list.json");
    peer.send(request.clone()).await;
    assert_eq!(peer.answer(5).await["error"]["code"], -32602);
    request["params"].as_object_mut().unwrap().remove("cursor");
    peer.send(request.clone()).await;
    let page = peer.answer(5).await;
    let differing = ["/result/tasks/0/pollFrequency", "/result/nextCursor"];
    assert_like(page.clone(), &fixture!("list-result.json"), &differing);

    request["params"]["cursor"] = page["result"]["nextCursor"].clone();
    peer.send(request).await;
    let last = peer.answer(5).await;
    assert_eq!(last["result"]["tasks"][0]["taskId"], "an older one");
    assert!(last["result"].get("nextCursor").is_none());
}

#[tokio::test(start_paused = true)]
async fn delete() {
    let gate = Gate::new();
    gate.open();
    let mut peer = Peer::ready(&weather(&gate)).await;
    peer.send(call("run")).await;
    peer.answer(1).await;
    peer.send(fixture!("delete.json")).await;
    let answer = peer.answer(6).await;
    assert_like(answer, &fixture!("delete-result.json"), &[]);
}

#[tokio::test(start_paused = true)]
async fn a_failed_task() {
    let example = fixture!("get-result-failed.json");
    let error = example["result"]["error"].as_str().unwrap().to_owned();
    let server = scripted(move |_, _| {
        let error = error.clone();
        async move { Err(ToolError::internal(error)) }
    });
    let server = server
        .max_keep_alive(Duration::from_secs(30))
        .build()
        .unwrap();
    let mut peer = Peer::ready(&server).await;
    peer.send(call("run")).await;
    peer.answer(1).await;
    let mut request = fixture!("get.json");
    request["id"] = 4.into();
    peer.send(request).await;
    let mut answer = peer.answer(4).await;
    // The example lacks the link that every result of `tasks/get` carries (D-26).
    let meta = answer["result"].as_object_mut().unwrap().remove("_meta");
    assert_eq!(meta.unwrap(), link(ID));
    assert_like(answer, &example, &[]);
}

#[tokio::test(start_paused = true)]
async fn the_errors() {
    let gate = Gate::new();
    let mut peer = Peer::ready(&weather(&gate)).await;
    let ask = |method: &str, example: &Value| {
        let (id, params) = (&example["id"], json!({ "taskId": ID, "_meta": link(ID) }));
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
    };

    let not_found = fixture!("error-not-found.json");
    peer.send(ask("tasks/get", &not_found)).await;
    assert_like(peer.next().await, &not_found, &[]);

    peer.send(call("run")).await;
    peer.created(ID).await;
    tokio::task::yield_now().await;
    let not_completed = fixture!("error-not-completed.json");
    peer.send(ask("tasks/result", &not_completed)).await;
    assert_like(peer.next().await, &not_completed, &[]);

    let exists = fixture!("error-exists.json");
    let mut again = call("run");
    again["id"] = exists["id"].clone();
    peer.send(again).await;
    assert_like(peer.next().await, &exists, &[]);

    gate.open();
    peer.answer(1).await;
    tokio::time::advance(Duration::from_secs(30)).await;
    let expired = fixture!("error-expired.json");
    peer.send(ask("tasks/get", &expired)).await;
    assert_like(peer.next().await, &expired, &[]);
}
