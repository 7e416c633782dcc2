//! One neutral way to write what is said about tasks, in whichever dialect a message speaks: the
//! server has one handler for each method, and this decides what its answer looks like.

use std::time::Duration;

use super::jsonrpc::{Answer, INTERNAL_ERROR, RequestId};
use super::lifecycle::{Implementation, Version};
use super::link::Tie;
use super::tools::CallResult;
use super::{draft, params, v2025_11_25, v2026_07_28};
use crate::task::{ErrorBody, Outcome, Record, Refusal, ResultBody, TaskId, TaskKey};

/// The dialect of a message, with what its answers need.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Speech<'a> {
    /// The draft dialect, on a session of that version.
    Draft(Version),
    /// 2025-11-25.
    V2025_11_25(Creation<'a>),
    /// 2026-07-28, from this server.
    V2026_07_28(&'a Implementation),
}

/// What can be added to the answer that a task was made, in 2025-11-25.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Creation<'a> {
    /// What the host may tell its model meanwhile (N-69).
    pub(crate) immediate_response: Option<&'a str>,
    /// Whether the answer shall pass for a tool's result as well.
    pub(crate) plain_clients: bool,
}

/// How a client is told that a task was made.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// By a notification; the request is answered when the task ends (D-07, D-09).
    Aside(Vec<u8>),
    /// By the answer to its request (N-41, J-65).
    Answered(Answer),
}

