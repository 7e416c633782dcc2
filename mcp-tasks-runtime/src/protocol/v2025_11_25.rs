//! The tasks of protocol revision 2025-11-25 (N-20 … N-69): wire names, messages, and the texts
//! of errors of its table (`2025-11-25 §6`).

use std::borrow::Cow;
use std::time::Duration;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::jsonrpc::{self, CANCELLED, INVALID_PARAMS, METHOD_NOT_FOUND, present};
use super::lifecycle::{Empty, Version};
use super::meta::{invalid_params, read};
use super::projection::{self, Shown, ToolErrors};
use super::time::{GREATEST_EXACT, Rfc3339, exact_millis};
use super::tools;
use crate::task::{ErrorBody, Record, Refusal, ResultBody, TaskId};
use crate::tool::TaskSupport;

/// Says to which task a message belongs, in its `_meta` (`2025-11-25 §5`).
pub(crate) const LINK_KEY: &str = "io.modelcontextprotocol/related-task";
/// Tells that a task has changed (N-53).
const STATUS: &str = "notifications/tasks/status";
/// What a model may be told while a task runs (N-69).
const IMMEDIATE_RESPONSE: &str = "io.modelcontextprotocol/model-immediate-response";
/// Where one widely used client looks for the task, having read the answer as a tool's result.
const PLAIN_CLIENT_KEY: &str = "modelcontextprotocol.io/task";

/// The capability (N-20): objects, never booleans.
#[derive(Debug, Serialize)]
pub(crate) struct Capability {
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Empty>,
    cancel: Empty,
    requests: CapabilityRequests,
}

#[derive(Debug, Serialize)]
struct CapabilityRequests {
    tools: CapabilityTools,
}

#[derive(Debug, Serialize)]
struct CapabilityTools {
    call: Empty,
}

impl Capability {
    /// `list` is left out where requestors cannot be told apart (N-24, C-10).
    pub(crate) fn new(list: bool) -> Self {
        Self {
            list: list.then_some(Empty {}),
            cancel: Empty {},
            requests: CapabilityRequests {
                tools: CapabilityTools { call: Empty {} },
            },
        }
    }
}

/// `execution` of a listed tool.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Execution {
    task_support: &'static str,
}

impl Execution {
    /// Nothing for a tool that never is a task: that is what absence means (N-32).
    pub(crate) fn of(support: TaskSupport) -> Option<Self> {
        let task_support = match support {
            TaskSupport::Forbidden => return None,
            TaskSupport::Optional => "optional",
            TaskSupport::Required => "required",
        };
        Some(Self { task_support })
    }
}

/// What a client wishes: a task, and how long it is kept from its creation on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wish {
    pub(crate) ttl: Option<Duration>,
}

impl Wish {
    /// Reads `params.task` (N-40): an object, whose `ttl` is a whole number of milliseconds.
    pub(crate) fn read(raw: &RawValue) -> Result<Self, ErrorBody> {
        #[derive(Deserialize)]
        struct Task<'a> {
            #[serde(borrow, default, deserialize_with = "present")]
            ttl: Option<&'a RawValue>,
        }
        if !raw.get().starts_with('{') {
            return Err(invalid_params("`task` must be an object"));
        }
        let ttl = read::<Task<'_>>(raw)?.ttl.map(|ttl| {
            whole_millis(ttl).ok_or_else(|| {
                invalid_params("`task.ttl` must be a whole number of milliseconds, at least 0")
            })
        });
        Ok(Self {
            ttl: ttl.transpose()?,
        })
    }
}

/// A number such as `60000`, `60000.0` or `6e4`.
fn whole_millis(raw: &RawValue) -> Option<Duration> {
    if let Ok(ms) = raw.get().parse::<u64>() {
        return Some(Duration::from_millis(ms));
    }
    let ms: f64 = serde_json::from_str(raw.get()).ok()?;
    #[expect(
        clippy::cast_precision_loss,
        reason = "2^53 - 1 has an `f64` of its own"
    )]
    let whole = ms.fract() == 0.0 && (0.0..=GREATEST_EXACT as f64).contains(&ms);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is a whole number in range"
    )]
    whole.then(|| Duration::from_millis(ms as u64))
}

/// A task: at the root of the results of `tasks/get` and `tasks/cancel` and of the parameters of
/// the status notification, in a member of the others.
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
    ttl: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    poll_interval: Option<u64>,
}

