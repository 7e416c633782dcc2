//! What the tests of the protocol share: records in every state, and the schemas of what a server
//! may send.

mod schema;

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use serde_json::{Value, json};

pub(crate) use schema::{V2025_11_25, V2026_07_28, assert_valid};

use crate::protocol::jsonrpc::Answer;
use crate::protocol::lifecycle::Implementation;
use crate::task::{
    Change, Claim, ContentKinds, Dialect, ErrorBody, Guard, NewTask, Outcome, Owner, Question,
    Record, ResultBody, Retention, SessionId, TaskId, TaskKey, Timestamp,
};

/// 2026-08-01T10:00:00Z, when every record of the tests is created.
pub(crate) const CREATED: Timestamp = Timestamp(1_785_578_400_000);
const SESSION: SessionId = SessionId(7);

/// So many seconds after the creation.
pub(crate) fn after(seconds: u64) -> Timestamp {
    CREATED.saturating_add(Duration::from_secs(seconds))
}

pub(crate) fn raw(value: &Value) -> Box<RawValue> {
    RawValue::from_string(value.to_string()).unwrap()
}

/// The text as it stands, so that a test can say how it is written.
pub(crate) fn raw_text(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

pub(crate) fn parse(message: &(impl AsRef<[u8]> + ?Sized)) -> Value {
    serde_json::from_slice(message.as_ref()).unwrap()
}

impl AsRef<[u8]> for Answer {
    fn as_ref(&self) -> &[u8] {
        &self.json
    }
}

pub(crate) fn server() -> Implementation {
    Implementation {
        name: "reports".to_owned(),
        version: "1.4.0".to_owned(),
        ..Implementation::default()
    }
}

/// A task that waits for its worker to begin.
pub(crate) fn task(dialect: Dialect, retention: Retention) -> Record {
    let new = NewTask {
        key: TaskKey::from_u128(9),
        owner: Owner::local(),
        id: TaskId::from("tsk_a"),
        dialect,
        tool: Arc::from("build_report"),
        arguments: None,
        retention,
        poll: Duration::from_secs(5),
        max_attempts: 1,
        retryable: false,
    };
    Record::new(new, Some(SESSION), CREATED)
}

/// Changes of a record by its worker.
pub(crate) fn changed(
    mut record: Record,
    changes: impl IntoIterator<Item = Change>,
    now: Timestamp,
) -> Record {
    let claim = Claim {
        session: SESSION,
        attempt: 1,
    };
    for change in changes {
        record.apply(Guard::Claim(claim), change, now).unwrap();
    }
    record
}

pub(crate) fn ended(record: Record, outcome: Outcome, now: Timestamp) -> Record {
    changed(record, [Change::End(Arc::new(outcome))], now)
}

pub(crate) fn question(key: &str, method: &str, params: Value) -> Question {
    Question {
        key: Arc::from(key),
        method: Arc::from(method),
        params: Arc::from(raw(&params)),
        answer: None,
    }
}

/// The parameters of an elicitation by a form.
pub(crate) fn form_params() -> Value {
    let properties = json!({ "branch": { "type": "string" } });
    let schema = json!({ "type": "object", "properties": properties, "required": ["branch"] });
    json!({ "message": "Branch?", "requestedSchema": schema })
}

pub(crate) fn form(key: &str) -> Question {
    question(key, "elicitation/create", form_params())
}

pub(crate) fn body(content: Value) -> ResultBody {
    ResultBody {
        content: raw(&content),
        structured: None,
        is_error: false,
        meta: None,
        kinds: ContentKinds::default(),
    }
}

pub(crate) fn text(said: &str) -> ResultBody {
    body(json!([{ "type": "text", "text": said }]))
}

pub(crate) fn tool_error(said: &str) -> ResultBody {
    ResultBody {
        is_error: true,
        ..text(said)
    }
}

/// Every way for a task to end, by name.
pub(crate) fn outcomes() -> [(&'static str, Outcome); 6] {
    let mut error = ErrorBody::new(-32010, "disk full");
    error.data = Some(raw(&json!({ "free": 0 })));
    let lost = Outcome::Lost {
        reason: "worker lost".to_owned(),
    };
    [
        ("result", Outcome::Result(text("12 pages"))),
        ("tool error", Outcome::Result(tool_error("no such year"))),
        ("error", Outcome::Error(error)),
        ("cancelled", Outcome::Cancelled { reason: None }),
        (
            "cancelled with a reason",
            Outcome::Cancelled {
                reason: Some("not needed".to_owned()),
            },
        ),
        ("lost", lost),
    ]
}

/// A record in every state that a reader can meet, by name, for each origin and retention.
pub(crate) fn records() -> Vec<(String, Record)> {
    let mut records = Vec::new();
    let dialects = [Dialect::Draft, Dialect::V2025_11_25, Dialect::V2026_07_28];
    let hour = Duration::from_secs(3600);
    let retentions = [
        Retention::AfterEnd(hour),
        Retention::AfterEnd(Duration::MAX),
        Retention::FromCreation(hour),
        Retention::FromCreation(Duration::ZERO),
        Retention::Forever,
    ];
    for dialect in dialects {
        for retention in retentions {
            let mut add = |state: &str, record: Record| {
                records.push((format!("{dialect:?} {retention:?} {state}"), record));
            };
            let new = || task(dialect, retention);
            let message = Arc::from("reading");
            let report = Change::Report { message };
            add("submitted", new());
            add("working", changed(new(), [Change::Start], after(1)));
            add("reporting", changed(new(), [report.clone()], after(1)));
            let asks = [Change::Ask(form("a")), Change::Ask(form("b"))];
            add("asking", changed(new(), asks, after(2)));
            for (name, outcome) in outcomes() {
                add(name, ended(new(), outcome.clone(), after(120)));
                let reported = changed(new(), [report.clone()], after(1));
                add(name, ended(reported, outcome, after(120)));
            }
        }
    }
    records
}
