//! Retention: what may be asked for, what is granted, and when it begins.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Gate, Peer, TASK, echoing, held};

/// The parameters of a call that asks for this retention.
fn kept(tool: &str, id: &str, keep_alive: &Value) -> Value {
    let task = json!({ "taskId": id, "keepAlive": keep_alive });
    json!({ "name": tool, "arguments": { "message": "hi" }, "_meta": { TASK: task } })
}

fn plain(tool: &str, id: &str) -> Value {
    let arguments = json!({ "message": "hi" });
    json!({ "name": tool, "arguments": arguments, "_meta": { TASK: { "taskId": id } } })
}

#[tokio::test(start_paused = true)]
async fn d18_d19_the_granted_retention_is_told() {
    let server = echoing()
        .keep_alive(Duration::from_secs(40))
        .max_keep_alive(Duration::from_secs(90));
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    for (n, (asked, granted)) in [
        (json!(1), 1),
        (json!(60000), 60000),
        (json!(60000.0), 60000),
        (json!(1500.75), 1500),
        (json!(90001), 90000),
        (json!(1e12), 90000),
        (json!(1e300), 90000),
        (json!(u64::MAX), 90000),
    ]
    .into_iter()
    .enumerate()
    {
        let id = format!("t{n}");
        peer.result("tools/call", kept("echo", &id, &asked)).await;
        let task = peer.get(&id).await;
        assert_eq!(task["keepAlive"], granted, "asked for {asked}");
    }
    peer.result("tools/call", plain("echo", "default")).await;
    assert_eq!(peer.get("default").await["keepAlive"], 40000);
}

#[tokio::test(start_paused = true)]
async fn d06_what_is_no_number_of_at_least_0_is_refused() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for asked in [
        "-1",
        "-0.5",
        "null",
        "\"60000\"",
        "\"NaN\"",
        "true",
        "[]",
        "{}",
        "-1e300",
    ] {
        let asked: Value = serde_json::from_str(asked).unwrap();
        let (code, message) = peer.error("tools/call", kept("echo", "t", &asked)).await;
        assert_eq!(code, -32602, "{asked}");
        assert_eq!(
            message,
            "Invalid params: `keepAlive` must be a number of at least 0"
        );
    }
    // Beyond all numbers, and no JSON.
    for asked in ["1e400", "NaN", "Infinity"] {
        let call = kept("echo", "t", &json!("here"))
            .to_string()
            .replace("\"here\"", asked);
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{call}}}"#);
        peer.send_line(&line).await;
        let code = peer.next().await["error"]["code"].clone();
        assert!(code == -32602 || code == -32700, "{asked}: {code}");
    }
    assert_eq!(
        peer.error("tasks/get", json!({ "taskId": "t" })).await.0,
        -32602
    );
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn d19_told_in_every_status() {
    let gate = Gate::new();
    let server = held(&gate);
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let first = peer
        .begin("tools/call", kept("run", "a", &json!(7000)))
        .await;
    peer.created("a").await;
    assert_eq!(peer.get("a").await["keepAlive"], 7000);
    peer.cancel(first).await;
    peer.answer(first).await;
    let task = peer.get("a").await;
    assert_eq!(
        (&task["status"], &task["keepAlive"]),
        (&json!("cancelled"), &json!(7000))
    );
    let listed = peer.result("tasks/list", json!({})).await;
    assert_eq!(listed["tasks"][0]["keepAlive"], 7000);
}

#[tokio::test(start_paused = true)]
async fn d19_unlimited_is_null() {
    let server = echoing()
        .keep_alive(Duration::MAX)
        .max_keep_alive(Duration::MAX);
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    peer.result("tools/call", plain("echo", "t")).await;
    assert_eq!(peer.get("t").await["keepAlive"], Value::Null);
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert_eq!(peer.status("t").await, "completed");
}

#[tokio::test(start_paused = true)]
async fn d20_zero_is_gone_at_once_but_answered() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let result = peer
        .result("tools/call", kept("echo", "t", &json!(0)))
        .await;
    assert_eq!(result["isError"], false);
    let (code, message) = peer.error("tasks/get", json!({ "taskId": "t" })).await;
    let expired = "Failed to retrieve task: Task has expired";
    assert_eq!((code, &*message), (-32602, expired));
    assert_eq!(
        peer.result("tasks/list", json!({})).await,
        json!({ "tasks": [] })
    );
}

#[tokio::test(start_paused = true)]
async fn r20_retention_counts_from_the_end() {
    let gate = Gate::new();
    let server = held(&gate);
    let server = server.keep_alive(Duration::from_secs(60)).build().unwrap();
    let mut peer = Peer::ready(&server).await;
    let id = peer.begin("tools/call", plain("run", "t")).await;
    peer.created("t").await;
    tokio::time::sleep(Duration::from_secs(240)).await;
    assert_eq!(peer.status("t").await, "working");
    gate.open();
    peer.answer(id).await;
    tokio::time::sleep(Duration::from_millis(59_990)).await;
    assert_eq!(peer.status("t").await, "completed");
    tokio::time::sleep(Duration::from_millis(10)).await;
    assert_eq!(
        peer.error("tasks/get", json!({ "taskId": "t" })).await.0,
        -32602
    );
}

#[tokio::test(start_paused = true)]
async fn r21_everything_says_alike_that_a_task_has_expired() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    peer.result("tools/call", kept("echo", "t", &json!(10)))
        .await;
    // Not yet swept, then swept.
    for wait in [10, 5000] {
        tokio::time::advance(Duration::from_millis(wait)).await;
        for (method, text) in [
            ("tasks/get", "Failed to retrieve task: Task has expired"),
            ("tasks/result", "Failed to retrieve task: Task has expired"),
            ("tasks/delete", "Cannot delete task: Task has expired"),
        ] {
            let (code, message) = peer.error(method, json!({ "taskId": "t" })).await;
            assert_eq!((code, &*message), (-32602, text));
        }
        assert_eq!(
            peer.result("tasks/list", json!({})).await,
            json!({ "tasks": [] })
        );
    }
}
