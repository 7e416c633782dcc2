//! What each request must say of itself (J-01 … J-04, J-20).

use serde_json::{Value, json};

use crate::support::july::{everything, july};
use crate::support::{Peer, echoing};

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const INFO: &str = "io.modelcontextprotocol/clientInfo";

fn peer() -> Peer {
    Peer::connect(&echoing().build().unwrap())
}

#[tokio::test(start_paused = true)]
async fn j02_both_keys_are_needed_and_the_client_need_not_say_who_it_is() {
    let mut peer = peer();
    let method = "tools/list";
    for meta in [
        json!({ VERSION: "2026-07-28" }),
        json!({ CAPABILITIES: {} }),
        json!({ INFO: { "name": "c", "version": "1" } }),
        json!({ VERSION: 5, CAPABILITIES: {} }),
        json!({ VERSION: "2026-07-28", CAPABILITIES: [] }),
        json!({ VERSION: null, CAPABILITIES: {} }),
    ] {
        let (code, message) = peer.error(method, json!({ "_meta": meta })).await;
        assert_eq!(code, -32602, "{meta}");
        assert!(message.contains("io.modelcontextprotocol/"), "{message}");
    }
    let result = peer.result(method, july(json!({}), json!({}))).await;
    assert!(result["tools"].is_array());
}

#[tokio::test(start_paused = true)]
async fn j20_a_version_that_is_not_served_is_named_with_those_that_are() {
    let all = json!([
        "2026-07-28",
        "2025-11-25",
        "2025-06-18",
        "2025-03-26",
        "2024-11-05"
    ]);
    for (requested, supported) in [
        ("2031-01-01", all.clone()),
        ("", all),
        // C-03: a handshake cannot be selected here.
        ("2025-11-25", json!(["2026-07-28"])),
    ] {
        let mut params = july(json!({}), json!({}));
        params["_meta"][VERSION] = json!(requested);
        let answer = peer().request("tools/list", params).await;
        let expected = json!({
            "code": -32022, "message": "Unsupported protocol version",
            "data": { "supported": supported, "requested": requested },
        });
        assert_eq!(answer["error"], expected);
    }
}

#[tokio::test(start_paused = true)]
async fn completeness_comes_before_the_method_and_the_method_before_its_parameters() {
    let mut peer = peer();
    let (code, _) = peer
        .error("no/such", json!({ "_meta": { VERSION: "2026-07-28" } }))
        .await;
    assert_eq!(code, -32602);
    let (code, message) = peer.error("no/such", july(json!({}), json!({}))).await;
    assert_eq!((code, &*message), (-32601, "Method not found: no/such"));
    // J-82: the capability before the parameters.
    assert_eq!(
        peer.error("tasks/get", july(json!({}), json!({}))).await.0,
        -32021
    );
    assert_eq!(
        peer.error("tasks/get", july(json!({}), everything()))
            .await
            .0,
        -32602
    );
}

#[tokio::test(start_paused = true)]
async fn j03_nothing_is_inferred_from_earlier_requests() {
    let mut peer = peer();
    let task = peer.july_task("run").await;
    // The next client on the same pipe declares nothing.
    let params = july(json!({ "name": "run" }), json!({}));
    assert_eq!(
        peer.result("tools/call", params).await["resultType"],
        "complete"
    );
    let params = july(json!({ "taskId": task }), json!({}));
    assert_eq!(peer.error("tasks/get", params).await.0, -32021);
    let (code, message) = peer.error("tools/list", json!({})).await;
    assert_eq!(code, -32600, "no handshake was done");
    assert!(message.contains("initialize"), "{message}");
}

#[tokio::test(start_paused = true)]
async fn j06_j08_every_result_says_its_type_and_its_server() {
    let mut peer = peer();
    let task = peer.july_task("run").await;
    for (method, params) in [
        ("server/discover", json!({})),
        ("tools/list", json!({})),
        ("tools/call", json!({ "name": "plain" })),
        ("tasks/get", json!({ "taskId": task })),
        (
            "tasks/update",
            json!({ "taskId": task, "inputResponses": {} }),
        ),
        ("tasks/cancel", json!({ "taskId": task })),
    ] {
        let result: Value = peer.result(method, july(params, everything())).await;
        assert_eq!(result["resultType"], "complete", "{method}");
        let server = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
        assert_eq!(
            *server,
            json!({ "name": "tests", "version": "1.2.3" }),
            "{method}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn unknown_keys_and_trace_context_are_passed_over() {
    let mut params = july(json!({ "other": 1 }), json!({ "vendor": { "x": 1 } }));
    params["_meta"]["traceparent"] =
        json!("00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01");
    let result = peer().result("tools/list", params).await;
    assert!(result["tools"].is_array(), "J-15");
}
