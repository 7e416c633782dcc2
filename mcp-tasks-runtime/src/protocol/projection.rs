//! A record as the dialects with timestamps show it: what both have alike of the conversion from
//! the neutral model (`C-05`, `C-12`), with no wire name but those of the statuses.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::task::{Outcome, Record, ResultBody, Retention};

/// The statuses that these dialects know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Shown {
    Working,
    InputRequired,
    Completed,
    Failed,
    Cancelled,
}

impl Shown {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Working => "working",
            Self::InputRequired => "input_required",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// What a result with `isError` makes of a task: the reader's dialect decides (C-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToolErrors {
    /// A failed task (N-51).
    Fail,
    /// A completed one (J-72).
    Complete,
}

impl ToolErrors {
    fn fail(self, body: &ResultBody) -> bool {
        self == Self::Fail && body.is_error
    }
}

/// The status of a task.
pub(crate) fn status(record: &Record, tool_errors: ToolErrors) -> Shown {
    match record.outcome.as_deref() {
        None if record.questions.iter().any(|q| q.answer.is_none()) => Shown::InputRequired,
        None => Shown::Working,
        Some(Outcome::Result(body)) if tool_errors.fail(body) => Shown::Failed,
        Some(Outcome::Result(_)) => Shown::Completed,
        Some(Outcome::Error(_) | Outcome::Lost { .. }) => Shown::Failed,
        Some(Outcome::Cancelled { .. }) => Shown::Cancelled,
    }
}

/// The sentence beside the status: the diagnosis of a failed task (N-52), else what the tool said
/// last.
pub(crate) fn message(record: &Record, tool_errors: ToolErrors) -> Option<Cow<'_, str>> {
    let said = record.message.as_deref().map(Cow::Borrowed);
    match record.outcome.as_deref() {
        Some(Outcome::Error(error)) => Some(Cow::Borrowed(&error.message)),
        Some(Outcome::Lost { reason }) => Some(Cow::Borrowed(reason)),
        Some(Outcome::Cancelled {
            reason: Some(reason),
        }) => Some(Cow::Borrowed(reason)),
        Some(Outcome::Result(body)) if tool_errors.fail(body) => {
            first_text(&body.content).map(Cow::Owned).or(said)
        }
        _ => said,
    }
}

/// The retention counted from the creation; `None` when there is no end, or none yet. That of a
/// task which is kept for a time after its end is known once it has ended.
pub(crate) fn ttl(record: &Record) -> Option<Duration> {
    match record.retention {
        Retention::Forever => None,
        Retention::FromCreation(keep) => Some(keep),
        Retention::AfterEnd(keep) => {
            let ran = record.ended?.saturating_since(record.created);
            Some(ran.saturating_add(keep))
        }
    }
}

/// The text of the first block that has one.
fn first_text(content: &RawValue) -> Option<String> {
    #[derive(Deserialize)]
    struct Block {
        #[serde(default)]
        text: Option<String>,
    }
    let blocks: Vec<Block> = serde_json::from_str(content.get()).ok()?;
    blocks.into_iter().find_map(|block| block.text)
}
