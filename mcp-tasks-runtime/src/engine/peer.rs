//! The way from a task's tool to its client: as for a plain call, with the record kept along.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::value::RawValue;
use tokio::sync::watch;

use super::{Engine, persist};
use crate::store::StoreError;
use crate::task::{Change, Claim, Guard, Question, Refusal, TaskRef};
use crate::tool::{AskError, CallPeer, Progress};

/// The peer of a task.
#[derive(Debug)]
pub(super) struct TaskPeer {
    engine: Arc<Engine>,
    task: TaskRef,
    claim: Claim,
    client: Arc<dyn CallPeer>,
    /// What the tool said last. Kept here until the record has it: only the latest counts.
    message: watch::Sender<Option<Arc<str>>>,
    questions: AtomicU32,
}

impl TaskPeer {
    /// The peer, and the future that writes what the tool says to the record.
    pub(super) fn new(
        engine: Arc<Engine>,
        task: TaskRef,
        claim: Claim,
        client: Arc<dyn CallPeer>,
    ) -> (Self, impl Future<Output = Infallible>) {
        let (message, mut said) = watch::channel(None);
        let questions = AtomicU32::new(0);
        let reports = {
            let (engine, task) = (Arc::clone(&engine), task.clone());
            async move {
                while said.changed().await.is_ok() {
                    let message = said.borrow_and_update().clone();
                    let Some(message) = message else { continue };
                    // Lossy by contract; a refusal means that the task has ended.
                    let _ = engine.apply(&task, claim, Change::Report { message }).await;
                }
                std::future::pending().await
            }
        };
        (
            Self {
                engine,
                task,
                claim,
                client,
                message,
                questions,
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

    /// The record says `input_required` before the question is sent (D-14), and takes the answer
    /// before the tool gets it.
    fn ask<'a>(
        &'a self,
        method: &'a str,
        params: Arc<RawValue>,
    ) -> Pin<Box<dyn Future<Output = Result<Arc<RawValue>, AskError>> + Send + 'a>> {
        Box::pin(async move {
            let number = self.questions.fetch_add(1, Ordering::Relaxed) + 1;
            let key: Arc<str> = Arc::from(format!("q{}.{number}", self.claim.attempt));
            let question = Question {
                key: Arc::clone(&key),
                method: Arc::from(method),
                params: Arc::clone(&params),
                answer: None,
            };
            self.engine
                .apply(&self.task, self.claim, Change::Ask(question))
                .await
                .map_err(gone)?;
            let open = OpenQuestion {
                peer: self,
                key: Some(key),
            };
            let answer = self.client.ask(method, params).await;
            let recorded = match &answer {
                Ok(answer) => Ok(Arc::clone(answer)),
                Err(AskError::Refused(error)) => Err(error.clone()),
                Err(_) => {
                    open.withdrawn().await;
                    return answer;
                }
            };
            open.answered(recorded).await?;
            answer
        })
    }
}

/// A question on the record. Dropped without an answer, it is withdrawn.
struct OpenQuestion<'a> {
    peer: &'a TaskPeer,
    key: Option<Arc<str>>,
}

impl OpenQuestion<'_> {
    async fn answered(
        mut self,
        answer: Result<Arc<RawValue>, crate::task::ErrorBody>,
    ) -> Result<(), AskError> {
        let Some(key) = self.key.take() else {
            return Ok(());
        };
        let (store, task) = (&self.peer.engine.store, &self.peer.task);
        let change = Change::Answer { key, answer };
        persist(|| store.apply(task, Guard::Owner, change.clone()))
            .await
            .map_err(gone)?;
        Ok(())
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
