//! Tasks, and results of calls.

use std::time::Duration;

use serde_json::{Value, json};

use super::{error, new, value};
use crate::protocol::jsonrpc::{INVALID_PARAMS, RequestId};
use crate::protocol::lifecycle::ClientCapabilities;
use crate::protocol::testing::{
    V2026_07_28, after, assert_valid, changed, ended, form, form_params, outcomes, parse, question,
    raw, records, server, text,
};
use crate::protocol::v2026_07_28::answer::{CallResult, acknowledged};
use crate::protocol::v2026_07_28::errors;
use crate::protocol::v2026_07_28::meta::Declared;
use crate::protocol::v2026_07_28::task::{self, Access, DetailedTask, Task};
use crate::task::{Change, Dialect, Outcome, Record, Refusal, ResultBody};

const POLL: Option<Duration> = Some(Duration::from_secs(3));

#[test]
fn j65_j68_a_new_task_is_flat() {
    let (record, server) = (new(), server());
    let message = parse(
        &Task::of(&record, POLL)
            .created(&server)
            .encode(&RequestId::Int(31)),
    );
    let expected = json!({ "jsonrpc": "2.0", "id": 31, "result": {
        "resultType": "task", "taskId": "tsk_a", "status": "working",
        "createdAt": "2026-08-01T10:00:00.000Z", "lastUpdatedAt": "2026-08-01T10:00:00.000Z",
        "ttlMs": 3_600_000, "pollIntervalMs": 3000,
        "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "reports", "version": "1.4.0" } }
    } });
    assert_eq!(message, expected);
}

#[test]
fn j70_each_status_brings_its_own_along() {
    let answered = |record: &Record| {
        let mut shown = value(&DetailedTask::of(record, None).answer(&server()));
        let shown = shown.as_object_mut().unwrap();
        for always in ["_meta", "createdAt", "lastUpdatedAt", "taskId", "ttlMs"] {
            shown.remove(always).unwrap();
        }
        Value::Object(std::mem::take(shown))
    };
    assert_eq!(
        answered(&new()),
        json!({ "resultType": "complete", "status": "working" })
    );

    let asks = [
        Change::Ask(form("approve-1")),
        Change::Ask(form("approve-2")),
    ];
    let asking = changed(new(), asks, after(20));
    let request = json!({ "method": "elicitation/create", "params": form_params() });
    assert_eq!(
        answered(&asking),
        json!({
            "resultType": "complete", "status": "input_required",
            "inputRequests": { "approve-1": request, "approve-2": request }
        })
    );
    let mut half = asking;
    half.questions[0].answer = Some(Ok(raw(&json!({})).into()));
    assert_eq!(
        answered(&half)["inputRequests"],
        json!({ "approve-2": request })
    );

    let result = |said: &str, is_error| {
        let content = [json!({ "type": "text", "text": said })];
        json!({ "resultType": "complete", "content": content, "isError": is_error })
    };
    let expected = [
        json!({ "status": "completed", "result": result("12 pages", false) }),
        json!({ "status": "completed", "result": result("no such year", true) }),
        json!({ "status": "failed", "statusMessage": "disk full",
            "error": { "code": -32010, "message": "disk full", "data": { "free": 0 } } }),
        json!({ "status": "cancelled" }),
        json!({ "status": "cancelled", "statusMessage": "not needed" }),
        json!({ "status": "failed", "statusMessage": "worker lost",
            "error": { "code": -32603, "message": "worker lost" } }),
    ];
    for ((name, outcome), mut expected) in outcomes().into_iter().zip(expected) {
        expected["resultType"] = json!("complete");
        assert_eq!(
            answered(&ended(new(), outcome, after(9))),
            expected,
            "{name}"
        );
    }
}

