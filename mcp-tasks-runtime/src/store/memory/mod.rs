//! The in-memory store: the default, and the fastest. It keeps tasks in this process and forgets
//! them with it.
//!
//! # Cost
//!
//! Each operation costs the same at ten tasks and at a million, up to the logarithm that ordered
//! sets cost; a listing costs in proportion to its page and a sweep to what it frees. No lock is
//! shared by all tasks, and none is held while foreign code runs (clocks, wakers) or across an
//! await.
//!
//! A finished task with a short text takes some 720 bytes. What is freed goes back to the
//! allocator; when that gives it back to the system is the allocator's affair.
//!
//! # Locks
//!
//! A thread that holds one of these takes only such as stand after it: a shard ([`shard`]), the
//! sessions ([`sessions`]) for reading, what one session holds. The owner index ([`index`]) and
//! the queue ([`queue`]) are taken last and one at a time. Nobody holds two shards. A task enters
//! the index before its shard and leaves it after, so whatever can be read can be listed.

mod core;
mod expired;
mod index;
mod lock;
mod queue;
mod sessions;
mod shard;
mod sweep;
#[cfg(test)]
mod tests;
mod watchers;

use std::sync::Arc;
use std::time::Duration;

use self::core::Core;
use super::{BoxFuture, Fields, Lookup, Page, StoreError, Subscription, Swept, TaskStore};
use crate::task::{
    Applied, Change, Claim, Clock, Guard, NewTask, Owner, Record, SessionId, TaskId, TaskKey,
    TaskRef, TokioClock,
};

/// Keeps tasks in this process: nothing survives its end. Clones share the same tasks.
///
/// It frees nothing by itself: who serves it calls [`TaskStore::sweep`]. Expiry is exact all the
/// same, for every operation looks at the clock.
#[derive(Clone, Debug)]
pub struct MemoryStore {
    core: Arc<Core>,
}

/// Settings of a [`MemoryStore`].
#[derive(Clone, Debug)]
pub struct MemoryStoreConfig {
    /// Where the time comes from. By default a [`TokioClock`].
    pub clock: Arc<dyn Clock>,
    /// How long after a task was freed its id is known as expired, not merely as missing, and is
    /// refused to a new task (D-05). By default five minutes; zero remembers none.
    pub expired_for: Duration,
    /// How many expired ids are remembered at most; the oldest are forgotten first. Each takes
    /// some 26 bytes. By default 16,384; zero remembers none.
    pub expired_ids: usize,
}

impl Default for MemoryStoreConfig {
    fn default() -> Self {
        Self {
            clock: Arc::new(TokioClock::new()),
            expired_for: Duration::from_secs(5 * 60),
            expired_ids: 16_384,
        }
    }
}

impl MemoryStore {
    /// An empty store with the default settings.
    pub fn new() -> Self {
        Self::with_config(MemoryStoreConfig::default())
    }

    /// An empty store that takes the time from `clock`.
    pub fn with_clock(clock: Arc<dyn Clock>) -> Self {
        Self::with_config(MemoryStoreConfig {
            clock,
            ..MemoryStoreConfig::default()
        })
    }

    /// An empty store with these settings.
    pub fn with_config(config: MemoryStoreConfig) -> Self {
        Self {
            core: Arc::new(Core::new(config)),
        }
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl TaskStore for MemoryStore {
    fn create(
        &self,
        task: NewTask,
        session: Option<SessionId>,
    ) -> BoxFuture<'_, Result<Record, StoreError>> {
        Box::pin(async move { Ok(self.core.create(task, session)?) })
    }

    fn get<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a TaskId,
        fields: Fields,
    ) -> BoxFuture<'a, Result<Lookup, StoreError>> {
        Box::pin(async move { Ok(self.core.get(owner, id, fields)) })
    }

    fn list<'a>(
        &'a self,
        owner: &'a Owner,
        before: Option<TaskKey>,
        limit: usize,
    ) -> BoxFuture<'a, Result<Page, StoreError>> {
        Box::pin(async move { Ok(self.core.list(owner, before, limit)) })
    }

    fn apply<'a>(
        &'a self,
        task: &'a TaskRef,
        guard: Guard,
        change: Change,
    ) -> BoxFuture<'a, Result<Applied, StoreError>> {
        Box::pin(async move { Ok(self.core.apply(task, guard, change)?) })
    }

    fn delete<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a TaskId,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move { Ok(self.core.delete(owner, id)?) })
    }

    fn renew(
        &self,
        session: Option<SessionId>,
        lease: Duration,
    ) -> BoxFuture<'_, Result<SessionId, StoreError>> {
        Box::pin(async move { Ok(self.core.renew(session, lease)?) })
    }

    fn claim<'a>(
        &'a self,
        session: SessionId,
        tools: &'a [&'a str],
        max: usize,
    ) -> BoxFuture<'a, Result<Vec<(Claim, Record)>, StoreError>> {
        Box::pin(async move { Ok(self.core.claim(session, tools, max)?) })
    }

    fn sweep(&self, budget: usize) -> BoxFuture<'_, Result<Swept, StoreError>> {
        Box::pin(async move { Ok(self.core.sweep(budget)) })
    }

    fn subscribe<'a>(
        &'a self,
        task: &'a TaskRef,
    ) -> BoxFuture<'a, Result<Subscription, StoreError>> {
        Box::pin(async move { Ok(self.core.subscribe(task)?) })
    }
}
