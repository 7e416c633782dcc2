//! Where tasks are kept: the [`TaskStore`] trait with its contract, and the in-memory store.
//!
//! A store keeps records and decides races. It never calls a tool, never sees the wire, and never
//! judges a transition itself: [`Record::apply`], [`Record::take`] and [`Record::lose_worker`] do
//! (a database store says the same in its own language, and the contract suite compares).

mod memory;
#[cfg(feature = "testing")]
pub mod testing;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use tokio::sync::watch;

pub use memory::{MemoryStore, MemoryStoreConfig};

use crate::task::{
    Applied, Change, Claim, Guard, NewTask, Owner, Record, Refusal, SessionId, TaskId, TaskKey,
    TaskRef, Timestamp,
};

/// A boxed future, as the store trait returns it so that it can be used as `dyn TaskStore`.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Keeps tasks: the one interface between the engine and what remembers.
///
/// # Contract
///
/// Every implementation keeps these obligations; the suite in `store::testing` cites them by
/// number.
///
/// 1. **One history.** The operations on one task are linearizable: each acts on the record as
///    the one before left it.
/// 2. **Terminal is final.** Once a record has an outcome, neither outcome nor status changes;
///    it can only expire or be deleted.
/// 3. **One winner.** Of racing changes that end a task (end, cancel, expiry, deletion), one is
///    applied; each other is refused with what the winner left.
/// 4. **Fenced.** A change under [`Guard::Claim`] is applied only while the record has that very
///    claim, however late it arrives; a creation or a claim for an ended session is refused.
/// 5. **Attempts.** Each pair of task and attempt is handed out once; attempts grow by one.
/// 6. **Nothing is stuck.** After a session ends, a sweep makes each of its live tasks wait for
///    the next attempt, or ends it.
/// 7. **No extra runs.** A task that is not retryable is handed out at most once, another at most
///    [`NewTask::max_attempts`] times.
/// 8. **Expiry is exact.** From the moment [`Record::expires_at`] on, no operation gives or
///    changes the record, swept or not; a sweep frees all that it took.
/// 9. **Whole walks.** A walk over [`TaskStore::list`] gives each task that exists throughout it
///    exactly once, whatever is created or deleted meanwhile; newest first.
/// 10. **Owners are apart.** No operation for one owner gives, changes or reveals a task of
///     another; the same id may exist once under each.
/// 11. **No missed change.** A [`Subscription`] taken before a read tells of every change after
///     that read, or is closed; several changes may be told as one.
/// 12. **Acknowledged is kept.** What was acknowledged is there for every later call, to the
///     degree of durability that the store documents.
/// 13. **Repeatable.** A creation repeated with the same [`NewTask::key`], and an end repeated
///     under the same claim, succeed and change nothing.
/// 14. **One clock.** All moments are the store's own; a caller's clock has no influence.
///
/// # Errors
///
/// Every method can fail with [`StoreError::Unavailable`], after which nothing has changed, or
/// with [`StoreError::Indeterminate`], after which the caller repeats the identical call.
///
/// # Cancel safety
///
/// A future that is dropped before it is ready has applied its change wholly or not at all.
pub trait TaskStore: Send + Sync + fmt::Debug + 'static {
    /// Creates a task, held from the start by `session` as attempt 1 or, without one, waiting to
    /// be claimed.
    ///
    /// # Errors
    ///
    /// [`Refusal::Exists`] when the owner has a task of that id, or had one that expired within
    /// the store's memory of expired ids (D-05); [`Refusal::Fenced`] when the session has ended.
    fn create(
        &self,
        task: NewTask,
        session: Option<SessionId>,
    ) -> BoxFuture<'_, Result<Record, StoreError>>;

    /// Reads a task. `fields` says which parts the caller needs; a store may give more.
    fn get<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a TaskId,
        fields: Fields,
    ) -> BoxFuture<'a, Result<Lookup, StoreError>>;

    /// The tasks of `owner` that are older than `before` (all, without it), newest first, at most
    /// `limit` (one, when that is zero), as [`Fields::Summary`] gives them. A page may be short, or
    /// even empty, and yet have a next one.
    fn list<'a>(
        &'a self,
        owner: &'a Owner,
        before: Option<TaskKey>,
        limit: usize,
    ) -> BoxFuture<'a, Result<Page, StoreError>>;

    /// Applies a change: the only way in which a record changes.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotFound`], [`Refusal::Expired`], or as [`Record::apply`] says.
    fn apply<'a>(
        &'a self,
        task: &'a TaskRef,
        guard: Guard,
        change: Change,
    ) -> BoxFuture<'a, Result<Applied, StoreError>>;

    /// Removes an ended task with everything that belongs to it (D-36).
    ///
    /// # Errors
    ///
    /// [`Refusal::NotFound`]; [`Refusal::Expired`]; [`Refusal::Illegal`] while the task lives.
    fn delete<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a TaskId,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Opens a session that ends `lease` from now, or lets one that has not ended end `lease` from
    /// now instead. One that was opened with a lease of [`Duration::MAX`] never ends.
    ///
    /// # Errors
    ///
    /// [`Refusal::Fenced`] when the session has ended; it cannot be revived.
    fn renew(
        &self,
        session: Option<SessionId>,
        lease: Duration,
    ) -> BoxFuture<'_, Result<SessionId, StoreError>>;

    /// Hands out at most `max` tasks that wait for a worker, for the tools named, oldest first.
    ///
    /// # Errors
    ///
    /// [`Refusal::Fenced`] when the session has ended.
    fn claim<'a>(
        &'a self,
        session: SessionId,
        tools: &'a [&'a str],
        max: usize,
    ) -> BoxFuture<'a, Result<Vec<(Claim, Record)>, StoreError>>;

    /// Frees what has expired and takes tasks away from ended sessions, touching at most some
    /// `budget` tasks. Costs in proportion to what it finds, not to what is stored.
    fn sweep(&self, budget: usize) -> BoxFuture<'_, Result<Swept, StoreError>>;

    /// Watches one task from now on.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotFound`]; [`Refusal::Expired`].
    fn subscribe<'a>(
        &'a self,
        task: &'a TaskRef,
    ) -> BoxFuture<'a, Result<Subscription, StoreError>>;
}

