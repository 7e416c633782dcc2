//! The record of a task and the one place that decides which change of it is legal.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[cfg(test)]
mod tests;

use super::change::{Applied, Change, Guard, Refusal};
use super::id::{Claim, Owner, TaskId, TaskKey};
use super::outcome::Outcome;
use super::retention::Retention;
use super::status::{Dialect, Status};
use super::time::Timestamp;

/// What a task is created from.
#[derive(Clone, Debug)]
pub struct NewTask {
    /// The internal key; the idempotency key of the creation.
    pub key: TaskKey,
    /// Whose task it is.
    pub owner: Owner,
    /// Its id among the owner's tasks.
    pub id: TaskId,
    /// The dialect in which it was asked for.
    pub dialect: Dialect,
    /// The name of the tool; also the queue that a worker takes it from.
    pub tool: Arc<str>,
    /// The arguments, a JSON object; kept until the task ends.
    pub arguments: Option<Arc<RawValue>>,
    /// How long it is kept.
    pub retention: Retention,
    /// The longest poll interval that the tool suggests.
    pub poll: Duration,
    /// How many times it may be run in all; at least 1.
    pub max_attempts: u32,
    /// Whether a further attempt may follow a worker that was lost.
    pub retryable: bool,
}

/// A question to the requestor, asked by a running task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    /// Unique over the life of the task.
    pub key: Arc<str>,
    /// The request's method.
    pub method: Arc<str>,
    /// The request's parameters, a JSON object.
    pub params: Arc<RawValue>,
    /// The first answer that came.
    pub answer: Option<Result<Arc<RawValue>, super::outcome::ErrorBody>>,
}

/// A task as a store keeps it and gives it back. Cheap to clone: large parts are shared.
#[derive(Clone, Debug)]
pub struct Record {
    /// The internal key.
    pub key: TaskKey,
    /// Whose task it is.
    pub owner: Owner,
    /// Its id among the owner's tasks.
    pub id: TaskId,
    /// The dialect in which it was asked for.
    pub dialect: Dialect,
    /// The name of the tool.
    pub tool: Arc<str>,
    /// The arguments; gone once the task ended.
    pub arguments: Option<Arc<RawValue>>,
    /// How long it is kept.
    pub retention: Retention,
    /// The longest poll interval that the tool suggests.
    pub poll: Duration,
    /// How many times it may be run in all.
    pub max_attempts: u32,
    /// Whether a further attempt may follow a worker that was lost.
    pub retryable: bool,
    /// Greater by one with each change that a reader can see.
    pub version: u64,
    /// When it was created.
    pub created: Timestamp,
    /// When it last changed visibly.
    pub updated: Timestamp,
    /// When it ended.
    pub ended: Option<Timestamp>,
    /// How many attempts have begun; 0 while it waits for its first worker.
    pub attempt: u32,
    /// Who works on it; after the end, who ended it. `None` while it waits for a worker, and
    /// when a requestor or the store ended it.
    pub claim: Option<Claim>,
    /// Whether the present worker has begun.
    pub started: bool,
    /// What the tool last said about its progress.
    pub message: Option<Arc<str>>,
    /// The questions asked so far, answered ones included; gone once the task ended.
    pub questions: Vec<Question>,
    /// How it ended.
    pub outcome: Option<Arc<Outcome>>,
}

impl Record {
    /// The record of a task that is created at `now`, held by `session` from the start or waiting
    /// for a worker.
    pub fn new(task: NewTask, session: Option<super::SessionId>, now: Timestamp) -> Self {
        let claim = session.map(|session| Claim {
            session,
            attempt: 1,
        });
        Self {
            key: task.key,
            owner: task.owner,
            id: task.id,
            dialect: task.dialect,
            tool: task.tool,
            arguments: task.arguments,
            retention: task.retention,
            poll: task.poll,
            max_attempts: task.max_attempts.max(1),
            retryable: task.retryable,
            version: 1,
            created: now,
            updated: now,
            ended: None,
            attempt: u32::from(claim.is_some()),
            claim,
            started: false,
            message: None,
            questions: Vec::new(),
            outcome: None,
        }
    }

    /// The status, derived: it is never stored.
    pub fn status(&self) -> Status {
        match &self.outcome {
            Some(outcome) => outcome.status(),
            None if self.questions.iter().any(|q| q.answer.is_none()) => Status::InputRequired,
            None if self.started => Status::Working,
            None => Status::Submitted,
        }
    }

    /// The record without what only its worker and its reader at the end need: the arguments and
    /// the answered questions. It has the same status.
    pub fn summary(&self) -> Self {
        Self {
            key: self.key,
            owner: self.owner.clone(),
            id: self.id.clone(),
            dialect: self.dialect,
            tool: Arc::clone(&self.tool),
            arguments: None,
            message: self.message.clone(),
            questions: self
                .questions
                .iter()
                .filter(|q| q.answer.is_none())
                .cloned()
                .collect(),
            outcome: self.outcome.clone(),
            ..*self
        }
    }

    /// The moment from which the task is gone, as far as it is settled.
    pub fn expires_at(&self) -> Option<Timestamp> {
        self.retention.expires_at(self.created, self.ended)
    }

