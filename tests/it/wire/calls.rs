//! Plain calls: arguments, ids in use, cancellation, many at once.

use std::collections::HashMap;

use mcp_tasks_runtime::{
    Server, TaskContext, Tool, ToolDescriptor, ToolError, ToolResult, schemars, serde,
};
use serde_json::{Value, json};

use crate::support::{Arguments, Gate, Peer, echoing, error_of, held, scripted, text};

/// Tool calls whose run never ends by itself; the second gate is passed when one is dropped.
fn endless(dropped: &Gate) -> Server {
    struct OnDrop(Gate);
    impl Drop for OnDrop {
        fn drop(&mut self) {
            self.0.pass_one();
        }
    }
    let dropped = dropped.clone();
    let script = move |_, context: TaskContext| {
        let guard = OnDrop(dropped.clone());
        async move {
            context.cancelled().await;
            drop(guard);
            Ok(ToolResult::text("late"))
        }
    };
    scripted(script).build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn n73_a_cancelled_call_is_not_answered_and_its_run_ends() {
    let dropped = Gate::new();
    let mut peer = Peer::ready(&endless(&dropped)).await;
    let id = peer.begin("tools/call", json!({ "name": "run" })).await;
    peer.silence().await;
    peer.cancel(id).await;
    dropped.wait().await;
    peer.silence().await;
    // The id is free again, and the server serves on.
    assert_eq!(peer.result("ping", json!({})).await, json!({}));
    peer.cancel(id).await;
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn an_id_in_use_is_refused_and_its_call_undisturbed() {
    let gate = Gate::new();
    let server = held(&gate);
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let request = |method: &str| json!({ "jsonrpc": "2.0", "id": "x", "method": method, "params": { "name": "run" } });
    peer.send(request("tools/call")).await;
    for method in ["tools/call", "ping", "tools/list", "nothing"] {
        peer.send(request(method)).await;
        let text = "Invalid request: the id x is in use".to_owned();
        assert_eq!(error_of(&peer.answer("x").await), (-32600, text));
    }
    gate.open();
    assert_eq!(text(&peer.answer("x").await["result"]), "done");
    peer.silence().await;
}

/// How the client would like it.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Unit {
    Celsius,
    Fahrenheit,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Place {
    unit: Unit,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Outer {
    places: Vec<Place>,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Strict {
    n: u32,
    outer: Option<Outer>,
}

struct StrictTool;

impl Tool for StrictTool {
    type Input = Strict;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("strict")
    }

    async fn call(input: Strict, _context: TaskContext) -> Result<String, ToolError> {
        let places = input.outer.iter().flat_map(|outer| &outer.places);
        let celsius = places.filter(|place| matches!(place.unit, Unit::Celsius));
        Ok(format!("{} {}", input.n, celsius.count()))
    }
}

#[tokio::test(start_paused = true)]
async fn r03_c16_wrong_arguments_are_told_by_path() {
    let server = Server::builder("s", "1").tool::<StrictTool>().build();
    let mut peer = Peer::ready(&server.unwrap()).await;
    for (arguments, words) in [
        (json!({ "n": "three" }), ["`n`", "expected u32"].as_slice()),
        (json!({ "n": -1 }), &["`n`", "-1", "u32"]),
        (json!({ "n": 4294967296_u64 }), &["`n`", "u32"]),
        (json!({ "n": 1.5 }), &["`n`", "u32"]),
        (json!({ "n": null }), &["`n`", "u32"]),
        (json!({}), &["missing field `n`"]),
        (json!(null), &["missing field `n`"]),
        (
            json!({ "n": 1, "outer": { "places": [{ "unit": "celsius" }, { "unit": "kelvin" }] } }),
            &[
                "`outer.places[1].unit`",
                "kelvin",
                "`celsius`",
                "`fahrenheit`",
            ],
        ),
        (
            json!({ "n": 1, "outer": { "places": [{}] } }),
            &["outer.places[0]", "missing field `unit`"],
        ),
        (
            json!({ "n": 1, "outer": { "places": 5 } }),
            &["`outer.places`", "sequence"],
        ),
    ] {
        let call = json!({ "name": "strict", "arguments": arguments });
        let result = peer.result("tools/call", call).await;
        assert_eq!(result["isError"], true, "{arguments}");
        let text = text(&result);
        assert!(text.starts_with("invalid arguments: "), "{text}");
        for word in words {
            assert!(text.contains(word), "{arguments}: {text}");
        }
        assert!(!text.contains("line") && !text.contains("column"), "{text}");
    }
    let call = json!({ "name": "strict", "arguments": { "n": 3, "more": true } });
    assert_eq!(text(&peer.result("tools/call", call).await), "3 0");
}

#[tokio::test(start_paused = true)]
async fn r04_many_large_calls_over_one_pipe() {
    const CALLS: usize = 200;
    let gate = Gate::new();
    let held = gate.clone();
    let server = scripted(move |arguments: Arguments, _| {
        let gate = held.clone();
        async move {
            gate.wait().await;
            Ok(ToolResult::text(arguments["text"].as_str().unwrap()))
        }
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let large = |n: usize| format!("{n} {}", "x".repeat(64 * 1024));
    let mut expected = HashMap::new();
    for n in 0..CALLS {
        let params = json!({ "name": "run", "arguments": { "text": large(n) } });
        expected.insert(peer.begin("tools/call", params).await, n);
    }
    gate.open();
    for _ in 0..CALLS {
        let answer = peer.next().await;
        let n = expected.remove(&answer["id"].as_i64().unwrap()).unwrap();
        assert_eq!(text(&answer["result"]), large(n));
    }
    assert!(expected.is_empty());
    peer.silence().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r04_over_a_narrow_pipe_on_several_threads() {
    const CALLS: usize = 200;
    let server = echoing().build().unwrap();
    let mut peer = Peer::connect_through(&server, 512);
    peer.initialize("2025-06-18").await;
    let large = |n: usize| format!("{n:0>1024}");
    let mut expected = HashMap::new();
    for n in 0..CALLS {
        let params = json!({ "name": "echo", "arguments": { "message": large(n) } });
        expected.insert(peer.begin("tools/call", params).await, n);
        if n % 20 == 19 {
            for _ in 0..20 {
                let answer: Value = peer.next().await;
                let n = expected.remove(&answer["id"].as_i64().unwrap()).unwrap();
                assert_eq!(text(&answer["result"]), large(n));
            }
        }
    }
    assert!(expected.is_empty());
}
