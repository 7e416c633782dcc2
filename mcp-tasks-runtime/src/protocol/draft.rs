//! The draft dialect: SEP-1686 as first proposed (D-01 … D-48). Its wire names, its messages and
//! its texts of errors, which are those of the proposal to the letter (D-38).

use std::time::Duration;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::jsonrpc::{self, CANCELLED, INVALID_PARAMS};
use super::meta::{Related, invalid_params, read};
use super::time::millis;
use crate::task::{ErrorBody, Outcome, Record, Retention, Status, TaskId, Timestamp};

#[cfg(test)]
mod tests;

/// Asks for a task, in a request's `_meta`.
pub(crate) const OPT_IN_KEY: &str = "modelcontextprotocol.io/task";
/// Says to which task a message belongs, in its `_meta` (D-26).
pub(crate) const LINK_KEY: &str = "modelcontextprotocol.io/related-task";
/// Says that a task can be read (D-07).
pub(crate) const CREATED: &str = "notifications/tasks/created";

/// The longest task id that a client may choose, in bytes.
const LONGEST_ID: usize = 256;

/// The capability (D-45): advertised, never required.
#[derive(Debug, Serialize)]
pub(crate) struct Capability {
    requests: CapabilityRequests,
}

#[derive(Debug, Serialize)]
struct CapabilityRequests {
    tools: CapabilityTools,
}

#[derive(Debug, Serialize)]
struct CapabilityTools {
    call: bool,
}

impl Default for Capability {
    fn default() -> Self {
        Self {
            requests: CapabilityRequests {
                tools: CapabilityTools { call: true },
            },
        }
    }
}

/// What a client wishes: a task of its own id.
#[derive(Debug)]
pub(crate) struct Wish {
    pub(crate) id: TaskId,
    pub(crate) keep_alive: Option<Duration>,
}

impl Wish {
    /// Reads the value of the opt-in key (D-03, D-06).
    pub(crate) fn read(raw: &RawValue) -> Result<Self, ErrorBody> {
        #[derive(Deserialize)]
        struct Task {
            #[serde(rename = "taskId", default)]
            task_id: Option<Value>,
            #[serde(rename = "keepAlive", default, deserialize_with = "some")]
            keep_alive: Option<Value>,
        }
        fn some<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<Value>, D::Error> {
            Value::deserialize(d).map(Some)
        }
        if !raw.get().starts_with('{') {
            return Err(invalid_params(format_args!(
                "`_meta[\"{OPT_IN_KEY}\"]` must be an object"
            )));
        }
        let task: Task = read(raw)?;
        let Some(Value::String(id)) = task.task_id else {
            return Err(invalid_params("`taskId` must be a string"));
        };
        if id.is_empty() || id.len() > LONGEST_ID || id.chars().any(char::is_control) {
            return Err(invalid_params(format_args!(
                "`taskId` must have 1 to {LONGEST_ID} bytes and no control characters"
            )));
        }
        let keep_alive = task.keep_alive.map(|value| {
            let ms = value.as_f64().filter(|ms| ms.is_finite() && *ms >= 0.0);
            ms.map(|ms| Duration::try_from_secs_f64(ms / 1000.0).unwrap_or(Duration::MAX))
                .ok_or_else(|| invalid_params("`keepAlive` must be a number of at least 0"))
        });
        Ok(Self {
            id: TaskId::new(id),
            keep_alive: keep_alive.transpose()?,
        })
    }
}

/// A `_meta` that holds nothing but the link to a task.
#[derive(Debug)]
pub(crate) struct Link<'a>(pub(crate) &'a TaskId);

impl Serialize for Link<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut meta = serializer.serialize_map(Some(1))?;
        meta.serialize_entry(LINK_KEY, &Related { task_id: self.0 })?;
        meta.end()
    }
}

/// A JSON object with the link to a task added to its `_meta`.
#[cfg(feature = "client")]
pub(crate) fn linked<'a>(object: &'a RawValue, task: &'a TaskId) -> super::meta::WithLink<'a> {
    let key = LINK_KEY;
    let link = super::meta::Link { key, task };
    super::meta::WithLink { object, link }
}

