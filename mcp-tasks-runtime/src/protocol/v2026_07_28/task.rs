//! Tasks of the extension: what shows them, and the requests about them (J-60 … J-89).

use std::borrow::Cow;
use std::time::Duration;

use serde::Serialize;

use super::answer::{Answer, CallResult, Meta, ResultType};
use super::errors::{Capability, missing_capabilities};
use super::input::{self, InputRequests};
use super::meta::Declared;
use crate::protocol::jsonrpc::{self, INTERNAL_ERROR, RequestId};
use crate::protocol::lifecycle::Implementation;
use crate::protocol::projection::{self, Shown, ToolErrors};
use crate::protocol::time::{Rfc3339, exact_millis};
use crate::protocol::v2025_11_25;
use crate::task::{Dialect, ErrorBody, Outcome, Record, TaskId};

/// Tells the state of a task to those who listen (J-87).
const CHANGED: &str = "notifications/tasks";

/// What a task always shows (J-68).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Task<'a> {
    task_id: &'a TaskId,
    status: Shown,
    #[serde(skip_serializing_if = "Option::is_none")]
    status_message: Option<Cow<'a, str>>,
    created_at: Rfc3339,
    last_updated_at: Rfc3339,
    /// Milliseconds from the creation; null for ever, and for as long as the end is not known.
    ttl_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    poll_interval_ms: Option<u64>,
}

impl<'a> Task<'a> {
    pub(crate) fn of(record: &'a Record, poll: Option<Duration>) -> Self {
        /// Zero would say that the task is gone, or that it be polled without a pause.
        fn positive(duration: Duration) -> u64 {
            exact_millis(duration).max(1)
        }
        Self {
            task_id: &record.id,
            status: projection::status(record, ToolErrors::Complete),
            status_message: projection::message(record, ToolErrors::Complete),
            created_at: Rfc3339(record.created),
            last_updated_at: Rfc3339(record.updated),
            ttl_ms: projection::ttl(record).map(positive),
            poll_interval_ms: poll.map(positive),
        }
    }

    /// The answer to a call that became a task.
    pub(crate) fn created(self, server: &'a Implementation) -> Answer<'a, Self> {
        Answer::new(ResultType::Task, self, server)
    }
}

/// A task with what its status brings along (J-70).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DetailedTask<'a> {
    #[serde(flatten)]
    task: Task<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_requests: Option<InputRequests<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Answer<'a, CallResult<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Cow<'a, ErrorBody>>,
}

impl<'a> DetailedTask<'a> {
    pub(crate) fn of(record: &'a Record, poll: Option<Duration>) -> Self {
        let task = Task::of(record, poll);
        let asks = task.status == Shown::InputRequired;
        let (result, error) = match record.outcome.as_deref() {
            None | Some(Outcome::Cancelled { .. }) => (None, None),
            Some(Outcome::Result(body)) => (Some(CallResult::inlined(body)), None),
            Some(Outcome::Error(error)) => (None, Some(Cow::Borrowed(error))),
            Some(Outcome::Lost { reason }) => {
                let error = ErrorBody::new(INTERNAL_ERROR, reason.clone());
                (None, Some(Cow::Owned(error)))
            }
        };
        Self {
            task,
            input_requests: asks.then_some(InputRequests(&record.questions)),
            result,
            error,
        }
    }

    /// The result of `tasks/get`.
    pub(crate) fn answer(self, server: &'a Implementation) -> Answer<'a, Self> {
        Answer::complete(self, server)
    }

    /// The same for those who listen, under the id of their subscription.
    pub(crate) fn notification(&self, subscription: &RequestId) -> Vec<u8> {
        #[derive(Serialize)]
        struct Params<'a> {
            #[serde(flatten)]
            task: &'a DetailedTask<'a>,
            #[serde(rename = "_meta")]
            meta: Meta<'a>,
        }
        let meta = Meta {
            subscription: Some(subscription),
            ..Meta::default()
        };
        let params = Params { task: self, meta };
        jsonrpc::notification(CHANGED, Some(&params))
    }
}

/// What a client may do with tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// It declared the extension.
    Full,
    /// It declared the capability of 2025-11-25 only: it may read and cancel tasks that were made
    /// there (C-13).
    Legacy,
}

/// Whether a request may be about tasks at all: asked before its task is looked up (J-82).
pub(crate) fn access(client: &Declared) -> Result<Access, ErrorBody> {
    match (client.tasks, client.legacy_tasks) {
        (true, _) => Ok(Access::Full),
        (false, true) => Ok(Access::Legacy),
        (false, false) => Err(missing_capabilities(&[Capability::Tasks])),
    }
}

/// Whether a request may do what only those can who declared the extension.
pub(crate) fn full_access(client: &Declared) -> Result<(), ErrorBody> {
    match client.tasks {
        true => Ok(()),
        false => Err(missing_capabilities(&[Capability::Tasks])),
    }
}

impl Access {
    /// Whether it reaches a task of that dialect.
    pub(crate) fn reaches(self, dialect: Dialect) -> bool {
        self == Self::Full || dialect == Dialect::V2025_11_25
    }
}

/// The error for a reader who cannot be asked what the task asks (C-18); `None` for one who can.
pub(crate) fn unanswerable(record: &Record, client: &Declared) -> Option<ErrorBody> {
    let open = record.questions.iter().filter(|q| q.answer.is_none());
    let missing: Vec<Capability> = open
        .filter_map(|question| input::needed(&question.method, &question.params))
        .filter(|needed| !client.has(*needed))
        .collect();
    (!missing.is_empty()).then(|| missing_capabilities(&missing))
}

/// The answer to a client with [`Access::Legacy`]: the task as 2025-11-25 shows it, as a result
/// of this revision (C-13).
pub(crate) fn legacy_answer<'a>(
    record: &'a Record,
    poll: Option<Duration>,
    server: &'a Implementation,
) -> Answer<'a, v2025_11_25::Task<'a>> {
    Answer::complete(v2025_11_25::Task::of(record, poll), server)
}