#[test]
fn j87_those_who_listen_see_what_a_poll_would() {
    let id = RequestId::Text("L1".into());
    for (name, record) in records() {
        println!("{name}");
        let server = server();
        for poll in [None, POLL, Some(Duration::ZERO), Some(Duration::MAX)] {
            let created = value(&Task::of(&record, poll).created(&server));
            assert_valid(&V2026_07_28, "CreateTaskResult", &created);
            let task = DetailedTask::of(&record, poll);
            let message = parse(&task.notification(&id));
            assert_valid(&V2026_07_28, "TaskNotification", &message);
            let mut answered = value(&task.answer(&server));
            assert_valid(&V2026_07_28, "GetTaskResult", &answered);
            assert_valid(&V2026_07_28, "LegacyTaskResult", &{
                value(&task::legacy_answer(&record, poll, &server))
            });
            answered.as_object_mut().unwrap().remove("resultType");
            answered["_meta"] = json!({ "io.modelcontextprotocol/subscriptionId": "L1" });
            assert_eq!(message["params"], answered);
        }
    }
}

#[test]
fn results_of_calls_are_as_the_tool_made_them() {
    let server = server();
    for structured in [json!(null), json!(5), json!([1]), json!({ "a": 1 })] {
        let body = ResultBody {
            structured: Some(raw(&structured)),
            meta: Some(raw(&json!({
                "own": 1, "io.modelcontextprotocol/serverInfo": "forged"
            }))),
            ..text("12 pages")
        };
        let result = value(&CallResult::answer(&body, &server));
        assert_valid(&V2026_07_28, "CallToolResult", &result);
        assert_eq!(result["structuredContent"], structured);
        let info = value(&server);
        let meta = json!({ "own": 1, "io.modelcontextprotocol/serverInfo": info });
        assert_eq!(result["_meta"], meta);
        let record = ended(new(), Outcome::Result(body), after(1));
        let inlined = &value(&DetailedTask::of(&record, None))["result"];
        assert_eq!(inlined["structuredContent"], structured, "J-73");
    }
}

#[test]
fn j77_acknowledgements_are_empty() {
    let message = parse(&acknowledged(&RequestId::Int(33), &server()));
    assert_valid(&V2026_07_28, "Acknowledgement", &message["result"]);
}

#[test]
fn c18_a_reader_who_cannot_answer_is_told_what_it_takes() {
    let asks = [
        Change::Ask(form("a")),
        Change::Ask(question("b", "roots/list", json!({}))),
    ];
    let record = changed(new(), asks, after(1));
    let mut client = Declared::default();
    let refused = error(&task::unanswerable(&record, &client).unwrap());
    assert_valid(
        &V2026_07_28,
        "MissingRequiredClientCapabilityError",
        &refused,
    );
    assert_eq!(
        refused["error"]["data"],
        json!({ "requiredCapabilities": { "elicitation": { "form": {} }, "roots": {} } })
    );
    client.answers = ClientCapabilities {
        elicitation: true,
        roots: true,
        ..ClientCapabilities::default()
    };
    assert!(task::unanswerable(&record, &client).is_none());
    assert!(task::unanswerable(&new(), &Declared::default()).is_none());
}

#[test]
fn j82_c13_who_may_ask_about_tasks() {
    let client = |tasks, legacy_tasks| Declared {
        tasks,
        legacy_tasks,
        ..Declared::default()
    };
    let refused = error(&task::access(&client(false, false)).unwrap_err());
    assert_valid(
        &V2026_07_28,
        "MissingRequiredClientCapabilityError",
        &refused,
    );
    let data = json!({ "requiredCapabilities": {
        "extensions": { "io.modelcontextprotocol/tasks": {} }
    } });
    assert_eq!(refused["error"]["data"], data);
    assert_eq!(task::access(&client(true, true)).unwrap(), Access::Full);
    assert_eq!(task::access(&client(false, true)).unwrap(), Access::Legacy);
    assert!(Access::Legacy.reaches(Dialect::V2025_11_25));
    assert!(!Access::Legacy.reaches(Dialect::V2026_07_28));
    assert!(Access::Full.reaches(Dialect::Draft), "C-12");
}

#[test]
fn j81_an_expired_task_reads_as_unknown() {
    for refusal in [Refusal::NotFound, Refusal::Expired] {
        assert_eq!(errors::absent(refusal).unwrap().code, INVALID_PARAMS);
    }
    assert!(errors::absent(Refusal::Fenced).is_none());
}
