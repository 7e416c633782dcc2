//! Input: asked for, and brought back.

use serde_json::{Value, json};

use super::value;
use crate::protocol::jsonrpc::INVALID_PARAMS;
use crate::protocol::testing::{V2026_07_28, assert_valid, question, raw, server};
use crate::protocol::tools::Retry;
use crate::protocol::v2026_07_28::answer::{Answer, ResultType};
use crate::protocol::v2026_07_28::errors::Capability;
use crate::protocol::v2026_07_28::input::{InputRequired, Repeated, Update, needed};

#[test]
fn j31_an_unfinished_call_asks_or_brings_a_state() {
    let server = server();
    let url = json!({ "mode": "url", "message": "Sign in", "url": "https://reports.example" });
    let questions = [
        question("who", "elicitation/create", url),
        question("roots", "roots/list", json!({})),
        question(
            "ask",
            "sampling/createMessage",
            json!({ "messages": [], "maxTokens": 9 }),
        ),
    ];
    for body in [
        InputRequired::asking(&questions, Some("v1.a")),
        InputRequired::asking(&questions, None),
    ] {
        let kind = ResultType::InputRequired;
        let result = value(&Answer::new(kind, body, &server));
        assert_valid(&V2026_07_28, "InputRequiredResult", &result);
    }
}

#[test]
fn j32_each_question_needs_its_capability() {
    use Capability::{ElicitationForm, ElicitationUrl, Roots, Sampling, SamplingTools};
    for (method, params, capability) in [
        ("elicitation/create", json!({}), Some(ElicitationForm)),
        (
            "elicitation/create",
            json!({ "mode": "form" }),
            Some(ElicitationForm),
        ),
        (
            "elicitation/create",
            json!({ "mode": "url" }),
            Some(ElicitationUrl),
        ),
        (
            "sampling/createMessage",
            json!({ "maxTokens": 1 }),
            Some(Sampling),
        ),
        (
            "sampling/createMessage",
            json!({ "tools": [] }),
            Some(SamplingTools),
        ),
        (
            "sampling/createMessage",
            json!({ "toolChoice": {} }),
            Some(SamplingTools),
        ),
        ("roots/list", json!({}), Some(Roots)),
        ("ping", json!({}), None),
    ] {
        assert_eq!(
            needed(method, &raw(&params)),
            capability,
            "{method} {params}"
        );
    }
}

#[test]
fn j78_answers_are_taken_by_their_keys() {
    let params = raw(&json!({ "taskId": "tsk_a", "inputResponses": {
        "approve-1": { "action": "accept" }, "unknown-key": { "ignored": true },
        "number": 12345, "nothing": null
    } }));
    let update = Update::read(Some(&params)).unwrap();
    let keys: Vec<_> = update.responses.keys().collect();
    assert_eq!(keys, ["approve-1", "unknown-key"]);
    assert_eq!(
        update.responses["approve-1"].get(),
        r#"{"action":"accept"}"#
    );
    for wrong in [
        json!({ "taskId": "tsk_a" }),
        json!({ "taskId": "tsk_a", "inputResponses": [] }),
    ] {
        let error = Update::read(Some(&raw(&wrong))).unwrap_err();
        assert_eq!(error.code, INVALID_PARAMS, "{wrong}");
    }
}

#[test]
fn j36_a_repeated_call_is_read_leniently() {
    let (responses, state) = (raw(&json!({ "who": {}, "x": 1 })), raw(&json!("v1.a")));
    let read = |responses, state| Repeated::read(Retry { responses, state });
    let repeated = read(Some(&*responses), Some(&*state)).unwrap();
    assert_eq!(repeated.state.as_deref(), Some("v1.a"));
    assert_eq!(repeated.responses.keys().collect::<Vec<_>>(), ["who"]);
    let null = raw(&Value::Null);
    for nothing in [None, Some(&*null)] {
        let first = read(nothing, None).unwrap();
        assert!(first.responses.is_empty() && first.state.is_none());
    }
    assert_eq!(read(Some(&*state), None).unwrap_err().code, INVALID_PARAMS);
    assert_eq!(
        read(None, Some(&*responses)).unwrap_err().code,
        INVALID_PARAMS
    );
}
