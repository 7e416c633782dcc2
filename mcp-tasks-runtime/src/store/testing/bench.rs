//! The bench that a test works on: a fresh store, the number of the obligation under test, and
//! the steps that most tests share, each of which panics when the store does not take it.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;

use super::Harness;
use crate::store::{Fields, Lookup, StoreError, Swept, TaskStore};
use crate::task::{
    Applied, Change, Claim, ContentKinds, Dialect, ErrorBody, Guard, NewTask, Outcome, Owner,
    Question, Record, Refusal, ResultBody, Retention, SessionId, TaskId, TaskKey, TaskRef,
};

pub(super) const TOOL: &str = "suite";

pub(super) struct Bench {
    pub(super) store: Arc<dyn TaskStore>,
    obligation: u8,
    patience: Duration,
}

impl Bench {
    pub(super) async fn new(harness: &dyn Harness, obligation: u8) -> Self {
        Self {
            store: harness.store().await,
            obligation,
            patience: harness.patience(),
        }
    }

    /// Panics unless `holds`.
    #[track_caller]
    pub(super) fn expect(&self, holds: bool, expected: &str, seen: impl Debug) {
        assert!(
            holds,
            "obligation {}: expected {expected}, saw {seen:?}",
            self.obligation
        );
    }

    #[track_caller]
    pub(super) fn done<T>(&self, what: &str, result: Result<T, StoreError>) -> T {
        match result {
            Ok(value) => value,
            Err(seen) => {
                panic!(
                    "obligation {}: expected {what} to be done, saw {seen:?}",
                    self.obligation
                )
            }
        }
    }

    #[track_caller]
    pub(super) fn refused<T: Debug>(
        &self,
        what: &str,
        result: Result<T, StoreError>,
        expected: Refusal,
    ) {
        let holds = matches!(&result, Err(StoreError::Refused(seen)) if *seen == expected);
        self.expect(
            holds,
            &format!("{what} to be refused as {expected:?}"),
            result,
        );
    }

    /// The output of what must happen at once.
    pub(super) async fn at_once<F: Future>(&self, what: &str, future: F) -> F::Output {
        match tokio::time::timeout(self.patience, future).await {
            Ok(output) => output,
            Err(_) => panic!(
                "obligation {}: expected {what}, saw nothing",
                self.obligation
            ),
        }
    }

    /// A session that never ends.
    pub(super) async fn session(&self) -> SessionId {
        self.leased(Duration::MAX).await
    }

    pub(super) async fn leased(&self, lease: Duration) -> SessionId {
        self.done(
            "the opening of a session",
            self.store.renew(None, lease).await,
        )
    }

    pub(super) async fn create(&self, task: NewTask, session: Option<SessionId>) -> Record {
        self.done("a creation", self.store.create(task, session).await)
    }

    /// Creates a task that a session has from the start.
    pub(super) async fn held(&self, task: NewTask, session: SessionId) -> (TaskRef, Claim) {
        let record = self.create(task, Some(session)).await;
        let claim = record.claim;
        self.expect(
            claim
                == Some(Claim {
                    session,
                    attempt: 1,
                }),
            "the claim of the session that created the task",
            claim,
        );
        (
            TaskRef::new(record.owner, record.id),
            Claim {
                session,
                attempt: 1,
            },
        )
    }

    pub(super) async fn claim(&self, session: SessionId, max: usize) -> Vec<(Claim, Record)> {
        self.done("a claim", self.store.claim(session, &[TOOL], max).await)
    }

    pub(super) async fn lookup(&self, task: &TaskRef) -> Lookup {
        self.done(
            "a read",
            self.store.get(&task.owner, &task.id, Fields::All).await,
        )
    }

    pub(super) async fn record(&self, task: &TaskRef) -> Record {
        match self.lookup(task).await {
            Lookup::Found(record) => *record,
            seen => panic!(
                "obligation {}: expected task {task}, saw {seen:?}",
                self.obligation
            ),
        }
    }

    pub(super) async fn apply(&self, task: &TaskRef, guard: Guard, change: Change) -> Applied {
        let what = format!("{change:?}");
        self.done(&what, self.store.apply(task, guard, change).await)
    }

    pub(super) async fn delete(&self, task: &TaskRef) -> Result<(), StoreError> {
        self.store.delete(&task.owner, &task.id).await
    }

    /// Sweeps until nothing is due, a few tasks at a time; the sum of what was done.
    pub(super) async fn sweep(&self) -> Swept {
        let mut sum = Swept::default();
        for _ in 0..10_000 {
            let swept = self.done("a sweep", self.store.sweep(3).await);
            let idle = swept.expired + swept.requeued + swept.failed == 0;
            sum.expired += swept.expired;
            sum.requeued += swept.requeued;
            sum.failed += swept.failed;
            sum.stopped.extend(swept.stopped);
            sum.next_due = swept.next_due;
            if idle {
                return sum;
            }
        }
        panic!(
            "obligation {}: expected sweeps to come to an end, saw {sum:?}",
            self.obligation
        );
    }
}

/// A task of `owner` that is kept for ever and may be run once.
pub(super) fn task(owner: &str, id: &str) -> NewTask {
    NewTask {
        key: TaskKey::next(),
        owner: Owner::new(owner),
        id: TaskId::new(id),
        dialect: Dialect::Draft,
        tool: TOOL.into(),
        arguments: Some(json(r#"{"n":1}"#)),
        retention: Retention::Forever,
        poll: Duration::from_secs(2),
        max_attempts: 1,
        retryable: false,
    }
}

/// As [`task`], but may be run `max_attempts` times.
pub(super) fn retryable(owner: &str, id: &str, max_attempts: u32) -> NewTask {
    NewTask {
        max_attempts,
        retryable: true,
        ..task(owner, id)
    }
}

pub(super) fn json(text: &str) -> Arc<RawValue> {
    raw(text).into()
}

fn raw(text: &str) -> Box<RawValue> {
    match RawValue::from_string(text.to_owned()) {
        Ok(raw) => raw,
        Err(error) => unreachable!("{text} is JSON: {error}"),
    }
}

pub(super) fn result(text: &str) -> Change {
    Change::End(Arc::new(Outcome::Result(ResultBody {
        content: raw(&format!(r#"[{{"type":"text","text":"{text}"}}]"#)),
        structured: Some(raw(r#"{"rows": 3}"#)),
        is_error: false,
        meta: None,
        kinds: ContentKinds::default(),
    })))
}

pub(super) fn failure() -> Change {
    Change::End(Arc::new(Outcome::Error(ErrorBody::new(
        -32603,
        "out of paper",
    ))))
}

pub(super) fn cancel() -> Change {
    Change::End(Arc::new(Outcome::Cancelled { reason: None }))
}

pub(super) fn lost() -> Change {
    Change::End(Arc::new(Outcome::Lost {
        reason: "the trace ends here".to_owned(),
    }))
}

pub(super) fn report(message: &str) -> Change {
    Change::Report {
        message: message.into(),
    }
}

pub(super) fn ask(key: &str) -> Change {
    Change::Ask(Question {
        key: key.into(),
        method: "elicitation/create".into(),
        params: json("{}"),
        answer: None,
    })
}

pub(super) fn answer(key: &str) -> Change {
    Change::Answer {
        key: key.into(),
        answer: Ok(json(r#"{"action":"accept"}"#)),
    }
}

pub(super) fn withdraw(key: &str) -> Change {
    Change::Withdraw { key: key.into() }
}
