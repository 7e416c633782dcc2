//! Which tools are called as tasks (N-32 … N-34).

use serde_json::{Value, json};

use crate::support::{Must, Peer, echoing};

async fn peer() -> Peer {
    Peer::november(&echoing().tool::<Must>().build().unwrap()).await
}

#[tokio::test(start_paused = true)]
async fn n32_tools_say_whether_they_are_tasks() {
    let result = peer().await.result("tools/list", json!({})).await;
    let tools = result["tools"].as_array().unwrap();
    let said: Vec<_> = tools
        .iter()
        .map(|tool| (&tool["name"], tool.get("execution")))
        .collect();
    let (optional, required) = (
        json!({ "taskSupport": "optional" }),
        json!({ "taskSupport": "required" }),
    );
    let names = ["echo", "run", "plain", "must"].map(Value::from);
    let expected = [Some(&optional), Some(&optional), None, Some(&required)];
    assert_eq!(said, names.iter().zip(expected).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn r15_n32_a_task_of_a_tool_without_them_is_refused() {
    let mut peer = peer().await;
    for task in [
        json!({}),
        json!({ "ttl": 1000 }),
        json!({ "ttl": "nonsense" }),
    ] {
        let params = json!({ "name": "plain", "arguments": {}, "task": task });
        let (code, message) = peer.error("tools/call", params).await;
        assert_eq!(code, -32601);
        assert_eq!(message, "Task augmentation is not supported by tool: plain");
    }
    let result = peer.result("tools/call", json!({ "name": "plain" })).await;
    assert!(result.get("_meta").is_none() && result.get("task").is_none());
}

#[tokio::test(start_paused = true)]
async fn n33_a_plain_call_of_a_tool_that_is_always_a_task_is_refused() {
    let mut peer = peer().await;
    let (code, message) = peer.error("tools/call", json!({ "name": "must" })).await;
    assert_eq!(code, -32601);
    assert_eq!(message, "Task augmentation required for tool: must");
    let task = peer.november_task("must").await;
    peer.until(&task, "completed").await;
}

#[tokio::test(start_paused = true)]
async fn n34_an_optional_tool_goes_either_way() {
    let mut peer = peer().await;
    let plain = peer.result("tools/call", json!({ "name": "run" })).await;
    assert_eq!(plain["content"][0]["text"], "done");
    let task = peer.november_task("run").await;
    let result = peer.of_task("tasks/result", &task).await;
    assert_eq!(result["content"], plain["content"]);
}

#[tokio::test(start_paused = true)]
async fn n38_an_unknown_tool_comes_before_the_wish_for_a_task() {
    let params = json!({ "name": "nothing", "task": 5 });
    let (code, message) = peer().await.error("tools/call", params).await;
    assert_eq!((code, &*message), (-32602, "Unknown tool: nothing"));
}

#[tokio::test(start_paused = true)]
async fn before_this_version_a_required_tool_is_a_call_that_takes_its_time() {
    let server = echoing().tool::<Must>().build().unwrap();
    for version in ["2024-11-05", "2025-06-18"] {
        let mut peer = Peer::ready_at(&server, version).await;
        // The member is none of that version, so it is not looked at.
        for params in [
            json!({ "name": "must" }),
            json!({ "name": "must", "task": { "ttl": "x" } }),
        ] {
            let result = peer.result("tools/call", params).await;
            assert_eq!(result["content"][0]["text"], "done");
        }
    }
}
