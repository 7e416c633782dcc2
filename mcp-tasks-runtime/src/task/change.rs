//! Which changes of a record there are, who may make them, and why one is refused.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::id::Claim;
use super::outcome::{ErrorBody, Outcome};
use super::record::Question;
use super::status::Status;

/// Who makes a change, and with what right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The owner, who was found by the lookup.
    Owner,
    /// The worker that holds this claim.
    Claim(Claim),
}

/// A change of a record.
#[derive(Clone, Debug)]
pub enum Change {
    /// The worker begins: `submitted` → `working`; harmless when repeated. By the claim.
    Start,
    /// The worker says how far it is. By the claim.
    Report {
        /// A sentence for a person.
        message: Arc<str>,
    },
    /// The worker asks the requestor: → `input_required`. By the claim.
    Ask(Question),
    /// The requestor answers a question; → `working` with the last one. By the owner.
    Answer {
        /// Which question.
        key: Arc<str>,
        /// What it answers.
        answer: Result<Arc<RawValue>, ErrorBody>,
    },
    /// The worker no longer needs an answer. By the claim.
    Withdraw {
        /// Which question.
        key: Arc<str>,
    },
    /// The end. [`Outcome::Cancelled`] may come from the owner, each other from the claim.
    End(Arc<Outcome>),
}

/// That a change was applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The version after the change.
    pub version: u64,
    /// The status after the change.
    pub status: Status,
    /// True when this very worker had ended the task before, so that nothing was changed now.
    pub replayed: bool,
}

/// Why a change or a creation was refused. The record is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The owner has a task of that id already, or had one until shortly.
    #[error("a task with this id exists already")]
    Exists,
    /// The owner has no such task.
    #[error("task not found")]
    NotFound,
    /// The task's retention has passed.
    #[error("task has expired")]
    Expired,
    /// The task has ended, and not by this claim.
    #[error("task has already ended as {0}")]
    Terminal(Status),
    /// The session has ended, or the claim is no longer the record's: another worker has the
    /// task, or none has.
    #[error("the claim on this task is no longer valid")]
    Fenced,
    /// No such question, or it is answered already.
    #[error("no such open question")]
    NoQuestion,
    /// The change is not one that this guard may make, or not in this status.
    #[error("the change is not allowed here")]
    Illegal,
}
