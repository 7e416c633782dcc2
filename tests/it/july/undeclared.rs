//! Questions of kinds that the request did not declare (J-32, C-18).

use mcp_tasks_runtime::{Askable, TaskContext, ToolResult};
use serde_json::{Value, json};
use tokio::join;

use crate::support::july::{TASKS, call, july};
use crate::support::{Peer, elicit, elicit_as, form, sample, scripted, text};

fn asking(method: &'static str, params: Value) -> Peer {
    let server = scripted(move |_, context: TaskContext| {
        let params = params.clone();
        async move {
            let answer: Value = context.request(method, &params).await?;
            Ok(ToolResult::text(answer.to_string()))
        }
    });
    Peer::connect(&server.build().unwrap())
}

fn with_tools() -> Value {
    let mut params = sample();
    params["tools"] = json!([]);
    params
}

#[tokio::test(start_paused = true)]
async fn j32_a_plain_call_fails_and_names_what_it_needs() {
    let url = json!({ "mode": "url", "message": "Sign in", "url": "https://a.example" });
    for (method, params, declared, required) in [
        (
            "elicitation/create",
            form("?"),
            json!({}),
            json!({ "elicitation": { "form": {} } }),
        ),
        (
            "elicitation/create",
            form("?"),
            json!({ "elicitation": { "url": {} } }),
            json!({ "elicitation": { "form": {} } }),
        ),
        (
            "elicitation/create",
            url,
            json!({ "elicitation": {} }),
            json!({ "elicitation": { "url": {} } }),
        ),
        (
            "sampling/createMessage",
            sample(),
            json!({}),
            json!({ "sampling": {} }),
        ),
        (
            "sampling/createMessage",
            with_tools(),
            json!({ "sampling": {} }),
            json!({ "sampling": { "tools": {} } }),
        ),
        (
            "roots/list",
            json!({}),
            json!({ "sampling": {} }),
            json!({ "roots": {} }),
        ),
    ] {
        let mut peer = asking(method, params);
        let answer = peer
            .request("tools/call", call("run", declared.clone()))
            .await;
        let error = json!({
            "code": -32021, "message": "Missing required client capability",
            "data": { "requiredCapabilities": required },
        });
        assert_eq!(answer["error"], error, "{method} {declared}");
        // A task fails with the same error.
        let mut declared = declared;
        declared["extensions"] = json!({ TASKS: {} });
        let result = peer
            .result("tools/call", call("run", declared.clone()))
            .await;
        let state = july(json!({ "taskId": result["taskId"] }), declared);
        let state = loop {
            let state = peer.result("tasks/get", state.clone()).await;
            assert_ne!(state["status"], "input_required");
            if state["status"] != "working" {
                break state;
            }
        };
        assert_eq!(
            (&state["status"], &state["error"]),
            (&json!("failed"), &error)
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_tool_can_do_without_the_answer() {
    let server = scripted(|_, context: TaskContext| async move {
        assert!(!context.can_ask(Askable::Elicitation) && context.can_ask(Askable::Roots));
        let asked = elicit(&context, "Which city?").await;
        Ok(ToolResult::text(asked.map_or_else(
            |error| error.to_string(),
            |_| "asked".into(),
        )))
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let result = peer
        .result("tools/call", call("run", json!({ "roots": {} })))
        .await;
    assert_eq!(
        text(&result),
        "the client does not answer `elicitation/create`"
    );
}

#[tokio::test(start_paused = true)]
async fn a_cause_within_the_tools_own_error_counts_too() {
    #[derive(Debug)]
    struct NoCity(mcp_tasks_runtime::AskError);
    impl std::fmt::Display for NoCity {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("no city")
        }
    }
    impl std::error::Error for NoCity {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }
    let server = scripted(|_, context: TaskContext| async move {
        elicit(&context, "Which city?").await.map_err(NoCity)?;
        Ok(ToolResult::new())
    });
    let server = server.build().unwrap();
    let mut peer = Peer::connect(&server);
    assert_eq!(
        peer.error("tools/call", call("run", json!({}))).await.0,
        -32021
    );
    // Earlier versions have no such error.
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {} });
    peer.result("initialize", params).await;
    let result = peer.result("tools/call", json!({ "name": "run" })).await;
    assert_eq!(result["isError"], true);
    assert_eq!(
        text(&result),
        "no city: the client does not answer `elicitation/create`"
    );
}

#[tokio::test(start_paused = true)]
async fn j32_only_what_was_declared_is_asked_of_several() {
    let server = scripted(|_, context: TaskContext| async move {
        let sample = sample();
        let (city, word) = join!(
            elicit_as(&context, "city"),
            context.request::<Value>("sampling/createMessage", &sample),
        );
        Ok(ToolResult::text(
            json!([city?["action"], word.is_ok()]).to_string(),
        ))
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let round = peer
        .result("tools/call", call("run", json!({ "elicitation": {} })))
        .await;
    let keys: Vec<_> = round["inputRequests"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["city"]);
}
