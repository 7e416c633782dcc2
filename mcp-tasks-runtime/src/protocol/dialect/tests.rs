//! One record, read in every dialect.

use serde_json::{Value, json};

use super::*;
use crate::protocol::testing::{
    V2025_11_25, V2026_07_28, after, assert_valid, ended, form_params, outcomes, parse, raw,
    records, server, task, text, tool_error,
};
use crate::task::{Dialect, Retention};
use crate::tool::{Ask, Progress};

const ID: RequestId = RequestId::Int(1);
const HOUR: Duration = Duration::from_secs(3600);

fn all(server: &Implementation) -> [Speech<'_>; 3] {
    [
        Speech::Draft(Version::V2025_06_18),
        Speech::V2025_11_25(Creation::default()),
        Speech::V2026_07_28(server),
    ]
}

fn new(dialect: Dialect, retention: Retention) -> Record {
    task(dialect, retention)
}

/// What each dialect answers.
fn each(answer: impl Fn(Speech<'_>) -> Answer) -> [Value; 3] {
    all(&server()).map(|speech| parse(&answer(speech)))
}

#[test]
fn c22_a_new_task_is_told_in_three_ways() {
    let record = new(Dialect::Draft, Retention::Forever);
    let [draft, nested, flat] = all(&server()).map(|speech| speech.created(&ID, &record, None));
    let Told::Aside(draft) = draft else {
        panic!("{draft:?}")
    };
    assert_eq!(
        parse(&draft),
        json!({
            "jsonrpc": "2.0", "method": "notifications/tasks/created",
            "params": { "_meta": {
                "modelcontextprotocol.io/related-task": { "taskId": "tsk_a" }
            } }
        })
    );
    let answered = |told| match told {
        Told::Answered(message) => parse(&message),
        Told::Aside(message) => panic!("{}", parse(&message)),
    };
    assert_valid(
        &V2025_11_25,
        "CreateTaskResult",
        &answered(nested)["result"],
    );
    assert_valid(&V2026_07_28, "CreateTaskResult", &answered(flat)["result"]);
}

#[test]
fn c01_c12_every_reader_sees_every_record() {
    let poll = Some(Duration::from_secs(1));
    for (name, record) in records() {
        println!("{name}");
        let [draft, n, j] = each(|speech| speech.state(&ID, &record, poll));
        assert_eq!(draft["result"]["status"], record.status().as_str());
        assert_eq!(draft["result"]["pollFrequency"], 1000);
        assert_valid(&V2025_11_25, "Task", &n["result"]);
        assert_valid(&V2026_07_28, "GetTaskResult", &j["result"]);
    }
}

#[test]
fn c12_retention_by_the_reader() {
    let lasting = |retention, over: bool| {
        let mut record = new(Dialect::Draft, retention);
        if over {
            record = ended(record, Outcome::Cancelled { reason: None }, after(120));
        }
        let [draft, n, j] = each(|speech| speech.state(&ID, &record, None));
        assert_eq!(n["result"]["ttl"], j["result"]["ttlMs"]);
        (
            draft["result"]["keepAlive"].clone(),
            n["result"]["ttl"].clone(),
        )
    };
    let (after_end, from_creation) = (Retention::AfterEnd(HOUR), Retention::FromCreation(HOUR));
    assert_eq!(lasting(after_end, false), (json!(3_600_000), json!(null)));
    assert_eq!(
        lasting(after_end, true),
        (json!(3_600_000), json!(3_720_000))
    );
    assert_eq!(
        lasting(from_creation, false),
        (json!(3_600_000), json!(3_600_000))
    );
    assert_eq!(
        lasting(from_creation, true),
        (json!(3_480_000), json!(3_600_000))
    );
    assert_eq!(
        lasting(Retention::Forever, true),
        (json!(null), json!(null))
    );
}

#[test]
fn c05_one_tool_error_by_the_reader() {
    let record = new(Dialect::Draft, Retention::Forever);
    let record = ended(record, Outcome::Result(tool_error("no")), after(1));
    let statuses = each(|speech| speech.state(&ID, &record, None))
        .map(|message| message["result"]["status"].clone());
    assert_eq!(
        statuses,
        [json!("completed"), json!("failed"), json!("completed")]
    );
}

#[test]
fn c06_results_are_fetched_in_two_dialects() {
    let new = || new(Dialect::Draft, Retention::Forever);
    let fetched = |record: &Record| each(|speech| speech.fetched(&ID, record, false));
    let gone = json!({ "code": -32601, "message": "Method not found: tasks/result" });
    let expected = [
        (json!("completed"), None),
        (json!("completed"), None),
        (json!("failed"), Some((-32010, "disk full"))),
        (json!("cancelled"), Some((-32800, "Task was cancelled"))),
        (json!("cancelled"), Some((-32800, "Task was cancelled"))),
        (json!("unknown"), Some((-32603, "worker lost"))),
    ];
    for ((name, outcome), (status, error)) in outcomes().into_iter().zip(expected) {
        let [draft, n, j] = fetched(&ended(new(), outcome, after(1)));
        assert_eq!(j["error"], gone, "{name}");
        let Some((code, message)) = error else {
            assert_valid(&V2025_11_25, "TaskPayloadResult", &n["result"]);
            let link = &draft["result"]["_meta"]["modelcontextprotocol.io/related-task"];
            assert_eq!(*link, json!({ "taskId": "tsk_a" }));
            continue;
        };
        assert_eq!(n["error"]["code"], code, "{name}");
        assert_eq!(n["error"]["message"], message, "{name}");
        let status = status.as_str().unwrap();
        let refusal = format!("Cannot retrieve result: Task status is '{status}', not 'completed'");
        assert_eq!(
            draft["error"],
            json!({ "code": -32602, "message": refusal })
        );
    }
    let [draft, ..] = fetched(&new());
    assert_eq!(draft["error"]["code"], -32602);
}

#[test]
fn calls_are_answered_without_a_task_too() {
    for (name, outcome) in outcomes() {
        let answers = each(|speech| speech.outcome(&ID, &outcome, false, None));
        let [_, n, j] = &answers;
        if matches!(outcome, Outcome::Result(_)) {
            assert_valid(&V2025_11_25, "CallToolResult", &n["result"]);
            assert_valid(&V2026_07_28, "CallToolResult", &j["result"]);
            continue;
        }
        for answer in &answers {
            assert_valid(&V2025_11_25, "ErrorResponse", answer);
            assert_valid(&V2026_07_28, "ErrorResponse", answer);
            if matches!(outcome, Outcome::Cancelled { .. }) {
                assert_eq!(answer["error"]["code"], -32603, "{name}");
            }
        }
    }
    let outcome = Outcome::Cancelled {
        reason: Some("not needed".to_owned()),
    };
    let id = "tsk_a".into();
    let [draft, n, _] = each(|speech| speech.outcome(&ID, &outcome, false, Some(&id)));
    let message = "Task was cancelled: not needed";
    assert_eq!(
        draft["error"],
        json!({ "code": -32800, "message": message }),
        "C-26"
    );
    assert_eq!(n["error"]["message"], "Task was cancelled");
}

#[test]
fn n58_j83_pages() {
    let records: Vec<Record> = records().into_iter().map(|(_, record)| record).collect();
    let next = Some(TaskKey::from_u128(7));
    let [draft, n, j] = each(|speech| speech.list(&ID, &records, |_| None, next));
    assert_valid(&V2025_11_25, "ListTasksResult", &n["result"]);
    assert_eq!(j["error"]["code"], -32601);
    assert_eq!(
        draft["result"]["tasks"].as_array().unwrap().len(),
        records.len()
    );
    let cursor = raw(&json!({ "cursor": n["result"]["nextCursor"] }));
    assert_eq!(params::read_list(Some(&cursor)).unwrap(), next);
    for wrong in [json!("place"), json!(""), json!(5)] {
        let error = params::read_list(Some(&raw(&json!({ "cursor": wrong })))).unwrap_err();
        assert_eq!(error.code, -32602, "N-76");
    }
    let [_, last, _] = each(|speech| speech.list(&ID, &records, |_| None, None));
    assert_eq!(last["result"].get("nextCursor"), None);
}

#[test]
fn c07_cancelling() {
    let record = new(Dialect::V2025_11_25, Retention::Forever);
    let record = ended(record, Outcome::Cancelled { reason: None }, after(1));
    let [_, n, j] = each(|speech| speech.cancelled(&ID, &record));
    assert_valid(&V2025_11_25, "Task", &n["result"]);
    assert_eq!(n["result"]["status"], "cancelled");
    assert_valid(&V2026_07_28, "Acknowledgement", &j["result"]);
    let [_, n, j] = each(|speech| speech.already_terminal(&ID, &record));
    let text = "Cannot cancel task: already in terminal status 'cancelled'";
    assert_eq!(n["error"], json!({ "code": -32602, "message": text }));
    assert_valid(&V2026_07_28, "Acknowledgement", &j["result"]);
}

#[test]
fn n53_only_one_dialect_tells_sessions_of_changes() {
    let record = new(Dialect::V2025_11_25, Retention::Forever);
    let server = server();
    let [draft, n, j] = all(&server).map(|speech| speech.changed(&record, None));
    assert_valid(&V2025_11_25, "TaskStatusNotification", &parse(&n.unwrap()));
    assert!(draft.is_none() && j.is_none());
}

#[test]
fn c20_each_dialect_has_its_own_link() {
    let (server, id) = (server(), "tsk_a".into());
    let params = raw(&json!({ "message": "Branch?", "_meta": { "own": 1 } }));
    let ask = Ask::new("elicitation/create", &params).unwrap();
    let linked = all(&server).map(|speech| {
        let (tie, progress) = (speech.tie(&id), Progress::new(1));
        let question = parse(&tie.request(&ID, &ask));
        let report = parse(&tie.progress(&ID, &progress, true));
        let meta = |message: &Value| message["params"]["_meta"].clone();
        (meta(&report), meta(&question))
    });
    let key = |key: &str| {
        let link = json!({ key: { "taskId": "tsk_a" } });
        (link, json!({ "own": 1, key: { "taskId": "tsk_a" } }))
    };
    let [draft, n, j] = linked;
    assert_eq!(draft, key("modelcontextprotocol.io/related-task"));
    assert_eq!(n, key("io.modelcontextprotocol/related-task"));
    assert_eq!(j, (Value::Null, json!({ "own": 1 })));
    let ask = Ask::new("elicitation/create", &form_params()).unwrap();
    let request = parse(&all(&server)[1].tie(&id).request(&ID, &ask));
    assert_valid(&V2025_11_25, "LinkedElicitRequest", &request);
}

#[test]
fn absence_in_the_words_of_each_dialect() {
    use draft::Asked;
    let server = server();
    let texts = |refusal| {
        all(&server).map(|speech| {
            let error = speech.absent(refusal, Asked::State)?;
            assert_eq!(error.code, -32602);
            Some(error.message)
        })
    };
    let text = |text: &str| Some(text.to_owned());
    let found = text("Failed to retrieve task: Task not found");
    assert_eq!(
        texts(Refusal::NotFound),
        [found.clone(), found, text("Task not found")]
    );
    let expired = text("Failed to retrieve task: Task has expired");
    assert_eq!(
        texts(Refusal::Expired),
        [expired.clone(), expired, text("Task not found")]
    );
    assert_eq!(texts(Refusal::Fenced), [None, None, None]);
}

#[test]
fn an_answer_is_spliced_from_what_was_stored() {
    // What a parser would rewrite shows whether a result is copied or parsed.
    let mut body = text("");
    body.content = crate::protocol::testing::raw_text(r#"[ {"type":"text", "text":"\u0041"} ]"#);
    let outcome = Outcome::Result(body);
    for speech in all(&server()) {
        let answer = speech.outcome(&ID, &outcome, false, None);
        let answer = String::from_utf8(answer.json).unwrap();
        assert!(
            answer.contains(r#"[ {"type":"text", "text":"\u0041"} ]"#),
            "{answer}"
        );
    }
}
