//! Messages of 2026-07-28, against samples and against the schemas.

use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use super::answer::{Answer, CacheScope, CallResult, Discovered, Fresh, acknowledged};
use super::errors::{self, Capability};
use super::input::{InputRequired, Repeated, Update, needed};
use super::listen::{self, Filter, List};
use super::meta::Declared;
use super::task::{self, Access, DetailedTask, Task};
use crate::protocol::jsonrpc::{self, INVALID_PARAMS, METHOD_NOT_FOUND, RequestId};
use crate::protocol::lifecycle::ClientCapabilities;
use crate::protocol::testing::{
    V2026_07_28, after, assert_valid, changed, ended, form, outcomes, parse, question, raw,
    records, server, task as new_task, text,
};
use crate::protocol::tools::Retry;
use crate::task::{Change, Dialect, ErrorBody, Outcome, Record, Refusal, ResultBody, Retention};

const POLL: Option<Duration> = Some(Duration::from_secs(3));

fn new() -> Record {
    let retention = Retention::FromCreation(Duration::from_secs(3600));
    new_task(Dialect::V2026_07_28, retention)
}

fn value(message: &impl Serialize) -> Value {
    serde_json::to_value(message).unwrap()
}

fn error(error: &ErrorBody) -> Value {
    parse(&jsonrpc::error(Some(&RequestId::Int(1)), error))
}

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
    let request = json!({ "method": "elicitation/create", "params": {
        "message": "Branch?", "requestedSchema": { "type": "object" }
    } });
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
fn j22_discovery() {
    let server = server();
    let fresh = Fresh {
        ttl_ms: 600_000,
        cache_scope: CacheScope::Public,
    };
    for (tasks, list_changed, instructions) in
        [(false, false, None), (true, true, Some("Ask for a year."))]
    {
        let discovered = Discovered::new(tasks, list_changed, instructions);
        let result = value(&Answer::complete(discovered, &server).fresh(fresh));
        assert_valid(&V2026_07_28, "DiscoverResult", &result);
        assert_eq!(result["supportedVersions"][0], "2026-07-28");
        let extensions = tasks.then(|| json!({ "io.modelcontextprotocol/tasks": {} }));
        assert_eq!(
            result["capabilities"].get("extensions"),
            extensions.as_ref()
        );
    }
}

#[test]
fn j77_acknowledgements_are_empty() {
    let message = parse(&acknowledged(&RequestId::Int(33), &server()));
    assert_valid(&V2026_07_28, "Acknowledgement", &message["result"]);
}

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
        let kind = super::answer::ResultType::InputRequired;
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

#[test]
fn j40_wishes_are_read_and_acknowledged() {
    let params = raw(&json!({ "notifications": {
        "toolsListChanged": true, "promptsListChanged": false, "taskIds": ["a", "gone"],
        "unknown": 1
    } }));
    let mut filter = Filter::read(Some(&params)).unwrap();
    assert!(filter.tools_list_changed && !filter.prompts_list_changed);
    assert_eq!(filter.task_ids.len(), 2);
    filter.task_ids.pop();
    let message = parse(&listen::acknowledged(
        &RequestId::Text("L1".into()),
        &filter,
    ));
    let expected = json!({
        "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
        "params": {
            "notifications": { "toolsListChanged": true, "taskIds": ["a"] },
            "_meta": { "io.modelcontextprotocol/subscriptionId": "L1" }
        }
    });
    assert_eq!(message, expected);
    for wrong in [
        json!({}),
        json!({ "notifications": [1] }),
        json!({ "notifications": { "toolsListChanged": "yes" } }),
        json!({ "notifications": { "taskIds": [1] } }),
    ] {
        let error = Filter::read(Some(&raw(&wrong))).unwrap_err();
        assert_eq!(error.code, INVALID_PARAMS, "{wrong}");
    }
}

