//! Runs tools, as plain calls and as tasks on a store. One path for both: a task is a call with a
//! record. Sees no wire: the way to the client is the [`CallPeer`] that a call brings.

mod drive;
mod job;
mod peer;
mod persist;
mod poll;
mod requests;
mod running;
mod settings;
mod sweep;
mod work;

#[cfg(test)]
mod tests;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::sync::{OnceCell, OwnedSemaphorePermit, Semaphore, oneshot};
use tokio_util::sync::CancellationToken;

pub(crate) use job::{Caller, Ended, Job};
pub(crate) use poll::poll_hint;
pub(crate) use settings::Settings;
pub(crate) use work::Ran;
pub(crate) use work::holds_a_thread;

use crate::store::{Fields, Lookup, StoreError, TaskStore};
use crate::task::{
    Claim, Dialect, ErrorBody, INTERNAL_ERROR, NewTask, Outcome, Owner, Record, Refusal, Retention,
    SessionId, TaskId, TaskKey, TaskRef, TokioClock,
};
use crate::tool::{CallPeer, Given, NewContext, RegisteredTool, States, TaskContext};

use persist::{may_be_repeated, persist};
use running::Running;
use sweep::Sweeper;
use work::{End, Work};

/// Runs tools.
#[derive(Debug)]
pub(crate) struct Engine {
    store: Arc<dyn TaskStore>,
    states: Arc<States>,
    settings: Settings,
    clock: TokioClock,
    /// This process's session with the store; opened with the first task.
    session: OnceCell<SessionId>,
    sweeper: Sweeper,
    /// A permit for each live task.
    live: Arc<Semaphore>,
    running: Running,
}

/// What a task is made from.
#[derive(Debug)]
pub(crate) struct TaskRequest {
    pub(crate) tool: Arc<RegisteredTool>,
    pub(crate) arguments: Option<Arc<RawValue>>,
    pub(crate) owner: Owner,
    pub(crate) id: TaskId,
    pub(crate) dialect: Dialect,
    pub(crate) keep: Keep,
    pub(crate) peer: Arc<dyn CallPeer>,
}

/// How long a client wishes a task to be kept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Keep {
    /// So long after its end; as the tool or the server says when absent.
    AfterEnd(Option<Duration>),
    /// So long after its creation, whether it has ended by then or not.
    FromCreation(Duration),
}

/// Why no task was created.
#[derive(Debug)]
pub(crate) enum CreateError {
    /// So many tasks are live already.
    TooMany(usize),
    Store(StoreError),
}

impl Engine {
    pub(crate) fn new(store: Arc<dyn TaskStore>, states: States, settings: Settings) -> Self {
        let permits = settings.max_live_tasks.min(Semaphore::MAX_PERMITS);
        Self {
            store,
            states: Arc::new(states),
            clock: TokioClock::new(),
            session: OnceCell::new(),
            sweeper: Sweeper::default(),
            live: Arc::new(Semaphore::new(permits)),
            running: Running::default(),
            settings,
        }
    }

