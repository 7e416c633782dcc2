//! What a request says about itself, and what is missing in it.

use super::*;
use crate::protocol::jsonrpc::INVALID_PARAMS;
use crate::protocol::testing::raw;
use serde_json::{Value, json};

const PREFIX: &str = "io.modelcontextprotocol/";

fn params(meta: &Value) -> Box<RawValue> {
    raw(&json!({ "name": "echo", "_meta": meta }))
}

fn complete() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}
    })
}

fn error(meta: &Value) -> ErrorBody {
    RequestMeta::read(&Keys::of_params(Some(&params(meta)))).unwrap_err()
}

#[test]
fn j02_both_keys_must_be_there() {
    let params = params(&complete());
    let meta = RequestMeta::read(&Keys::of_params(Some(&params))).unwrap();
    assert_eq!(meta.version, "2026-07-28");
    assert!(meta.client_info.is_none() && meta.progress_token.is_none());
    for key in ["protocolVersion", "clientCapabilities"] {
        for wrong in [None, Some(json!(null)), Some(json!(7))] {
            let mut meta = complete();
            match wrong {
                None => drop(
                    meta.as_object_mut()
                        .unwrap()
                        .remove(&format!("{PREFIX}{key}")),
                ),
                Some(wrong) => meta[format!("{PREFIX}{key}")] = wrong,
            }
            let error = error(&meta);
            assert_eq!(error.code, INVALID_PARAMS);
            assert!(error.message.contains(key), "{}", error.message);
        }
    }
    assert_eq!(error(&json!({})).code, INVALID_PARAMS);
}

#[test]
fn j51_levels_are_known_and_ordered() {
    let level = |level: Value| {
        let mut meta = complete();
        meta["io.modelcontextprotocol/logLevel"] = level;
        let params = params(&meta);
        let read = RequestMeta::read(&Keys::of_params(Some(&params)));
        read.map(|meta| meta.log_level).map_err(|error| error.code)
    };
    let names = [
        "debug",
        "info",
        "notice",
        "warning",
        "error",
        "critical",
        "alert",
        "emergency",
    ];
    let levels = names.map(|name| level(json!(name)).unwrap().unwrap());
    assert!(levels.is_sorted() && levels[0] < levels[7]);
    for wrong in [json!("verbose"), json!("INFO"), json!(1), json!(null)] {
        assert_eq!(level(wrong), Err(INVALID_PARAMS));
    }
}

#[test]
fn progress_tokens_and_client_infos_are_read() {
    let mut meta = complete();
    meta["progressToken"] = json!("p1");
    meta["io.modelcontextprotocol/clientInfo"] = json!({ "name": "shell", "version": "1" });
    let holder = params(&meta);
    let read = RequestMeta::read(&Keys::of_params(Some(&holder))).unwrap();
    assert_eq!(read.progress_token, Some(ProgressToken::Text("p1".into())));
    assert!(read.client_info.unwrap().get().contains("shell"));
    meta["progressToken"] = json!(1.5);
    assert!(error(&meta).message.contains("progressToken"));
}

#[test]
fn n25_capabilities_are_declared_by_objects() {
    use Capability::{ElicitationForm, ElicitationUrl, Roots, Sampling, SamplingTools, Tasks};
    const ALL: [Capability; 6] = [
        Tasks,
        ElicitationForm,
        ElicitationUrl,
        Sampling,
        SamplingTools,
        Roots,
    ];
    let tasks = "io.modelcontextprotocol/tasks";
    for (declared, expected) in [
        (json!({}), vec![]),
        (json!({ "elicitation": {} }), vec![ElicitationForm]),
        (
            json!({ "elicitation": { "form": {} } }),
            vec![ElicitationForm],
        ),
        (
            json!({ "elicitation": { "url": {} } }),
            vec![ElicitationUrl],
        ),
        (
            json!({ "elicitation": { "url": {}, "form": {} } }),
            vec![ElicitationForm, ElicitationUrl],
        ),
        (json!({ "sampling": {} }), vec![Sampling]),
        (
            json!({ "sampling": { "tools": {} } }),
            vec![Sampling, SamplingTools],
        ),
        (json!({ "roots": { "listChanged": true } }), vec![Roots]),
        (json!({ "extensions": { tasks: {} } }), vec![Tasks]),
        (json!({ "extensions": { tasks: true } }), vec![]),
        (
            json!({ "extensions": [tasks], "roots": 1, "elicitation": null }),
            vec![],
        ),
    ] {
        let read = Declared::read(&raw(&declared)).unwrap();
        let has: Vec<_> = ALL.into_iter().filter(|c| read.has(*c)).collect();
        assert_eq!(has, expected, "{declared}");
        assert!(!read.legacy_tasks);
    }
    let legacy = Declared::read(&raw(&json!({ "tasks": {} }))).unwrap();
    assert!(legacy.legacy_tasks && !legacy.tasks, "J-85");
}
