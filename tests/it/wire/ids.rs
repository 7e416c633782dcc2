//! Ids of requests (N-10, N-11): strings and integers, given back as they came.

use serde_json::{Value, json};

use crate::support::{Gate, Peer, echoing, held};

#[tokio::test(start_paused = true)]
async fn n11_a_legal_id_is_given_back() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    let legal = [
        "0",
        "1",
        "-1",
        "9007199254740993",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "18446744073709551616",
        "123456789012345678901234567890",
        "-123456789012345678901234567890",
        r#""""#,
        r#""a""#,
        r#""1""#,
        r#""é \" \\ \n \u0001""#,
        r#""\u00e9""#,
        r#""😀""#,
    ];
    for id in legal {
        // Answered at once, and later.
        for method in ["ping", "tools/call"] {
            let params = r#"{"name":"echo","arguments":{"message":"hi"}}"#;
            let line =
                format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
            peer.send_line(&line).await;
            let answer = peer.raw_line().await;
            let text = answer.split_once(r#""id":"#).unwrap().1;
            let text = text.split_once(r#","result""#).unwrap().0;
            let same = |json: &str| serde_json::from_str::<Value>(json).unwrap();
            match id.starts_with('"') {
                true => assert_eq!(same(text), same(id)),
                // To the digit.
                false => assert_eq!(text, id),
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn n10_any_other_id_is_refused_without_one() {
    let mut peer = Peer::ready(&echoing().build().unwrap()).await;
    for id in [
        "1.5",
        "1.0",
        "1e3",
        "-1E2",
        "null",
        "true",
        "[]",
        "[1]",
        "{}",
        r#"{"a":1}"#,
    ] {
        peer.send_line(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#))
            .await;
        let error = json!({
            "code": -32600,
            "message": "Invalid request: `id` must be a string or an integer",
        });
        assert_eq!(
            peer.next().await,
            json!({ "jsonrpc": "2.0", "error": error }),
            "{id}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_string_and_a_number_are_different_ids() {
    let gate = Gate::new();
    let server = held(&gate);
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    for id in [json!(1), json!("1")] {
        peer.send(json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call",
                          "params": { "name": "run" } }))
            .await;
    }
    peer.silence().await;
    gate.open();
    peer.answer(1).await;
    peer.answer("1").await;
}