impl<'a> Task<'a> {
    pub(crate) fn of(record: &'a Record, poll: Option<Duration>) -> Self {
        Self {
            task_id: &record.id,
            status: projection::status(record, ToolErrors::Fail),
            status_message: projection::message(record, ToolErrors::Fail),
            created_at: Rfc3339(record.created),
            last_updated_at: Rfc3339(record.updated),
            ttl: projection::ttl(record).map(exact_millis),
            poll_interval: poll.map(exact_millis),
        }
    }
}

/// The answer to a call that became a task (N-41).
#[derive(Debug)]
pub(crate) struct CreateTaskResult<'a> {
    pub(crate) task: Task<'a>,
    /// What the host may tell its model meanwhile (N-69).
    pub(crate) immediate_response: Option<&'a str>,
    /// Whether the answer shall pass for a tool's result as well, for clients that take it for
    /// one.
    pub(crate) plain_clients: bool,
}

impl Serialize for CreateTaskResult<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("task", &self.task)?;
        if self.plain_clients {
            map.serialize_entry("content", &[(); 0])?;
            map.serialize_entry("isError", &false)?;
        }
        if self.plain_clients || self.immediate_response.is_some() {
            map.serialize_entry("_meta", &CreateMeta(self))?;
        }
        map.end()
    }
}

struct CreateMeta<'a>(&'a CreateTaskResult<'a>);

impl Serialize for CreateMeta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct PlainClient<'a> {
            task_id: &'a TaskId,
            status: Shown,
        }
        let Self(result) = self;
        let mut map = serializer.serialize_map(None)?;
        if let Some(text) = result.immediate_response {
            map.serialize_entry(IMMEDIATE_RESPONSE, text)?;
        }
        if result.plain_clients {
            let task = PlainClient {
                task_id: result.task.task_id,
                status: result.task.status,
            };
            map.serialize_entry(PLAIN_CLIENT_KEY, &task)?;
        }
        map.end()
    }
}

/// A page of `tasks/list` (N-58).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaskList<'a> {
    pub(crate) tasks: Vec<Task<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_cursor: Option<String>,
}

/// `notifications/tasks/status`, which has no link key.
pub(crate) fn status_notification(task: &Task<'_>) -> Vec<u8> {
    jsonrpc::notification(STATUS, Some(task))
}

/// A tool's result: that of a plain call, or with the link to its task that of `tasks/result`
/// (N-50).
#[derive(Debug)]
pub(crate) struct CallResult<'a> {
    pub(crate) body: &'a ResultBody,
    /// See [`tools::needs_wrapper`].
    pub(crate) wrap: bool,
    pub(crate) task: Option<&'a TaskId>,
}

impl Serialize for CallResult<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let link = self.task.map(|task| (LINK_KEY, task));
        tools::write_result(serializer, self.body, Version::V2025_11_25, self.wrap, link)
    }
}

/// The error that stands for the result of a cancelled task (`2025-11-25 §6`).
pub(crate) fn cancelled() -> ErrorBody {
    ErrorBody::new(CANCELLED, "Task was cancelled")
}

/// The error for a task that is not there, if the refusal says so.
pub(crate) fn absent(refusal: Refusal) -> Option<ErrorBody> {
    let why = match refusal {
        Refusal::NotFound => "Task not found",
        Refusal::Expired => "Task has expired",
        _ => return None,
    };
    let message = format!("Failed to retrieve task: {why}");
    Some(ErrorBody::new(INVALID_PARAMS, message))
}

/// The error for the cancellation of a task that has ended (N-54).
pub(crate) fn already_terminal(record: &Record) -> ErrorBody {
    let status = projection::status(record, ToolErrors::Fail).as_str();
    let message = format!("Cannot cancel task: already in terminal status '{status}'");
    ErrorBody::new(INVALID_PARAMS, message)
}

/// The error for a call that fits its tool's policy ill; `None` for one that fits.
pub(crate) fn policy_error(tool: &str, support: TaskSupport, task: bool) -> Option<ErrorBody> {
    let message = match (support, task) {
        (TaskSupport::Forbidden, true) => {
            format!("Task augmentation is not supported by tool: {tool}")
        }
        (TaskSupport::Required, false) => {
            format!("Task augmentation required for tool: {tool}")
        }
        _ => return None,
    };
    Some(ErrorBody::new(METHOD_NOT_FOUND, message))
}

#[cfg(test)]
mod tests;
