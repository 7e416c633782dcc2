//! A task from its creation to its terminal status, which it reaches whatever the tool does.

use std::future::Future;
use std::sync::Arc;
use std::task::{Context, Waker};
use std::time::Duration;

use tokio::sync::oneshot;

use super::peer::TaskPeer;
use super::work::End;
use super::{AUDIT, Created, Engine, Job, may_be_repeated, persist, timed_out};
use crate::store::{Fields, StoreError};
use crate::task::{Change, Claim, ErrorBody, Guard, INTERNAL_ERROR, Outcome, Refusal, TaskRef};
use crate::tool::{NewContext, TaskContext};

/// How long to wait before a store that was away for long is asked again.
const PAUSE_OF_STORE: Duration = Duration::from_secs(5);

/// Runs a task, puts its outcome on the record and reports the one that the record then has.
pub(super) async fn drive(created: Created, report: oneshot::Sender<Arc<Outcome>>) {
    let Created {
        record,
        tool,
        arguments,
        peer,
        cancel,
        mut unfinished,
        permit,
        given,
        prepared,
    } = created;
    let engine = Arc::clone(&unfinished.engine);
    let (task, claim) = (unfinished.task.clone(), unfinished.claim);
    let (peer, reports) = TaskPeer::new(Arc::clone(&engine), task.clone(), claim, peer);
    let job = Job::call(&tool, arguments, prepared);
    let context = TaskContext::new(NewContext {
        tool: Arc::clone(&tool.name),
        owner: record.owner,
        task: Some(record.id),
        attempt: claim.attempt,
        cancel: cancel.clone(),
        states: Arc::clone(&engine.states),
        peer: Arc::new(peer),
        given,
    });
    let limit = job.timeout.unwrap_or(engine.settings.timeout);
    let mut work = job.into_work(context);

    // A task that was cancelled before it began never starts.
    let started = engine.apply(&task, claim, Change::Start).await;
    let end = match started {
        Err(StoreError::Refused(_)) => End::Cancelled,
        _ => work.until(&cancel, limit, reports).await,
    };
    let outcome = match end {
        End::Done(ran) => engine.finish(&task, claim, ran.into()).await,
        End::TimedOut => {
            let outcome = Outcome::Error(timed_out(limit));
            engine.finish(&task, claim, outcome).await
        }
        // What runs along with a task never ends.
        End::Cancelled | End::Aside => engine.settled(&task).await,
    };
    unfinished.finished();
    drop(permit);
    tracing::info!(target: AUDIT, task = %task.id, status = %outcome.status(), "ended");
    // Nobody listens when the client has gone.
    let _ = report.send(outcome);
    cancel.cancel();
    work.finish_within(engine.settings.grace).await;
}

impl Engine {
    pub(super) async fn apply(
        &self,
        task: &TaskRef,
        claim: Claim,
        change: Change,
    ) -> Result<crate::task::Applied, StoreError> {
        persist(|| self.store.apply(task, Guard::Claim(claim), change.clone())).await
    }

    /// Ends a task, and gives the outcome that it ended with: this one, or that of whoever was
    /// faster.
    async fn finish(
        self: &Arc<Self>,
        task: &TaskRef,
        claim: Claim,
        outcome: Outcome,
    ) -> Arc<Outcome> {
        let outcome = Arc::new(outcome);
        match self
            .apply(task, claim, Change::End(Arc::clone(&outcome)))
            .await
        {
            Ok(_) => outcome,
            Err(StoreError::Refused(_)) => self.settled(task).await,
            Err(error) => {
                tracing::error!(
                    task = %task.id,
                    error = &error as &dyn std::error::Error,
                    "the outcome of a task is not stored yet"
                );
                tokio::spawn(Arc::clone(self).finish_later(task.clone(), claim, outcome));
                Arc::new(Outcome::Lost {
                    reason: "the task store is unavailable".to_owned(),
                })
            }
        }
    }

    /// Puts an outcome on the record once the store is there again, lest the task stay as it is.
    async fn finish_later(self: Arc<Self>, task: TaskRef, claim: Claim, outcome: Arc<Outcome>) {
        loop {
            tokio::time::sleep(PAUSE_OF_STORE).await;
            let change = Change::End(Arc::clone(&outcome));
            let applied = self.store.apply(&task, Guard::Claim(claim), change).await;
            if !matches!(&applied, Err(error) if may_be_repeated(error)) {
                return;
            }
        }
    }

    /// The outcome on the record of a task that somebody else ended.
    async fn settled(&self, task: &TaskRef) -> Arc<Outcome> {
        let found = persist(|| self.store.get(&task.owner, &task.id, Fields::All)).await;
        let fault = match found.map(|lookup| lookup.into_record()) {
            Ok(Ok(record)) => match record.outcome {
                Some(outcome) => return outcome,
                None => Refusal::Fenced.to_string(),
            },
            // Cancelled, and not kept any longer: nobody but its owner ends a live task else.
            Ok(Err(_)) => return Arc::new(Outcome::Cancelled { reason: None }),
            Err(error) => error.to_string(),
        };
        Arc::new(Outcome::Error(ErrorBody::new(INTERNAL_ERROR, fault)))
    }
}

/// Sees to it that a task ends even when its run is dropped midway, as when its runtime goes.
#[derive(Debug)]
pub(super) struct Unfinished {
    pub(super) engine: Arc<Engine>,
    pub(super) task: TaskRef,
    pub(super) claim: Claim,
    finished: bool,
}

impl Unfinished {
    pub(super) fn new(engine: Arc<Engine>, task: TaskRef, claim: Claim) -> Self {
        Self {
            engine,
            task,
            claim,
            finished: false,
        }
    }

    /// The task has ended as it should.
    fn finished(&mut self) {
        self.finished = true;
        self.engine.running.remove(&self.task);
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if self.finished {
            return;
        }
        self.engine.running.remove(&self.task);
        let (store, task, claim) = (
            Arc::clone(&self.engine.store),
            self.task.clone(),
            self.claim,
        );
        let outcome = Outcome::Error(ErrorBody::new(
            INTERNAL_ERROR,
            "the task's run was dropped before it ended",
        ));
        let mut end = Box::pin(async move {
            let change = Change::End(Arc::new(outcome));
            if let Err(error) = store.apply(&task, Guard::Claim(claim), change).await {
                tracing::error!(
                    task = %task.id,
                    error = &error as &dyn std::error::Error,
                    "a dropped task could not be ended"
                );
            }
        });
        // A store in memory is done at once, which also works when no runtime is left.
        if end
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
            .is_pending()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(end);
        }
    }
}