const _: fn(&dyn TaskStore) = |_| {};

/// Which parts of a record a reader needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fields {
    /// Everything that a status shows. Arguments and answered questions may be missing; outcome
    /// and open questions may be stand-ins, as long as [`Record::status`] is the same.
    Summary,
    /// Everything.
    All,
}

/// What a lookup found.
#[derive(Clone, Debug)]
pub enum Lookup {
    /// The task. Boxed, for a record is large.
    Found(Box<Record>),
    /// It was there, and expired within the store's memory of expired ids.
    Expired,
    /// The owner has no such task.
    Missing,
}

impl Lookup {
    /// The record, or the refusal that says why there is none.
    ///
    /// # Errors
    ///
    /// [`Refusal::Expired`] or [`Refusal::NotFound`].
    pub fn into_record(self) -> Result<Record, Refusal> {
        match self {
            Self::Found(record) => Ok(*record),
            Self::Expired => Err(Refusal::Expired),
            Self::Missing => Err(Refusal::NotFound),
        }
    }
}

/// A page of a listing.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The tasks, newest first.
    pub records: Vec<Record>,
    /// Where the next page begins, when there is one: the `before` of the next call.
    pub next: Option<TaskKey>,
}

/// What a sweep did.
#[derive(Clone, Debug, Default)]
pub struct Swept {
    /// How many expired tasks it freed.
    pub expired: usize,
    /// How many tasks of ended sessions wait for another attempt.
    pub requeued: usize,
    /// How many tasks of ended sessions it ended.
    pub failed: usize,
    /// Tasks that were still running when they expired; whoever runs them should stop.
    pub stopped: Vec<TaskRef>,
    /// When the next sweep has something to do, as far as is known; the present or past when this
    /// one used up its budget.
    pub next_due: Option<Timestamp>,
}

/// Tells that a task changed.
///
/// Correctness never rests on it: subscribe, then read, then wait.
#[derive(Clone, Debug)]
pub struct Subscription {
    versions: watch::Receiver<u64>,
}

impl Subscription {
    /// A subscription to the versions that a store announces.
    pub fn new(versions: watch::Receiver<u64>) -> Self {
        Self { versions }
    }

    /// Waits for a change since the last call (or since the subscription), and gives the version
    /// then current; `None` once the task is gone.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing.
    pub async fn changed(&mut self) -> Option<u64> {
        self.versions.changed().await.ok()?;
        Some(*self.versions.borrow_and_update())
    }
}

/// Why a store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The operation is not possible as things stand; nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store cannot be reached or does not answer; nothing has changed.
    #[error("the task store is unavailable")]
    Unavailable {
        /// What the driver said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The operation may or may not have been applied; repeat the identical call.
    #[error("the task store did not confirm the operation")]
    Indeterminate {
        /// What the driver said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The stored record of this task cannot be read.
    #[error("the stored record of task {id} cannot be read")]
    Corrupt {
        /// Which task.
        id: TaskId,
        /// What is wrong with it.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}
