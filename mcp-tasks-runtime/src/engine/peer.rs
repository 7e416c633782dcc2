//! The way from a task's tool to its client: as for a plain call, with the record kept along.

use std::future::Future;
use std::sync::Arc;

use serde_json::value::RawValue;
use tokio::sync::watch;

use super::{Engine, LOOK_AGAIN, persist};
use crate::store::{Fields, StoreError, Subscription};
use crate::task::{Change, Claim, Question, Refusal, TaskRef};
use crate::tool::{Answered, Answering, Ask, AskError, Askable, CallPeer, LogLevel, Progress};

/// The peer of a task.
#[derive(Debug)]
pub(super) struct TaskPeer {
    engine: Arc<Engine>,
    task: TaskRef,
    claim: Claim,
    client: Arc<dyn CallPeer>,
    /// What the tool said last. Kept here until the record has it: only the latest counts.
    message: watch::Sender<Option<Arc<str>>>,
}

impl TaskPeer {
    /// The peer, and the future that writes what the tool says to the record.
    pub(super) fn new(
        engine: Arc<Engine>,
        task: TaskRef,
        claim: Claim,
        client: Arc<dyn CallPeer>,
    ) -> (Self, impl Future<Output = ()>) {
        let (message, mut said) = watch::channel(None);
        let reports = {
            let (engine, task) = (Arc::clone(&engine), task.clone());
            async move {
                while said.changed().await.is_ok() {
                    let message = said.borrow_and_update().clone();
                    let Some(message) = message else { continue };
                    // Lossy by contract; a refusal means that the task has ended.
                    let _ = engine.apply(&task, claim, Change::Report { message }).await;
                }
                std::future::pending::<()>().await;
            }
        };
        (
            Self {
                engine,
                task,
                claim,
                client,
                message,
            },
            reports,
        )
    }
}

impl CallPeer for TaskPeer {
    fn progress(&self, progress: &Progress) {
        self.client.progress(progress);
    }

    fn status(&self, message: &str) {
        self.message.send_replace(Some(Arc::from(message)));
    }

    fn settled(&self, ask: &Ask) -> Option<Answered> {
        self.client.settled(ask)
    }

    /// The record says `input_required` before the question is sent (D-14), and has the answer
    /// before the tool gets it. The answer may come by another way than the question went: the
    /// first one that the record takes counts (C-17).
    fn ask<'a>(&'a self, ask: &'a Ask) -> Answering<'a> {
        Box::pin(async move {
            let (engine, task) = (&self.engine, &self.task);
            let key = ask.key();
            let changes = engine.store.subscribe(task).await.map_err(gone)?;
            let question = Question {
                key: Arc::clone(&key),
                method: Arc::clone(&ask.method),
                params: Arc::clone(&ask.params),
                answer: None,
            };
            engine
                .apply(task, self.claim, Change::Ask(question))
                .await
                .map_err(gone)?;
            let open = OpenQuestion {
                peer: self,
                key: Some(Arc::clone(&key)),
            };
            let answer = tokio::select! {
                biased;
                recorded = self.recorded(&key, changes) => {
                    open.closed();
                    return recorded;
                }
                answer = self.client.ask(ask) => answer,
            };
            let taken = match &answer {
                Ok(answer) => Ok(Arc::clone(answer)),
                Err(AskError::Refused(error)) => Err(error.clone()),
                Err(_) => {
                    open.withdrawn().await;
                    return answer;
                }
            };
            if open.answered(taken).await? {
                return answer;
            }
            let changes = engine.store.subscribe(task).await.map_err(gone)?;
            self.recorded(&key, changes).await
        })
    }

    fn log(&self, level: LogLevel, logger: Option<&str>, data: &RawValue) {
        self.client.log(level, logger, data);
    }

    fn can_ask(&self, what: Askable) -> bool {
        self.client.can_ask(what)
    }
}

impl TaskPeer {
    /// Waits for the answer that the record takes.
    async fn recorded(
        &self,
        key: &str,
        mut changes: Subscription,
    ) -> Result<Arc<RawValue>, AskError> {
        let (store, task) = (&self.engine.store, &self.task);
        loop {
            let found = persist(|| store.get(&task.owner, &task.id, Fields::All)).await?;
            let record = found.into_record().map_err(|_| AskError::Cancelled)?;
            let question = record.questions.into_iter().find(|q| *q.key == *key);
            match question.map(|question| question.answer) {
                Some(Some(answer)) => return answer.map_err(AskError::Refused),
                None if record.outcome.is_some() => return Err(AskError::Cancelled),
                _ => {}
            }
            let _ = tokio::time::timeout(LOOK_AGAIN, changes.changed()).await;
        }
    }
}

/// A question on the record. Dropped without an answer, it is withdrawn.
struct OpenQuestion<'a> {
    peer: &'a TaskPeer,
    key: Option<Arc<str>>,
}

impl OpenQuestion<'_> {
    /// Puts the answer on the record; false when another one was there before.
    async fn answered(
        mut self,
        answer: Result<Arc<RawValue>, crate::task::ErrorBody>,
    ) -> Result<bool, AskError> {
        let Some(key) = self.key.take() else {
            return Ok(false);
        };
        match self.peer.engine.answer(&self.peer.task, key, answer).await {
            Ok(_) => Ok(true),
            Err(StoreError::Refused(Refusal::NoQuestion)) => Ok(false),
            Err(error) => Err(gone(error)),
        }
    }

    /// The record has its answer.
    fn closed(mut self) {
        self.key = None;
    }

    /// There will be no answer. Withdrawn before the tool learns that, so that the record does
    /// not say that a question is open while the tool goes on.
    async fn withdrawn(mut self) {
        if let Some(withdrawal) = self.withdrawal() {
            withdrawal.await;
        }
    }

    fn withdrawal(&mut self) -> Option<impl Future<Output = ()> + Send + 'static> {
        let key = self.key.take()?;
        let TaskPeer {
            engine,
            task,
            claim,
            ..
        } = self.peer;
        let (engine, task, claim) = (Arc::clone(engine), task.clone(), *claim);
        Some(async move {
            // Refused when the task has ended meanwhile, with all its questions.
            let _ = engine.apply(&task, claim, Change::Withdraw { key }).await;
        })
    }
}

impl Drop for OpenQuestion<'_> {
    fn drop(&mut self) {
        if let (Some(withdrawal), Ok(runtime)) =
            (self.withdrawal(), tokio::runtime::Handle::try_current())
        {
            runtime.spawn(withdrawal);
        }
    }
}

/// A task that has ended asks no questions.
fn gone(error: StoreError) -> AskError {
    match error {
        StoreError::Refused(Refusal::Terminal(_) | Refusal::Expired | Refusal::NotFound) => {
            AskError::Cancelled
        }
        other => AskError::Store(other),
    }
}
