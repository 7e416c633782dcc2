//! Messages of 2025-11-25, against samples and against the schemas.

use super::*;
use crate::protocol::lifecycle::ServerCapabilities;
use crate::protocol::testing::{
    V2025_11_25, after, assert_valid, body, changed, ended, form, outcomes, parse, raw, raw_text,
    records, task, text, tool_error,
};
use crate::task::{Change, ContentKinds, Dialect, Outcome, Retention};
use serde_json::{Value, json};
use std::sync::Arc;

const HALF_HOUR: Duration = Duration::from_secs(1800);
const POLL: Option<Duration> = Some(Duration::from_millis(2500));

fn new() -> Record {
    task(Dialect::V2025_11_25, Retention::FromCreation(HALF_HOUR))
}

fn value(message: &impl Serialize) -> Value {
    serde_json::to_value(message).unwrap()
}

#[test]
fn n40_ttl_is_a_whole_number_of_milliseconds() {
    let read = |json: &str| Wish::read(&raw_text(json));
    let ms = |ms| Some(Duration::from_millis(ms));
    for (json, ttl) in [
        ("{}", None),
        (r#"{"ttl":0}"#, ms(0)),
        (r#"{"ttl":60000}"#, ms(60_000)),
        (r#"{"ttl":60000.0}"#, ms(60_000)),
        (r#"{"ttl":6e4}"#, ms(60_000)),
        (r#"{"ttl":18446744073709551615}"#, ms(u64::MAX)),
        (r#"{"ttl":1,"pollInterval":"?"}"#, ms(1)),
    ] {
        assert_eq!(read(json).unwrap(), Wish { ttl }, "{json}");
    }
    for ttl in [
        "-1",
        "-0.5",
        "1.5",
        "\"60000\"",
        "1e300",
        "null",
        "true",
        "[]",
        "{}",
        "18446744073709551616",
    ] {
        let error = read(&format!(r#"{{"ttl":{ttl}}}"#)).unwrap_err();
        assert_eq!(error.code, INVALID_PARAMS, "{ttl}");
        assert!(error.message.contains("`task.ttl`"), "{}", error.message);
    }
    for json in ["null", "true", "[]", "\"task\"", "60000"] {
        let error = read(json).unwrap_err();
        assert_eq!(error.code, INVALID_PARAMS, "{json}");
        assert!(error.message.contains("`task`"), "{}", error.message);
    }
}

#[test]
fn n32_n33_calls_fit_the_policy_of_their_tool() {
    use TaskSupport::{Forbidden, Optional, Required};
    for (support, task, refused) in [
        (Forbidden, false, None),
        (Forbidden, true, Some("not supported")),
        (Optional, false, None),
        (Optional, true, None),
        (Required, false, Some("required")),
        (Required, true, None),
    ] {
        let error = policy_error("index_repo", support, task);
        assert_eq!(error.is_some(), refused.is_some(), "{support:?} {task}");
        if let (Some(error), Some(word)) = (error, refused) {
            assert_eq!(error.code, METHOD_NOT_FOUND);
            assert!(error.message.contains(word) && error.message.contains("index_repo"));
        }
    }
}

#[test]
fn n32_only_tools_with_tasks_have_execution() {
    use TaskSupport::{Forbidden, Optional, Required};
    let of = |support| Execution::of(support).map(|execution| value(&execution));
    assert_eq!(of(Forbidden), None);
    assert_eq!(of(Optional), Some(json!({ "taskSupport": "optional" })));
    assert_eq!(of(Required), Some(json!({ "taskSupport": "required" })));
}

#[test]
fn n41_a_new_task() {
    let record = new();
    let result = CreateTaskResult {
        task: Task::of(&record, POLL),
        immediate_response: None,
        plain_clients: false,
    };
    let expected = json!({ "task": {
        "taskId": "tsk_a", "status": "working",
        "createdAt": "2026-08-01T10:00:00.000Z", "lastUpdatedAt": "2026-08-01T10:00:00.000Z",
        "ttl": 1_800_000, "pollInterval": 2500
    } });
    assert_eq!(value(&result), expected);
}

#[test]
fn n69_a_new_task_with_words_for_the_model() {
    let record = new();
    let result = CreateTaskResult {
        task: Task::of(&record, POLL),
        immediate_response: Some("On it."),
        plain_clients: false,
    };
    assert_valid(&V2025_11_25, "CreateTaskResult", &value(&result));
    assert_eq!(
        value(&result)["_meta"],
        json!({ "io.modelcontextprotocol/model-immediate-response": "On it." })
    );
}

#[test]
fn a_new_task_can_pass_for_a_result() {
    let record = new();
    let mut result = CreateTaskResult {
        task: Task::of(&record, POLL),
        immediate_response: None,
        plain_clients: true,
    };
    assert_valid(&V2025_11_25, "PlainCreateTaskResult", &value(&result));
    assert_eq!(
        value(&result)["_meta"],
        json!({ "modelcontextprotocol.io/task": { "taskId": "tsk_a", "status": "working" } })
    );
    result.immediate_response = Some("On it.");
    assert_valid(&V2025_11_25, "PlainCreateTaskResult", &value(&result));
}

#[test]
fn n60_a_task_that_asks() {
    let message = Arc::from("waiting for branch choice");
    let changes = [Change::Report { message }, Change::Ask(form("a"))];
    let record = changed(new(), changes, after(41));
    let expected = json!({
        "taskId": "tsk_a", "status": "input_required",
        "statusMessage": "waiting for branch choice",
        "createdAt": "2026-08-01T10:00:00.000Z", "lastUpdatedAt": "2026-08-01T10:00:41.000Z",
        "ttl": 1_800_000, "pollInterval": 2500
    });
    assert_eq!(value(&Task::of(&record, POLL)), expected);
}

#[test]
fn n51_a_tool_error_is_a_failure() {
    let outcome = Outcome::Result(tool_error("no such branch"));
    let record = ended(new(), outcome, after(9));
    let shown = value(&Task::of(&record, None));
    assert_eq!(shown["status"], "failed");
    assert_eq!(shown["statusMessage"], "no such branch");
}

#[test]
fn n44_every_task_is_valid_wherever_it_appears() {
    let records = records();
    for (name, record) in &records {
        println!("{name}");
        for poll in [None, POLL, Some(Duration::MAX)] {
            let task = Task::of(record, poll);
            assert_valid(&V2025_11_25, "Task", &value(&task));
            let notification = parse(&status_notification(&task));
            assert_valid(&V2025_11_25, "TaskStatusNotification", &notification);
            let created = CreateTaskResult {
                task,
                immediate_response: None,
                plain_clients: false,
            };
            assert_valid(&V2025_11_25, "CreateTaskResult", &value(&created));
        }
    }
    for next_cursor in [None, Some("place".to_owned())] {
        let tasks = records.iter().map(|(_, record)| Task::of(record, POLL));
        let page = TaskList {
            tasks: tasks.collect(),
            next_cursor,
        };
        assert_valid(&V2025_11_25, "ListTasksResult", &value(&page));
    }
}

#[test]
fn n50_results_carry_their_link_and_their_own_meta() {
    let id = TaskId::from("tsk_a");
    let mut body = text("1,204 files indexed");
    let call = |body: &ResultBody, task| {
        let wrap = false;
        value(&CallResult { body, wrap, task })
    };
    let expected = json!({
        "content": [{ "type": "text", "text": "1,204 files indexed" }], "isError": false,
        "_meta": { "io.modelcontextprotocol/related-task": { "taskId": "tsk_a" } }
    });
    assert_eq!(call(&body, Some(&id)), expected);
    assert_valid(&V2025_11_25, "TaskPayloadResult", &expected);
    assert_valid(&V2025_11_25, "CallToolResult", &call(&body, None));
    body.meta = Some(raw(&json!({
        "own": [1], "io.modelcontextprotocol/related-task": { "taskId": "forged" }
    })));
    assert_eq!(
        call(&body, Some(&id))["_meta"],
        json!({
            "own": [1],
            "io.modelcontextprotocol/related-task": { "taskId": "tsk_a" }
        })
    );
}

#[test]
fn n36_structured_content_is_an_object() {
    let structured = |of: Value, wrap| {
        let body = ResultBody {
            structured: Some(raw(&of)),
            ..text("")
        };
        let task = None;
        let result = value(&CallResult {
            body: &body,
            wrap,
            task,
        });
        assert_valid(&V2025_11_25, "CallToolResult", &result);
        result["structuredContent"].clone()
    };
    assert_eq!(structured(json!({ "a": 1 }), false), json!({ "a": 1 }));
    assert_eq!(
        structured(json!({ "a": 1 }), true),
        json!({ "result": { "a": 1 } })
    );
    assert_eq!(structured(json!([1]), false), json!({ "result": [1] }));
    assert_eq!(structured(Value::Null, true), json!({ "result": null }));
}

#[test]
fn every_kind_of_content_is_known() {
    let blocks = json!([
        { "type": "image", "data": "AA==", "mimeType": "image/png" },
        { "type": "audio", "data": "AA==", "mimeType": "audio/wav" },
        { "type": "resource_link", "uri": "file:///a", "name": "a" },
        { "type": "resource", "resource": { "uri": "file:///a", "text": "b" } },
    ]);
    let body = ResultBody {
        kinds: ContentKinds {
            audio: true,
            resource_link: true,
        },
        ..body(blocks.clone())
    };
    let (wrap, task) = (false, None);
    let result = value(&CallResult {
        body: &body,
        wrap,
        task,
    });
    assert_valid(&V2025_11_25, "CallToolResult", &result);
    assert_eq!(result["content"], blocks);
}

#[test]
fn n54_errors_have_the_words_of_the_table() {
    let message = |refusal| absent(refusal).map(|error| (error.code, error.message));
    let text = |text: &str| Some((INVALID_PARAMS, text.to_owned()));
    assert_eq!(
        message(Refusal::NotFound),
        text("Failed to retrieve task: Task not found")
    );
    assert_eq!(
        message(Refusal::Expired),
        text("Failed to retrieve task: Task has expired")
    );
    assert_eq!(message(Refusal::Fenced), None);
    let expected = [
        "completed",
        "failed",
        "failed",
        "cancelled",
        "cancelled",
        "failed",
    ];
    for ((_, outcome), status) in outcomes().into_iter().zip(expected) {
        let error = already_terminal(&ended(new(), outcome, after(1)));
        let text = format!("Cannot cancel task: already in terminal status '{status}'");
        assert_eq!((error.code, error.message), (INVALID_PARAMS, text));
    }
    assert_eq!(cancelled().code, -32800);
}

#[test]
fn handshake_capabilities_are_of_this_dialect() {
    let capabilities = ServerCapabilities::within(Version::V2025_11_25, true, true);
    assert_valid(&V2025_11_25, "ServerCapabilities", &value(&capabilities));
}
