//! Which era a message belongs to (`mapping §2`, step A, on a pipe).

use serde_json::{Value, json};

use crate::support::july::{everything, july};
use crate::support::{Peer, echoing, task_call};

fn peer() -> Peer {
    Peer::connect(&echoing().build().unwrap())
}

#[tokio::test(start_paused = true)]
async fn row_1_a_key_of_2026_07_28_decides_before_and_within_a_session() {
    let mut peer = peer();
    for round in 0..2 {
        let result = peer.result("tools/list", july(json!({}), json!({}))).await;
        assert_eq!(result["resultType"], "complete", "{round}");
        for key in ["protocolVersion", "clientCapabilities", "clientInfo"] {
            let meta = json!({ format!("io.modelcontextprotocol/{key}"): {} });
            let (code, _) = peer.error("tools/list", json!({ "_meta": meta })).await;
            assert_eq!(code, -32602, "{key}");
        }
        if round == 0 {
            peer.initialize("2025-11-25").await;
        }
    }
    assert!(
        peer.result("tools/list", json!({}))
            .await
            .get("resultType")
            .is_none()
    );
}

#[tokio::test(start_paused = true)]
async fn row_3_c04_a_handshake_cannot_select_2026_07_28() {
    let answer = peer().initialize("2026-07-28").await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
}

#[tokio::test(start_paused = true)]
async fn row_4_a_method_of_the_other_era_does_not_exist_in_a_session() {
    let server = echoing().build().unwrap();
    for version in ["2025-06-18", "2025-11-25"] {
        let mut peer = Peer::ready_at(&server, version).await;
        for method in ["server/discover", "subscriptions/listen", "tasks/update"] {
            let (code, _) = peer.error(method, json!({ "taskId": "t" })).await;
            assert_eq!(code, -32601, "{version} {method}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn row_5_before_a_session_it_lacks_what_its_era_needs() {
    let mut peer = peer();
    for method in ["server/discover", "subscriptions/listen", "tasks/update"] {
        let (code, message) = peer.error(method, json!({})).await;
        assert_eq!(code, -32602, "{method}");
        assert!(message.contains("protocolVersion"), "{message}");
    }
}

#[tokio::test(start_paused = true)]
async fn row_7_anything_else_needs_a_handshake_first() {
    let mut peer = peer();
    for method in [
        "tools/list",
        "tools/call",
        "tasks/get",
        "tasks/cancel",
        "logging/setLevel",
    ] {
        let (code, _) = peer
            .error(method, json!({ "name": "run", "task": {} }))
            .await;
        assert_eq!(code, -32600, "{method}");
    }
    assert_eq!(peer.result("ping", json!({})).await, json!({}));
}

#[tokio::test(start_paused = true)]
async fn a_draft_key_before_a_handshake_tells_its_era_itself() {
    let mut peer = peer();
    let id = peer
        .begin("tools/call", task_call("run", json!({}), "t"))
        .await;
    peer.created("t").await;
    assert!(peer.answer(id).await["result"].is_object());
    // The handshake can still come.
    let answer = peer.initialize("2025-11-25").await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
}

#[tokio::test(start_paused = true)]
async fn j29_a_client_may_try_the_new_era_and_go_back() {
    let mut peer = peer();
    let task = peer.july_task("run").await;
    peer.july_until(&task, "completed").await;
    peer.initialize("2025-06-18").await;
    let result: Value = peer.result("tools/call", json!({ "name": "run" })).await;
    assert!(result.get("resultType").is_none());
    let params = july(json!({ "taskId": task }), everything());
    assert_eq!(
        peer.result("tasks/get", params).await["status"],
        "completed"
    );
}