impl Speech<'_> {
    /// Tells that a task was made; it can be read already (D-08, J-66).
    pub(crate) fn created(self, id: &RequestId, record: &Record, poll: Option<Duration>) -> Told {
        match self {
            Self::Draft(_) => Told::Aside(draft::created(&record.id)),
            Self::V2025_11_25(creation) => {
                let result = v2025_11_25::CreateTaskResult {
                    task: v2025_11_25::Task::of(record, poll),
                    immediate_response: creation.immediate_response,
                    plain_clients: creation.plain_clients,
                };
                Told::Answered(Answer::result(id, &result))
            }
            Self::V2026_07_28(server) => {
                let task = v2026_07_28::task::Task::of(record, poll);
                Told::Answered(task.created(server).encode(id))
            }
        }
    }

    /// The answer to `tasks/get`.
    pub(crate) fn state(self, id: &RequestId, record: &Record, poll: Option<Duration>) -> Answer {
        match self {
            Self::Draft(_) => Answer::result(id, &draft::Task::linked(record, poll)),
            Self::V2025_11_25(_) => Answer::result(id, &v2025_11_25::Task::of(record, poll)),
            Self::V2026_07_28(server) => v2026_07_28::task::DetailedTask::of(record, poll)
                .answer(server)
                .encode(id),
        }
    }

    /// The answer to `tasks/list`, which 2026-07-28 does not have (J-83).
    pub(crate) fn list(
        self,
        id: &RequestId,
        records: &[Record],
        poll: impl Fn(&Record) -> Option<Duration>,
        next: Option<TaskKey>,
    ) -> Answer {
        let next_cursor = next.map(params::cursor);
        match self {
            Self::Draft(_) => {
                let listed = |record| draft::Task::listed(record, poll(record));
                let tasks = records.iter().map(listed).collect();
                Answer::result(id, &draft::TaskList { tasks, next_cursor })
            }
            Self::V2025_11_25(_) => {
                let listed = |record| v2025_11_25::Task::of(record, poll(record));
                let tasks = records.iter().map(listed).collect();
                Answer::result(id, &v2025_11_25::TaskList { tasks, next_cursor })
            }
            Self::V2026_07_28(_) => {
                let error = v2026_07_28::errors::method_not_found("tasks/list");
                Answer::error(Some(id), &error)
            }
        }
    }

    /// The answer to `tasks/cancel` once the task is cancelled (N-55, J-79), which the draft does
    /// not have: its clients see the state.
    pub(crate) fn cancelled(self, id: &RequestId, record: &Record) -> Answer {
        match self {
            Self::V2026_07_28(server) => v2026_07_28::answer::acknowledged(id, server),
            _ => self.state(id, record, None),
        }
    }

    /// The answer to `tasks/cancel` for a task that had ended before (C-07).
    pub(crate) fn already_terminal(self, id: &RequestId, record: &Record) -> Answer {
        match self {
            Self::V2026_07_28(server) => v2026_07_28::answer::acknowledged(id, server),
            _ => Answer::error(Some(id), &v2025_11_25::already_terminal(record)),
        }
    }

    /// The answer that brings the outcome of a call to the call itself. `task` is there when it
    /// was a task, `wrap` as [`needs_wrapper`](super::tools::needs_wrapper) says.
    pub(crate) fn outcome(
        self,
        id: &RequestId,
        outcome: &Outcome,
        wrap: bool,
        task: Option<&TaskId>,
    ) -> Answer {
        let error = match outcome {
            Outcome::Result(body) => return self.result(id, body, wrap, task),
            Outcome::Error(error) => return Answer::error(Some(id), error),
            Outcome::Cancelled { reason } if task.is_some() => match self {
                Self::Draft(_) => draft::cancelled(reason.as_deref()),
                _ => v2025_11_25::cancelled(),
            },
            // A plain call that its client did not cancel was ended by the server.
            Outcome::Cancelled { .. } => {
                ErrorBody::new(INTERNAL_ERROR, "The server is shutting down")
            }
            Outcome::Lost { reason } => ErrorBody::new(INTERNAL_ERROR, reason.clone()),
        };
        Answer::error(Some(id), &error)
    }

    fn result(
        self,
        id: &RequestId,
        body: &ResultBody,
        wrap: bool,
        task: Option<&TaskId>,
    ) -> Answer {
        match self {
            Self::Draft(version) => {
                let result = CallResult {
                    body,
                    version,
                    wrap,
                    task,
                };
                Answer::result(id, &result)
            }
            Self::V2025_11_25(_) => {
                Answer::result(id, &v2025_11_25::CallResult { body, wrap, task })
            }
            Self::V2026_07_28(server) => {
                v2026_07_28::answer::CallResult::answer(body, server).encode(id)
            }
        }
    }

    /// The answer to `tasks/result`, which 2026-07-28 does not have (J-83). In 2025-11-25 the
    /// caller has waited for the end (N-48); the draft refuses whatever is no result (D-23).
    pub(crate) fn fetched(self, id: &RequestId, record: &Record, wrap: bool) -> Answer {
        let error = match (self, record.outcome.as_deref()) {
            (Self::V2026_07_28(_), _) => v2026_07_28::errors::method_not_found("tasks/result"),
            (Self::V2025_11_25(_), Some(outcome))
            | (Self::Draft(_), Some(outcome @ Outcome::Result(_))) => {
                return self.outcome(id, outcome, wrap, Some(&record.id));
            }
            _ => draft::no_result(record.status()),
        };
        Answer::error(Some(id), &error)
    }

    /// Tells a session that its task has changed, where the dialect has such a message (N-53).
    /// Those who listen in 2026-07-28 are told under their subscription instead.
    pub(crate) fn changed(self, record: &Record, poll: Option<Duration>) -> Option<Vec<u8>> {
        match self {
            Self::V2025_11_25(_) => {
                let task = v2025_11_25::Task::of(record, poll);
                Some(v2025_11_25::status_notification(&task))
            }
            Self::Draft(_) | Self::V2026_07_28(_) => None,
        }
    }

    /// The tie of what is sent for a task to it (C-20); 2026-07-28 has none.
    pub(crate) fn tie(self, task: &TaskId) -> Tie {
        match self {
            Self::Draft(_) => Tie::draft(task.clone()),
            Self::V2025_11_25(_) => Tie::v2025_11_25(task.clone()),
            Self::V2026_07_28(_) => Tie::default(),
        }
    }

    /// The error for a task that is not there, if the refusal says so.
    pub(crate) fn absent(self, refusal: Refusal, asked: draft::Asked) -> Option<ErrorBody> {
        match (self, refusal) {
            (Self::Draft(_), Refusal::NotFound) => Some(draft::not_found(asked)),
            (Self::Draft(_), Refusal::Expired) => Some(draft::expired(asked)),
            (Self::Draft(_), _) => None,
            (Self::V2025_11_25(_), refusal) => v2025_11_25::absent(refusal),
            (Self::V2026_07_28(_), refusal) => v2026_07_28::errors::absent(refusal),
        }
    }
}

#[cfg(test)]
mod tests;
