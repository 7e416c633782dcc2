//! Tasks of the draft dialect, as a client asks for and reads them.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::text;
use crate::protocol::draft::Link;
use crate::task::{Status, TaskId};

/// The parameters of a request about one task.
#[derive(Debug, Serialize)]
pub(crate) struct OfTask<'a> {
    #[serde(rename = "taskId")]
    task_id: &'a TaskId,
    #[serde(rename = "_meta")]
    meta: Link<'a>,
}

impl<'a> OfTask<'a> {
    pub(crate) fn new(task_id: &'a TaskId) -> Self {
        let meta = Link(task_id);
        Self { task_id, meta }
    }
}

/// A place in a listing, as the server named it. Only the server can read it (D-33).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Cursor(String);

/// The parameters of a request for a page.
#[derive(Debug, Serialize)]
pub(crate) struct FromCursor<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cursor: Option<&'a Cursor>,
}

/// A task, as the server shows it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Task {
    /// Its id.
    #[serde(rename = "taskId")]
    pub id: TaskId,
    /// Its state.
    pub status: Status,
    /// How long its outcome is kept once it ended; `None` for ever (D-19).
    #[serde(rename = "keepAlive", default, deserialize_with = "milliseconds")]
    pub keep_alive: Option<Duration>,
    /// How long to wait between two looks at it, as the server would have it (D-21).
    #[serde(rename = "pollFrequency", default, deserialize_with = "milliseconds")]
    pub poll_frequency: Option<Duration>,
    /// What went wrong, when it failed (D-39).
    #[serde(default, deserialize_with = "text")]
    pub error: Option<String>,
}

impl Task {
    /// True when the status never changes again.
    pub fn is_terminal(&self) -> bool {
        self.status.is_terminal()
    }
}

/// A page of a listing of tasks.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct TaskPage {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// Where the next page begins; `None` on the last.
    #[serde(rename = "nextCursor", default)]
    pub next: Option<Cursor>,
}

/// A number of milliseconds; nothing when it is anything else.
fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    if let Some(ms) = value.as_u64() {
        return Ok(Some(Duration::from_millis(ms)));
    }
    let ms = value.as_f64();
    Ok(ms.map(|ms| Duration::try_from_secs_f64(ms.max(0.0) / 1000.0).unwrap_or(Duration::MAX)))
}
