//! What clients ask of tasks: to be read, listed, awaited, answered, cancelled, deleted.

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;

use super::{AUDIT, Engine, LOOK_AGAIN, persist, poll_hint};
use crate::store::{Fields, Lookup, Page, StoreError, Subscription};
use crate::task::{
    Applied, Change, Clock as _, ErrorBody, Guard, Outcome, Owner, Record, Refusal, TaskId,
    TaskKey, TaskRef,
};

impl Engine {
    /// Reads a task.
    pub(crate) async fn get(
        &self,
        owner: &Owner,
        id: &TaskId,
        fields: Fields,
    ) -> Result<Lookup, StoreError> {
        self.store.get(owner, id, fields).await
    }

    /// Lists tasks.
    pub(crate) async fn list(
        &self,
        owner: &Owner,
        before: Option<TaskKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        self.store.list(owner, before, limit).await
    }

    /// Removes an ended task.
    pub(crate) async fn delete(&self, owner: &Owner, id: &TaskId) -> Result<(), StoreError> {
        self.store.delete(owner, id).await?;
        tracing::info!(target: AUDIT, task = %id, "deleted");
        Ok(())
    }

    /// Cancels a task: first its record, then its run.
    pub(crate) async fn cancel(
        &self,
        task: &TaskRef,
        reason: Option<String>,
    ) -> Result<Applied, StoreError> {
        let change = Change::End(Arc::new(Outcome::Cancelled { reason }));
        let applied = persist(|| self.store.apply(task, Guard::Owner, change.clone())).await;
        if let Ok(_) | Err(StoreError::Refused(_)) = applied {
            // Also when it had ended already: that may have been this very change, if the store
            // did not confirm it at first.
            self.running.stop(task);
        }
        let applied = applied?;
        tracing::info!(target: AUDIT, task = %task.id, "cancelled");
        Ok(applied)
    }

    /// Cancels every task that runs in this process, which is about to end.
    pub(crate) async fn cancel_all(&self, reason: &str) {
        for task in self.running.all() {
            // Refused when it ended meanwhile, which is as good.
            let _ = self.cancel(&task, Some(reason.to_owned())).await;
        }
    }

    /// Gives an answer to a question of a task.
    pub(crate) async fn answer(
        &self,
        task: &TaskRef,
        key: Arc<str>,
        answer: Result<Arc<RawValue>, ErrorBody>,
    ) -> Result<Applied, StoreError> {
        let change = Change::Answer { key, answer };
        persist(|| self.store.apply(task, Guard::Owner, change.clone())).await
    }

    /// Watches a task from now on.
    pub(crate) async fn subscribe(&self, task: &TaskRef) -> Result<Subscription, StoreError> {
        self.store.subscribe(task).await
    }

    /// Waits until a task has ended, and reads it then.
    pub(crate) async fn ended(&self, task: &TaskRef) -> Result<Lookup, StoreError> {
        loop {
            let mut changes = match self.store.subscribe(task).await {
                Ok(changes) => changes,
                Err(StoreError::Refused(Refusal::Expired)) => return Ok(Lookup::Expired),
                Err(StoreError::Refused(_)) => return Ok(Lookup::Missing),
                Err(error) => return Err(error),
            };
            let record = match self.store.get(&task.owner, &task.id, Fields::All).await? {
                Lookup::Found(record) if record.outcome.is_none() => record,
                other => return Ok(other),
            };
            let to_expiry = record
                .expires_at()
                .map(|at| at.saturating_since(self.clock.now()));
            // One moment more: from the moment of expiry on, it reads as expired.
            let to_expiry = to_expiry.map_or(LOOK_AGAIN, |time| time + Duration::from_millis(1));
            let _ = tokio::time::timeout(to_expiry.min(LOOK_AGAIN), changes.changed()).await;
        }
    }

    /// How long to wait before the next poll of this task.
    pub(crate) fn poll_hint(&self, record: &Record) -> Option<Duration> {
        poll_hint(record, self.clock.now())
    }
}
