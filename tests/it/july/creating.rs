//! A call that becomes a task (J-61 … J-68).

use mcp_tasks_runtime::{Progress, TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{answers, call, everything, july, of_task, tasks};
use crate::support::{Gate, Must, Peer, echoing, held, scripted};

#[tokio::test(start_paused = true)]
async fn j61_j68_the_server_makes_a_task_for_a_client_that_declared_the_extension() {
    let mut peer = Peer::connect(&held(&Gate::new()).build().unwrap());
    let result = peer.result("tools/call", call("run", tasks())).await;
    assert_eq!(result["resultType"], "task", "J-65");
    assert_eq!(result["status"], "working");
    assert_eq!(result["ttlMs"], json!(null));
    assert_eq!(result["pollIntervalMs"], 100);
    assert_eq!(result["createdAt"], result["lastUpdatedAt"]);
    for absent in ["task", "requestState", "ttl", "pollInterval"] {
        assert!(result.get(absent).is_none(), "{absent}");
    }
}

#[tokio::test(start_paused = true)]
async fn j62_without_the_declaration_the_call_is_plain() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    for capabilities in [
        json!({}),
        answers(),
        json!({ "extensions": {} }),
        json!({ "extensions": { "io.modelcontextprotocol/tasks": true } }),
        // J-85
        json!({ "tasks": { "requests": { "tools": { "call": {} } } } }),
    ] {
        let result = peer.result("tools/call", call("run", capabilities)).await;
        assert_eq!(result["resultType"], "complete");
    }
}

#[tokio::test(start_paused = true)]
async fn j63_a_tool_that_is_always_a_task_is_refused_before_any_work() {
    let mut peer = Peer::connect(
        &scripted(|_, _| async { panic!("it must not run") })
            .tool::<Must>()
            .build()
            .unwrap(),
    );
    let answer = peer.request("tools/call", call("must", answers())).await;
    let expected = json!({
        "code": -32021, "message": "Missing required client capability",
        "data": { "requiredCapabilities":
            { "extensions": { "io.modelcontextprotocol/tasks": {} } } },
    });
    assert_eq!(answer["error"], expected);
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn j63_and_served_with_the_declaration() {
    let mut peer = Peer::connect(&echoing().tool::<Must>().build().unwrap());
    let task = peer.july_task("must").await;
    peer.july_until(&task, "completed").await;
}

#[tokio::test]
async fn j66_a_task_can_be_read_as_soon_as_it_is_told() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    for _ in 0..100 {
        let task = peer.july_task("run").await;
        assert_eq!(peer.july_get(&task).await["taskId"], *task);
    }
}

#[tokio::test(start_paused = true)]
async fn j67_ids_differ_and_nobody_can_guess_them() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let mut ids = std::collections::HashSet::new();
    for _ in 0..50 {
        let id = peer.july_task("run").await;
        assert!(id.len() >= 22 && ids.insert(id));
    }
}

#[tokio::test(start_paused = true)]
async fn j88_c24_a_task_reports_and_logs_nothing() {
    let server = scripted(|_, context: TaskContext| async move {
        context.report(Progress::new(1)).await;
        context
            .log(mcp_tasks_runtime::LogLevel::Error, "trouble")
            .await;
        context.status("half way").await;
        Ok(ToolResult::new())
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let mut params = call("run", everything());
    params["_meta"]["progressToken"] = json!("p");
    params["_meta"]["io.modelcontextprotocol/logLevel"] = json!("debug");
    let result: Value = peer.result("tools/call", params).await;
    let task = result["taskId"].as_str().unwrap().to_owned();
    peer.july_until(&task, "completed").await;
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn j80_cancelling_the_answered_call_means_nothing() {
    let gate = Gate::new();
    let mut peer = Peer::connect(&held(&gate).build().unwrap());
    let id = peer.begin("tools/call", call("run", tasks())).await;
    let task = peer.answer(id).await["result"]["taskId"]
        .as_str()
        .unwrap()
        .to_owned();
    peer.notify(
        "notifications/cancelled",
        july(json!({ "requestId": id }), json!({})),
    )
    .await;
    peer.silence().await;
    assert_eq!(
        peer.result("tasks/get", of_task(&task)).await["status"],
        "working"
    );
}
