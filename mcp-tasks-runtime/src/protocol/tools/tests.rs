//! Listings in the shape of each version, and what a call may bring along.

use super::*;
use crate::protocol::catalog::{List, Page};
use crate::protocol::testing::{V2025_11_25, V2026_07_28, assert_valid, parse, raw, server};
use crate::protocol::v2026_07_28::answer::{Answer, CacheScope, Fresh};
use crate::tool::TaskSupport;

fn tool() -> ToolDescriptor {
    let annotations = ToolAnnotations {
        read_only_hint: Some(true),
        ..ToolAnnotations::default()
    };
    ToolDescriptor::new("index_repo")
        .with_title("Index")
        .with_description("Indexes a repository")
        .with_input_schema(json!({ "type": "object" }))
        .with_output_schema(json!({ "type": "array", "items": { "$ref": "#/$defs/A" } }))
        .with_annotations(annotations)
        .with_task(TaskSupport::Required)
        .with_icons(["https://tools.example/icon.png"])
        .with_meta(json!({ "own": 1 }))
}

fn value(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).unwrap()
}

#[test]
fn execution_and_icons_are_for_sessions_of_2025_11_25() {
    let listed = value(&listed(&tool(), Version::V2025_11_25).unwrap());
    assert_valid(&V2025_11_25, "Tool", &listed);
    assert_eq!(listed["execution"], json!({ "taskSupport": "required" }));
    assert_eq!(
        listed["icons"],
        json!([{ "src": "https://tools.example/icon.png" }])
    );
    assert_eq!(listed["outputSchema"]["type"], "object");
    for version in Version::ALL {
        let before = value(&super::listed(&tool(), version).unwrap());
        if !version.has_tasks() {
            assert_eq!(before.get("execution"), None, "{version:?}");
            assert_eq!(before.get("icons"), None, "{version:?}");
        }
    }
}

#[test]
fn without_a_handshake_output_schemas_stand_as_they_are() {
    let listed = listed_statelessly(&tool()).unwrap();
    assert_valid(&V2026_07_28, "Tool", &value(&listed));
    let schema = &value(&listed)["outputSchema"];
    assert_eq!(*schema, tool().output_schema.unwrap());
    let page = Page {
        list: List::Tools,
        entries: vec![&*listed],
        more_after: Some(1),
    };
    let fresh = Fresh {
        ttl_ms: 60_000,
        cache_scope: CacheScope::Public,
    };
    let server = server();
    let answer = Answer::complete(page, &server).fresh(fresh);
    let id = crate::protocol::jsonrpc::RequestId::Int(1);
    let message = parse(&answer.encode(&id));
    assert_valid(&V2026_07_28, "ListToolsResult", &message["result"]);
}

#[test]
fn j33_a_call_keeps_what_it_is_repeated_with() {
    let params = raw(&json!({
        "name": "index_repo", "task": { "ttl": 1 },
        "inputResponses": { "who": {} }, "requestState": "v1.a"
    }));
    let call = Call::read(Some(&params)).unwrap();
    assert_eq!(call.task.unwrap().get(), r#"{"ttl":1}"#);
    assert_eq!(call.retry.responses.unwrap().get(), r#"{"who":{}}"#);
    assert_eq!(call.retry.state.unwrap().get(), r#""v1.a""#);
    let params = raw(&json!({ "name": "index_repo", "task": null }));
    let call = Call::read(Some(&params)).unwrap();
    assert_eq!(call.task.unwrap().get(), "null", "told from absence");
    assert!(call.retry.responses.is_none() && call.retry.state.is_none());
}