    /// Runs a job without a record. Cancelling the caller's token ends it at once, and its run
    /// within the grace period; so does `interrupt`, if it can go no further at that moment.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: Job<T>,
        caller: Caller,
        interrupt: impl Future<Output = ()>,
    ) -> Ended<T> {
        let Caller {
            owner,
            peer,
            cancel,
            given,
        } = caller;
        let context = TaskContext::new(NewContext {
            tool: Arc::clone(&job.name),
            owner,
            task: None,
            attempt: job.attempt,
            cancel: cancel.clone(),
            states: Arc::clone(&self.states),
            peer,
            given,
        });
        let timeout = job.timeout.unwrap_or(self.settings.timeout);
        let mut work = job.into_work(context);
        let ended = match work.until(&cancel, timeout, interrupt).await {
            End::Done(ran) => return Ended::Done(ran),
            // Questions that it asks in the same breath are asked before it stops.
            End::Aside => {
                return work.stop().await.map_or(Ended::Interrupted, Ended::Done);
            }
            End::Cancelled => Ended::Cancelled,
            End::TimedOut => Ended::Done(Err(timed_out(timeout))),
        };
        self.wind_down(work, &cancel);
        ended
    }

    /// Creates a task; it runs once [`Created::run`] is called, and fails if that never happens.
    pub(crate) async fn create(
        self: &Arc<Self>,
        request: TaskRequest,
    ) -> Result<Created, CreateError> {
        let Ok(permit) = Arc::clone(&self.live).try_acquire_owned() else {
            return Err(self.too_many(&request).await);
        };
        let TaskRequest {
            tool,
            arguments,
            owner,
            id,
            dialect,
            keep,
            peer,
        } = request;
        let session = self.session().await.map_err(CreateError::Store)?;
        let descriptor = &tool.descriptor;
        let retention = self.retention(keep, descriptor.keep_alive);
        let new = NewTask {
            key: TaskKey::next(),
            owner,
            id,
            dialect,
            tool: Arc::clone(&tool.name),
            arguments: arguments.clone(),
            retention,
            poll: descriptor.poll.unwrap_or(self.settings.poll),
            max_attempts: descriptor.retries.saturating_add(1),
            retryable: descriptor.retries > 0,
        };
        let record = persist(|| self.store.create(new.clone(), Some(session))).await;
        let record = record.map_err(CreateError::Store)?;
        audit_created(&record);
        let task = TaskRef::new(record.owner.clone(), record.id.clone());
        let cancel = CancellationToken::new();
        self.running.insert(task.clone(), cancel.clone());
        let claim = Claim {
            session,
            attempt: record.attempt,
        };
        let unfinished = drive::Unfinished::new(Arc::clone(self), task, claim);
        Ok(Created {
            record,
            tool,
            arguments,
            peer,
            cancel,
            unfinished,
            permit,
            given: Given::new(),
            prepared: false,
        })
    }

    /// Whoever repeats a creation is told that it succeeded, however many tasks are live (D-48).
    async fn too_many(&self, request: &TaskRequest) -> CreateError {
        match self.get(&request.owner, &request.id, Fields::Summary).await {
            Ok(Lookup::Missing) => CreateError::TooMany(self.settings.max_live_tasks),
            Ok(_) => CreateError::Store(StoreError::Refused(Refusal::Exists)),
            Err(error) => CreateError::Store(error),
        }
    }

    async fn session(self: &Arc<Self>) -> Result<SessionId, StoreError> {
        self.sweeper.see_to(self);
        let open = || persist(|| self.store.renew(None, Duration::MAX));
        self.session.get_or_try_init(open).await.copied()
    }

    /// Retention counts from the end, unless the client asked for a lifetime; the greatest there
    /// is means for ever.
    fn retention(&self, keep: Keep, tool: Option<Duration>) -> Retention {
        let most = self.settings.max_keep_alive;
        match keep {
            Keep::FromCreation(keep) => Retention::FromCreation(keep.min(most)),
            Keep::AfterEnd(keep) => {
                match keep.or(tool).unwrap_or(self.settings.keep_alive).min(most) {
                    Duration::MAX => Retention::Forever,
                    keep => Retention::AfterEnd(keep),
                }
            }
        }
    }

    /// Lets a run that nobody waits for end by itself, for the grace period.
    fn wind_down<T: Send + 'static>(&self, work: Work<T>, cancel: &CancellationToken) {
        cancel.cancel();
        tokio::spawn(work.finish_within(self.settings.grace));
    }
}

/// A task that was created and waits for the word to run.
#[derive(Debug)]
pub(crate) struct Created {
    pub(crate) record: Record,
    tool: Arc<RegisteredTool>,
    arguments: Option<Arc<RawValue>>,
    peer: Arc<dyn CallPeer>,
    cancel: CancellationToken,
    unfinished: drive::Unfinished,
    permit: OwnedSemaphorePermit,
    /// The answers that came with the call.
    given: Given,
    /// Whether its preparation is done.
    prepared: bool,
}

impl Created {
    /// These answers came with the call, so that it need not ask for them; `prepared` when its
    /// preparation is done.
    pub(crate) fn with_answers(mut self, given: Given, prepared: bool) -> Self {
        self.given = given;
        self.prepared = prepared;
        self
    }

    /// Runs the task; its outcome comes once it is on the record.
    pub(crate) fn run(self) -> oneshot::Receiver<Arc<Outcome>> {
        let (report, ended) = oneshot::channel();
        tokio::spawn(drive::drive(self, report));
        ended
    }
}

/// The target of audit events (D-44).
const AUDIT: &str = "mcp_tasks::audit";

fn audit_created(record: &Record) {
    tracing::info!(target: AUDIT, task = %record.id, tool = %record.tool, "created");
}

fn timed_out(limit: Duration) -> ErrorBody {
    ErrorBody::new(
        INTERNAL_ERROR,
        format!("the tool ran longer than its limit of {limit:?}"),
    )
}

/// A store may lose the hint that a record has changed, so it is looked at this often anyway.
const LOOK_AGAIN: Duration = Duration::from_secs(5);
