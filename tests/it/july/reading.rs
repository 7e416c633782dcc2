//! `tasks/get` (J-70 … J-74, J-81, J-82).

use std::time::Duration;

use mcp_tasks_runtime::{ToolError, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{answers, call, everything, july, of_task};
use crate::support::{Gate, Peer, echoing, held, scripted};

#[tokio::test(start_paused = true)]
async fn j70_j73_a_completed_task_has_its_result_as_the_plain_call_would() {
    let meta = json!({ "mine": 1 });
    let server = scripted(move |_, _| {
        let meta = meta.as_object().unwrap().clone();
        async move {
            ToolResult::text("12 pages")
                .with_meta(meta)
                .with_structured(&json!({ "a": 1 }))
        }
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let mut plain = peer.result("tools/call", call("run", json!({}))).await;
    let task = peer.july_task("run").await;
    let state = peer.july_until(&task, "completed").await;
    plain["_meta"]
        .as_object_mut()
        .unwrap()
        .remove("io.modelcontextprotocol/serverInfo");
    assert_eq!(state["result"], plain);
    assert_eq!(state["resultType"], "complete");
    assert!(state.get("error").is_none() && state.get("pollIntervalMs").is_none());
}

#[tokio::test(start_paused = true)]
async fn c05_j72_a_tool_error_is_a_completed_task() {
    let server = scripted(|_, _| async { Err(ToolError::new("no such year")) });
    let mut peer = Peer::connect(&server.build().unwrap());
    let task = peer.july_task("run").await;
    let state = peer.july_until(&task, "completed").await;
    assert_eq!(state["result"]["isError"], true);
    assert_eq!(state["result"]["content"][0]["text"], "no such year");
}

#[tokio::test(start_paused = true)]
async fn j72_only_a_protocol_error_is_a_failed_task() {
    let server = scripted(|_, _| async {
        Err(ToolError::protocol(-32010, "disk full").with_data(json!({ "free": 0 })))
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let plain = peer.request("tools/call", call("run", json!({}))).await;
    let task = peer.july_task("run").await;
    let state = peer.july_until(&task, "failed").await;
    assert_eq!(state["error"], plain["error"]);
    assert_eq!(state["statusMessage"], "disk full");
    assert!(state.get("result").is_none());
}

#[tokio::test(start_paused = true)]
async fn j70_a_working_task_has_neither() {
    let mut peer = Peer::connect(&held(&Gate::new()).build().unwrap());
    let task = peer.july_task("run").await;
    let state = peer.july_get(&task).await;
    for absent in ["result", "error", "inputRequests"] {
        assert!(state.get(absent).is_none(), "{absent}");
    }
}

#[tokio::test(start_paused = true)]
async fn j81_unknown_ids_are_invalid_params() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let params = json!({ "taskId": "nobody", "inputResponses": {} });
        let answer = peer.error(method, july(params, everything())).await;
        assert_eq!(answer, (-32602, "Task not found".to_owned()), "{method}");
        for wrong in [json!({}), json!({ "taskId": 5 }), json!({ "taskId": null })] {
            let (code, _) = peer.error(method, july(wrong, everything())).await;
            assert_eq!(code, -32602, "{method}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn j82_whether_one_may_ask_comes_before_the_id() {
    let mut peer = Peer::connect(&held(&Gate::new()).build().unwrap());
    let task = peer.july_task("run").await;
    let required = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        for id in [json!(task), json!("nobody"), json!(5)] {
            let params = json!({ "taskId": id, "inputResponses": {} });
            let answer = peer.request(method, july(params, answers())).await;
            assert_eq!(answer["error"]["code"], -32021, "{method}");
            assert_eq!(answer["error"]["data"]["requiredCapabilities"], required);
        }
    }
    assert_eq!(peer.july_get(&task).await["status"], "working");
}

#[tokio::test(start_paused = true)]
async fn j74_a_task_that_was_kept_long_enough_is_gone() {
    let server = echoing().keep_alive(Duration::from_secs(60));
    let mut peer = Peer::connect(&server.build().unwrap());
    let task = peer.july_task("run").await;
    let state: Value = peer.july_until(&task, "completed").await;
    let ttl = state["ttlMs"].as_u64().unwrap();
    assert!((60_000..60_100).contains(&ttl), "{ttl}");
    tokio::time::sleep(Duration::from_millis(ttl)).await;
    assert_eq!(peer.error("tasks/get", of_task(&task)).await.0, -32602);
}