    /// Whether the task is gone at `now`, swept or not.
    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at().is_some_and(|at| at <= now)
    }

    /// Applies `change`, or refuses it and leaves the record as it was (D-11).
    ///
    /// The caller has found the record by owner and id, and has refused what is expired.
    ///
    /// # Errors
    ///
    /// [`Refusal::Terminal`] after the end, but for a repeated [`Change::End`] by the claim that
    /// ended it, which succeeds and changes nothing; [`Refusal::Fenced`] for a claim that is not
    /// the record's; [`Refusal::NoQuestion`] and [`Refusal::Illegal`] as they say.
    pub fn apply(
        &mut self,
        guard: Guard,
        change: Change,
        now: Timestamp,
    ) -> Result<Applied, Refusal> {
        if let Some(outcome) = &self.outcome {
            let same_worker = matches!(guard, Guard::Claim(claim) if Some(claim) == self.claim);
            return match change {
                Change::End(_) if same_worker => Ok(self.applied(true)),
                _ => Err(Refusal::Terminal(outcome.status())),
            };
        }
        match guard {
            Guard::Claim(claim) if Some(claim) != self.claim => return Err(Refusal::Fenced),
            Guard::Claim(_) => self.apply_by_worker(change)?,
            Guard::Owner => self.apply_by_owner(change)?,
        }
        self.touch(now);
        Ok(self.applied(false))
    }

    fn apply_by_worker(&mut self, change: Change) -> Result<(), Refusal> {
        match change {
            Change::Start => self.started = true,
            Change::Report { message } => self.message = Some(message),
            Change::Ask(question) => {
                if question.answer.is_some() || self.question(&question.key).is_some() {
                    return Err(Refusal::Illegal);
                }
                self.started = true;
                self.questions.push(question);
            }
            Change::Withdraw { key } => {
                let before = self.questions.len();
                self.questions
                    .retain(|q| q.key != key || q.answer.is_some());
                if self.questions.len() == before {
                    return Err(Refusal::NoQuestion);
                }
            }
            Change::End(outcome) => self.end(outcome),
            Change::Answer { .. } => return Err(Refusal::Illegal),
        }
        Ok(())
    }

    fn apply_by_owner(&mut self, change: Change) -> Result<(), Refusal> {
        match change {
            Change::Answer { key, answer } => {
                let open = self
                    .questions
                    .iter_mut()
                    .find(|q| q.key == key && q.answer.is_none());
                open.ok_or(Refusal::NoQuestion)?.answer = Some(answer);
                Ok(())
            }
            Change::End(outcome) if matches!(*outcome, Outcome::Cancelled { .. }) => {
                self.end(outcome);
                self.claim = None;
                Ok(())
            }
            _ => Err(Refusal::Illegal),
        }
    }

    /// Takes a waiting task for `session`: the next attempt begins (as `submitted`, until the
    /// worker starts).
    ///
    /// # Errors
    ///
    /// [`Refusal::Terminal`] after the end, [`Refusal::Illegal`] when a worker holds it.
    pub fn take(&mut self, session: super::SessionId, now: Timestamp) -> Result<Claim, Refusal> {
        if let Some(outcome) = &self.outcome {
            return Err(Refusal::Terminal(outcome.status()));
        }
        if self.claim.is_some() {
            return Err(Refusal::Illegal);
        }
        self.attempt += 1;
        let claim = Claim {
            session,
            attempt: self.attempt,
        };
        self.claim = Some(claim);
        self.touch(now);
        Ok(claim)
    }

    /// Takes a live task away from a worker whose session has ended: it waits for the next
    /// attempt if it is retryable and has one left, and else ends in [`Outcome::Error`].
    ///
    /// True when it waits again. Readers keep seeing `working` while it does, for nothing
    /// re-enters `submitted`.
    ///
    /// # Errors
    ///
    /// [`Refusal::Terminal`] after the end, [`Refusal::Illegal`] when no worker holds it.
    pub fn lose_worker(&mut self, now: Timestamp) -> Result<bool, Refusal> {
        if let Some(outcome) = &self.outcome {
            return Err(Refusal::Terminal(outcome.status()));
        }
        if self.claim.take().is_none() {
            return Err(Refusal::Illegal);
        }
        let again = self.retryable && self.attempt < self.max_attempts;
        if again {
            self.questions.retain(|q| q.answer.is_some());
        } else {
            let why = if self.retryable {
                "no attempt is left"
            } else {
                "the tool is not idempotent"
            };
            self.end(Arc::new(Outcome::Error(super::ErrorBody::new(
                super::outcome::INTERNAL_ERROR,
                format!(
                    "worker lost, attempt {} of {}: {why}",
                    self.attempt, self.max_attempts
                ),
            ))));
        }
        self.touch(now);
        Ok(again)
    }

    fn end(&mut self, outcome: Arc<Outcome>) {
        self.outcome = Some(outcome);
        self.arguments = None;
        self.questions = Vec::new();
    }

    fn touch(&mut self, now: Timestamp) {
        self.version += 1;
        self.updated = now;
        if self.outcome.is_some() && self.ended.is_none() {
            self.ended = Some(now);
        }
    }

    fn question(&self, key: &str) -> Option<&Question> {
        self.questions.iter().find(|q| &*q.key == key)
    }

    fn applied(&self, replayed: bool) -> Applied {
        Applied {
            version: self.version,
            status: self.status(),
            replayed,
        }
    }
}
