//! The envelope: what is refused and how, and what is never answered (N-12).

use serde_json::{Value, json};

use crate::support::{Peer, echoing, error_of};

async fn refused(peer: &mut Peer, line: &str) -> (Option<Value>, i64, String) {
    peer.send_line(line).await;
    let answer = peer.next().await;
    assert_eq!(answer["jsonrpc"], "2.0");
    let (code, message) = error_of(&answer);
    (answer.get("id").cloned(), code, message)
}

#[tokio::test(start_paused = true)]
async fn n11_what_is_no_request_is_refused_under_its_id() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for (line, id, code, text) in [
        (
            r#"{"id":1,"method":"ping"}"#,
            Some(1),
            -32600,
            "`jsonrpc` must be \"2.0\"",
        ),
        (
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            Some(1),
            -32600,
            "`jsonrpc` must be",
        ),
        (
            r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#,
            Some(1),
            -32600,
            "`jsonrpc` must be",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1}"#,
            Some(1),
            -32600,
            "`method` is missing",
        ),
        (r#"{"jsonrpc":"2.0"}"#, None, -32600, "`method` is missing"),
        (r#"{}"#, None, -32600, "`jsonrpc` must be"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":5}"#,
            Some(1),
            -32600,
            "`method` must be a string",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":null}"#,
            Some(1),
            -32600,
            "must be a string",
        ),
        (
            r#"{"jsonrpc":"2.0","method":5}"#,
            None,
            -32600,
            "`method` must be a string",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
            None,
            -32600,
            "duplicate field `id`",
        ),
        ("5", None, -32600, "a message must be an object"),
        ("null", None, -32600, "a message must be an object"),
        (r#""ping""#, None, -32600, "a message must be an object"),
    ] {
        let (its, its_code, message) = refused(&mut peer, line).await;
        assert_eq!((its, its_code), (id.map(Value::from), code), "{line}");
        assert!(
            message.starts_with("Invalid request: "),
            "{line}: {message}"
        );
        assert!(message.contains(text), "{line}: {message}");
        assert!(!message.contains("struct"), "{line}: {message}");
    }
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn what_is_no_json_is_a_parse_error_without_an_id() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for line in [
        "garbage",
        "{",
        "[",
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping",}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"} {}"#,
        r#"{'jsonrpc':'2.0'}"#,
        "[1,",
    ] {
        let (id, code, message) = refused(&mut peer, line).await;
        assert_eq!((id, code), (None, -32700), "{line}");
        assert!(message.starts_with("Parse error: "), "{message}");
    }
}

#[tokio::test(start_paused = true)]
async fn params_are_an_object_or_absent() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for params in ["[]", "[1]", "5", "\"x\"", "true"] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{params}}}"#);
        let (id, code, message) = refused(&mut peer, &line).await;
        assert_eq!((id, code), (Some(json!(1)), -32602), "{params}");
        assert_eq!(message, "Invalid params: `params` must be an object");
    }
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}"#,
        r#" { "method" : "ping" , "id" : 1 , "more" : [ ] , "jsonrpc" : "2.0" } "#,
        r#"{"jsonrpc":"2\u002e0","id":1,"m\u0065thod":"p\u0069ng"}"#,
    ] {
        peer.send_line(line).await;
        assert_eq!(peer.next().await["result"], json!({}), "{line}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_unknown_method_is_named() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for method in ["nothing", "", "tools/List", "resources/list", "é\"\n"] {
        let (code, message) = peer.error(method, json!({})).await;
        assert_eq!(
            (code, message),
            (-32601, format!("Method not found: {method}"))
        );
    }
}

#[tokio::test(start_paused = true)]
async fn n12_no_notification_is_answered() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for line in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/nothing","params":{"a":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"requestId":2}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/nothing","params":[1]}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/nothing","params":5}"#,
        // Methods of requests.
        r#"{"jsonrpc":"2.0","method":"ping"}"#,
        r#"{"jsonrpc":"2.0","method":"initialize","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}}"#,
        r#"{"jsonrpc":"2.0","method":"tools/list","params":{"cursor":5}}"#,
        r#"{"jsonrpc":"2.0","method":"nothing"}"#,
    ] {
        peer.send_line(line).await;
    }
    peer.silence().await;
    assert_eq!(peer.result("ping", json!({})).await, json!({}));
}

#[tokio::test(start_paused = true)]
async fn no_response_is_answered() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":77,"result":null}"#,
        r#"{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":"odd"}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","id":1.5,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":[1],"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}"#,
        r#"{"id":1,"result":{}}"#,
        r#"{"result":{}}"#,
    ] {
        peer.send_line(line).await;
    }
    peer.silence().await;
    assert_eq!(peer.result("ping", json!({})).await, json!({}));
}

#[tokio::test(start_paused = true)]
async fn what_is_wrong_with_a_calls_parameters_is_named() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for (params, text) in [
        (json!({}), "Invalid params: `name` is missing"),
        (
            json!({ "name": 5 }),
            "Invalid params: `name` must be a string",
        ),
        (
            json!({ "name": null }),
            "Invalid params: `name` must be a string",
        ),
        (json!({ "name": "nothing" }), "Unknown tool: nothing"),
        (json!({ "name": "Echo" }), "Unknown tool: Echo"),
        (
            json!({ "name": "echo", "arguments": [] }),
            "Invalid params: `arguments` must be an object",
        ),
        (
            json!({ "name": "echo", "arguments": 5 }),
            "Invalid params: `arguments` must be an object",
        ),
        (
            json!({ "name": "echo", "_meta": [] }),
            "Invalid params: `_meta` must be an object",
        ),
        (
            json!({ "name": "echo", "_meta": { "progressToken": 1.5 } }),
            "Invalid params: `_meta.progressToken` must be a string or an integer",
        ),
        (
            json!({ "name": "echo", "_meta": { "progressToken": null } }),
            "Invalid params: `_meta.progressToken` must be a string or an integer",
        ),
    ] {
        let (code, message) = peer.error("tools/call", params).await;
        assert_eq!((code, &*message), (-32602, text));
    }
    peer.send_line(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#)
        .await;
    let answer = peer.answer(1).await;
    assert_eq!(
        error_of(&answer),
        (-32602, "Invalid params: `name` is missing".to_owned())
    );
}