#[test]
fn j41_the_id_of_a_subscription_keeps_its_type() {
    let all = Filter {
        tools_list_changed: true,
        prompts_list_changed: true,
        resources_list_changed: true,
        resource_subscriptions: vec!["file:///a".to_owned()],
        task_ids: vec!["a".into()],
    };
    let ids = [RequestId::Text("1".into()), RequestId::Int(1)];
    for (id, written) in ids.into_iter().zip([json!("1"), json!(1)]) {
        let tagged = |message: &Value, part: &str| {
            let id = &message[part]["_meta"]["io.modelcontextprotocol/subscriptionId"];
            assert_eq!(*id, written, "{message}");
        };
        for list in [List::Tools, List::Prompts, List::Resources] {
            let message = parse(&listen::list_changed(list, &id));
            assert_valid(&V2026_07_28, "ListChangedNotification", &message);
            tagged(&message, "params");
        }
        let message = parse(&listen::acknowledged(&id, &all));
        assert_valid(
            &V2026_07_28,
            "SubscriptionsAcknowledgedNotification",
            &message,
        );
        tagged(&message, "params");
        let message = parse(&listen::torn_down(&id));
        assert_valid(&V2026_07_28, "CancelledNotification", &message);
        assert_eq!(message["params"]["requestId"], written, "J-44");
        let message = parse(&listen::ended(&id, &server()));
        assert_valid(
            &V2026_07_28,
            "SubscriptionsListenResult",
            &message["result"],
        );
        tagged(&message, "result");
        assert_eq!(message["id"], written, "J-43");
    }
}

#[test]
fn j20_c03_versions_that_an_error_names() {
    let unserved = error(&errors::unsupported_version(
        "2031-01-01",
        &errors::supported(None),
    ));
    assert_valid(&V2026_07_28, "UnsupportedProtocolVersionError", &unserved);
    assert_eq!(unserved["error"]["data"]["requested"], "2031-01-01");
    let discovered = value(&Discovered::new(true, true, None));
    let named = |requested| json!(errors::supported(requested));
    assert_eq!(named(Some("2031-01-01")), discovered["supportedVersions"]);
    assert_eq!(named(Some("2025-06-18")), json!(["2026-07-28"]));
    let mismatch = error(&errors::header_mismatch("Mcp-Name 'a' vs body 'b'"));
    assert_valid(&V2026_07_28, "HeaderMismatchError", &mismatch);
}

#[test]
fn j14_every_capability_can_be_named() {
    use Capability::{ElicitationForm, ElicitationUrl, Roots, Sampling, SamplingTools, Tasks};
    let named = |capabilities: &[Capability]| {
        let refused = error(&errors::missing_capabilities(capabilities));
        assert_valid(
            &V2026_07_28,
            "MissingRequiredClientCapabilityError",
            &refused,
        );
        refused["error"]["data"]["requiredCapabilities"].clone()
    };
    assert_eq!(named(&[Sampling]), json!({ "sampling": {} }));
    let all = [
        Tasks,
        ElicitationForm,
        ElicitationUrl,
        Sampling,
        SamplingTools,
        Roots,
    ];
    assert_eq!(
        named(&all),
        json!({
            "elicitation": { "form": {}, "url": {} }, "sampling": { "tools": {} }, "roots": {},
            "extensions": { "io.modelcontextprotocol/tasks": {} }
        })
    );
}

#[test]
fn j112_statuses() {
    for (code, status) in [
        (-32700, 400),
        (-32600, 400),
        (METHOD_NOT_FOUND, 404),
        (INVALID_PARAMS, 200),
        (-32603, 200),
        (-32800, 200),
        (-32020, 400),
        (-32021, 400),
        (-32022, 400),
        (1, 200),
    ] {
        assert_eq!(errors::http_status(code), status, "{code}");
    }
}

#[test]
fn j81_an_expired_task_reads_as_unknown() {
    for refusal in [Refusal::NotFound, Refusal::Expired] {
        assert_eq!(errors::absent(refusal).unwrap().code, INVALID_PARAMS);
    }
    assert!(errors::absent(Refusal::Fenced).is_none());
}
