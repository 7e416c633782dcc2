//! `initialize` (N-01 … N-07) and what may come before it.

use serde_json::{Value, json};

use crate::support::{Peer, echoing};

fn params(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": { "name": "tests", "version": "1" },
    })
}

#[tokio::test(start_paused = true)]
async fn n07_a_known_version_is_echoed_and_any_other_answered_with_the_newest() {
    let server = echoing().build().unwrap();
    for (offered, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2024-10-07", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
        ("1.0.0", "2025-11-25"),
        ("", "2025-11-25"),
    ] {
        let mut peer = Peer::connect(&server);
        let result = peer.result("initialize", params(offered)).await;
        assert_eq!(result["protocolVersion"], agreed, "{offered}");
    }
}

#[tokio::test(start_paused = true)]
async fn n02_r11_the_result_names_the_users_server() {
    let server = echoing().title("Test server").instructions("Be kind.");
    let server = server.build().unwrap();
    let mut peer = Peer::connect(&server);
    let result = peer.result("initialize", params("2025-06-18")).await;
    assert_eq!(
        result["serverInfo"],
        json!({ "name": "tests", "title": "Test server", "version": "1.2.3" })
    );
    assert_eq!(result["instructions"], "Be kind.");
    // Servers have no title in earlier versions.
    for version in ["2024-11-05", "2025-03-26"] {
        let mut peer = Peer::connect(&server);
        let result = peer.result("initialize", params(version)).await;
        assert_eq!(
            result["serverInfo"],
            json!({ "name": "tests", "version": "1.2.3" })
        );
    }
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let result = peer.result("initialize", params("2025-06-18")).await;
    assert!(result.get("instructions").is_none());
}

#[tokio::test(start_paused = true)]
async fn n01_a_request_before_the_handshake_is_refused_but_a_ping_answered() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    for method in [
        "tools/list",
        "tools/call",
        "tasks/get",
        "tasks/list",
        "nothing",
    ] {
        let (code, message) = peer.error(method, json!({ "name": "echo" })).await;
        assert_eq!(code, -32600, "{method}");
        assert_eq!(message, "Invalid request: `initialize` has to come first");
    }
    assert_eq!(peer.result("ping", json!({})).await, json!({}));
    // It is not too late for it.
    peer.result("initialize", params("2025-06-18")).await;
    assert!(peer.result("tools/list", json!({})).await["tools"].is_array());
}

#[tokio::test(start_paused = true)]
async fn n03_requests_are_served_before_the_initialized_notification() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    peer.result("initialize", params("2025-06-18")).await;
    assert!(peer.result("tools/list", json!({})).await["tools"].is_array());
    peer.notify("notifications/initialized", json!({})).await;
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn a_second_handshake_is_refused_and_changes_nothing() {
    let mut peer = Peer::ready_at(&echoing().build().unwrap(), "2025-03-26").await;
    let (code, message) = peer.error("initialize", params("2025-06-18")).await;
    let text = "Invalid request: the connection is initialized already";
    assert_eq!((code, &*message), (-32600, text));
    // Batches still tell the version.
    peer.send_line(r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#)
        .await;
    assert!(peer.next().await.is_array());
}

#[tokio::test(start_paused = true)]
async fn a_handshake_without_a_version_is_refused_and_can_be_repeated() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    for params in [
        json!({}),
        json!({ "protocolVersion": 5 }),
        json!({ "protocolVersion": null }),
    ] {
        let (code, message) = peer.error("initialize", params).await;
        assert_eq!(code, -32602);
        assert_eq!(
            message,
            "Invalid params: `protocolVersion` must be a string"
        );
    }
    peer.send_line(r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#)
        .await;
    assert_eq!(peer.answer(1).await["error"]["code"], -32602);
    peer.result("initialize", params("2025-06-18")).await;
}