/// An object with nothing but a linking `_meta`: the parameters of `created`, the result of
/// `tasks/delete`.
#[derive(Debug, Serialize)]
pub(crate) struct Linked<'a> {
    #[serde(rename = "_meta")]
    pub(crate) meta: Link<'a>,
}

impl<'a> Linked<'a> {
    pub(crate) fn to(task: &'a TaskId) -> Self {
        Self { meta: Link(task) }
    }
}

/// `notifications/tasks/created`.
pub(crate) fn created(id: &TaskId) -> Vec<u8> {
    jsonrpc::notification(CREATED, Some(&Linked { meta: Link(id) }))
}

/// A task, as `tasks/get` and `tasks/list` show it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Task<'a> {
    task_id: &'a TaskId,
    status: Status,
    /// Milliseconds after the end; null for ever (D-19).
    keep_alive: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    poll_frequency: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Link<'a>>,
}

impl<'a> Task<'a> {
    /// The result of `tasks/get`.
    pub(crate) fn linked(record: &'a Record, poll: Option<Duration>) -> Self {
        Self {
            meta: Some(Link(&record.id)),
            ..Self::listed(record, poll)
        }
    }

    /// An entry of `tasks/list`, which is not about one task and has no link.
    pub(crate) fn listed(record: &'a Record, poll: Option<Duration>) -> Self {
        let status = record.status();
        let error = match record.outcome.as_deref() {
            Some(Outcome::Error(error)) => Some(error.message.as_str()),
            _ => None,
        };
        Self {
            task_id: &record.id,
            status,
            keep_alive: keep_alive(record.retention, record.created, record.ended).map(millis),
            poll_frequency: poll.map(millis),
            error,
            meta: None,
        }
    }
}

/// The retention of a task as this dialect counts it: from the end.
fn keep_alive(
    retention: Retention,
    created: Timestamp,
    ended: Option<Timestamp>,
) -> Option<Duration> {
    match retention {
        Retention::AfterEnd(keep) => Some(keep),
        Retention::Forever => None,
        Retention::FromCreation(keep) => {
            let ran = ended.map_or(Duration::ZERO, |ended| ended.saturating_since(created));
            Some(keep.saturating_sub(ran))
        }
    }
}

/// A page of `tasks/list`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaskList<'a> {
    pub(crate) tasks: Vec<Task<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_cursor: Option<String>,
}

/// What was asked of a task that is not there: the first words of the error.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asked {
    State,
    Result,
    Deletion,
}

impl Asked {
    fn failed(self) -> &'static str {
        match self {
            Self::State => "Failed to retrieve task",
            Self::Result => "Failed to retrieve task",
            Self::Deletion => "Cannot delete task",
        }
    }
}

/// The error for a task that does not exist.
pub(crate) fn not_found(asked: Asked) -> ErrorBody {
    ErrorBody::new(
        INVALID_PARAMS,
        format!("{}: Task not found", asked.failed()),
    )
}

/// The error for a task whose retention has passed.
pub(crate) fn expired(asked: Asked) -> ErrorBody {
    ErrorBody::new(
        INVALID_PARAMS,
        format!("{}: Task has expired", asked.failed()),
    )
}

/// The error for a result that is not there (D-23).
pub(crate) fn no_result(status: Status) -> ErrorBody {
    let message = format!("Cannot retrieve result: Task status is '{status}', not 'completed'");
    ErrorBody::new(INVALID_PARAMS, message)
}

/// The error for an id that is in use (D-05).
pub(crate) fn id_exists(id: &TaskId) -> ErrorBody {
    ErrorBody::new(INVALID_PARAMS, format!("Task ID already exists: {id}"))
}

/// The error for the deletion of a task that has not ended (D-35).
pub(crate) fn not_deletable(status: Status) -> ErrorBody {
    let message = format!("Cannot delete task: Task status is '{status}', which is not terminal");
    ErrorBody::new(INVALID_PARAMS, message)
}

/// The answer to the original request of a cancelled task (C-26).
pub(crate) fn cancelled(reason: Option<&str>) -> ErrorBody {
    let message = match reason {
        Some(reason) => format!("Task was cancelled: {reason}"),
        None => "Task was cancelled".to_owned(),
    };
    ErrorBody::new(CANCELLED, message)
}
