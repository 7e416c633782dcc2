//! A record as the dialects with timestamps show it: what both have alike of the conversion from
//! the neutral model (`C-05`, `C-12`), with no wire name but those of the statuses.

use std::borrow::Cow;
use std::sync::Arc;
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

/// Whether readers see one state in both, but for the time of the last change.
pub(crate) fn look_alike(a: &Record, b: &Record) -> bool {
    let open = |record: &Record| {
        let open = record.questions.iter().filter(|q| q.answer.is_none());
        open.map(|q| Arc::clone(&q.key)).collect::<Vec<_>>()
    };
    a.outcome.is_some() == b.outcome.is_some() && a.message == b.message && open(a) == open(b)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::testing::{after, body, changed, ended, form, outcomes, task, tool_error};
    use crate::task::{Change, Dialect};
    use serde_json::json;

    const HOUR: Duration = Duration::from_secs(3600);

    fn new() -> Record {
        task(Dialect::V2025_11_25, Retention::AfterEnd(HOUR))
    }

    #[test]
    fn c05_statuses_by_the_reader() {
        let both = |record: &Record| {
            let fail = status(record, ToolErrors::Fail);
            (fail, status(record, ToolErrors::Complete))
        };
        let same = |shown| (shown, shown);
        assert_eq!(both(&new()), same(Shown::Working), "submitted");
        let working = changed(new(), [Change::Start], after(1));
        assert_eq!(both(&working), same(Shown::Working));
        let asking = changed(new(), [Change::Ask(form("a"))], after(1));
        assert_eq!(both(&asking), same(Shown::InputRequired));
        let shown: Vec<_> = outcomes()
            .into_iter()
            .map(|(name, outcome)| (name, both(&ended(new(), outcome, after(9)))))
            .collect();
        assert_eq!(
            shown,
            [
                ("result", same(Shown::Completed)),
                ("tool error", (Shown::Failed, Shown::Completed)),
                ("error", same(Shown::Failed)),
                ("cancelled", same(Shown::Cancelled)),
                ("cancelled with a reason", same(Shown::Cancelled)),
                ("lost", same(Shown::Failed)),
            ]
        );
    }

    #[test]
    fn n52_messages_diagnose_and_else_repeat_what_was_said() {
        let message_of = |outcome, said: bool, tool_errors| {
            let report = said.then(|| Change::Report {
                message: Arc::from("reading"),
            });
            let record = ended(changed(new(), report, after(1)), outcome, after(9));
            message(&record, tool_errors).map(Cow::into_owned)
        };
        let table = |said| {
            outcomes().map(|(_, outcome)| {
                let fail = message_of(outcome.clone(), said, ToolErrors::Fail);
                (fail, message_of(outcome, said, ToolErrors::Complete))
            })
        };
        let same = |text: Option<&str>| (text.map(str::to_owned), text.map(str::to_owned));
        let failed =
            |complete: Option<&str>| (Some("no such year".to_owned()), complete.map(str::to_owned));
        let rows = |said: Option<&str>| {
            [
                same(said),
                failed(said),
                same(Some("disk full")),
                same(said),
                same(Some("not needed")),
                same(Some("worker lost")),
            ]
        };
        assert_eq!(table(false), rows(None));
        assert_eq!(table(true), rows(Some("reading")));
    }

    #[test]
    fn c05_the_first_text_is_the_diagnosis() {
        let result = ResultBody {
            content: body(json!([
                { "type": "image", "data": "", "mimeType": "image/png" },
                { "type": "text", "text": "first" },
                { "type": "text", "text": "second" },
            ]))
            .content,
            ..tool_error("")
        };
        let record = ended(new(), Outcome::Result(result), after(9));
        assert_eq!(message(&record, ToolErrors::Fail).as_deref(), Some("first"));
        let silent = ResultBody {
            content: body(json!([])).content,
            ..tool_error("")
        };
        let record = ended(new(), Outcome::Result(silent), after(9));
        assert_eq!(message(&record, ToolErrors::Fail), None);
    }

    #[test]
    fn c12_ttl_counts_from_the_creation() {
        let lasting = |retention| {
            let record = task(Dialect::Draft, retention);
            let over = ended(
                record.clone(),
                Outcome::Cancelled { reason: None },
                after(120),
            );
            (ttl(&record), ttl(&over))
        };
        let later = HOUR + Duration::from_secs(120);
        assert_eq!(lasting(Retention::AfterEnd(HOUR)), (None, Some(later)));
        assert_eq!(
            lasting(Retention::FromCreation(HOUR)),
            (Some(HOUR), Some(HOUR))
        );
        assert_eq!(lasting(Retention::Forever), (None, None));
    }
}
