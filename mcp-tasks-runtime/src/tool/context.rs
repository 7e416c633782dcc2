//! What a tool can ask and say while it runs.

use std::collections::HashSet;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use tokio_util::sync::CancellationToken;

use super::ask::{Ask, AskError, Askable, Given, LogLevel};
use super::error::ToolError;
use super::extract::States;
use super::progress::{Amount, Progress, Reported};
use super::woken::let_woken_run;
use crate::task::{Owner, TaskId};

/// The call that a tool's function serves: who asks, as which task, and the way back to the
/// client. The same for a plain call and for a task. Cheap to clone.
#[derive(Clone)]
pub struct TaskContext {
    call: Arc<Call>,
}

struct Call {
    tool: Arc<str>,
    owner: Owner,
    task: Option<TaskId>,
    attempt: u32,
    cancel: CancellationToken,
    states: Arc<States>,
    peer: Arc<dyn CallPeer>,
    /// The progress reported last: it must grow (N-71).
    furthest: Mutex<Option<f64>>,
    /// How many questions without a key of their own were asked.
    questions: AtomicU32,
    /// The keys of all questions: none is used a second time (J-75).
    keys: Mutex<HashSet<Arc<str>>>,
    /// The answers so far, and those given in earlier runs of the call.
    given: Mutex<Given>,
}

/// What a [`TaskContext`] is made from.
#[derive(Debug)]
pub(crate) struct NewContext {
    pub(crate) tool: Arc<str>,
    pub(crate) owner: Owner,
    pub(crate) task: Option<TaskId>,
    pub(crate) attempt: u32,
    pub(crate) cancel: CancellationToken,
    pub(crate) states: Arc<States>,
    pub(crate) peer: Arc<dyn CallPeer>,
    /// The answers to questions that were asked in earlier runs of the call.
    pub(crate) given: Given,
}

/// The way from a running tool back to its client and its record.
pub(crate) trait CallPeer: Send + Sync + fmt::Debug {
    /// Tells the client how far the call is. Lossy, never waits.
    fn progress(&self, progress: &Progress);

    /// Says in a sentence what the call is doing. Lossy, never waits.
    fn status(&self, message: &str);

    /// What a question comes to without being asked: it was answered before, or the client did not
    /// declare that it answers such questions.
    fn settled(&self, ask: &Ask) -> Option<Answered>;

    /// Asks the client something that is not settled, and waits for its answer.
    fn ask<'a>(&'a self, ask: &'a Ask) -> Answering<'a>;

    /// Tells the client what a log would, if it wants to know. Lossy, never waits.
    fn log(&self, level: LogLevel, logger: Option<&str>, data: &RawValue);

    /// Whether the client declared that it answers this.
    fn can_ask(&self, what: Askable) -> bool;
}

/// An answer, or why there is none.
pub(crate) type Answered = Result<Arc<RawValue>, AskError>;

/// An answer on its way.
pub(crate) type Answering<'a> = Pin<Box<dyn Future<Output = Answered> + Send + 'a>>;

impl TaskContext {
    pub(crate) fn new(parts: NewContext) -> Self {
        let NewContext {
            tool,
            owner,
            task,
            attempt,
            cancel,
            states,
            peer,
            given,
        } = parts;
        let (furthest, questions) = (Mutex::new(None), AtomicU32::new(0));
        let keys = Mutex::default();
        let call = Call {
            tool,
            owner,
            task,
            attempt,
            cancel,
            states,
            peer,
            furthest,
            questions,
            keys,
            given: Mutex::new(given),
        };
        Self {
            call: Arc::new(call),
        }
    }

    /// A context that belongs to no server: reports go nowhere, questions are
    /// [`AskError::Disconnected`], nothing cancels it. For unit tests of an annotated function.
    pub fn detached() -> Self {
        Self::new(NewContext {
            tool: Arc::from("detached"),
            owner: Owner::local(),
            task: None,
            attempt: 1,
            cancel: CancellationToken::new(),
            states: Arc::default(),
            peer: Arc::new(Nobody),
            given: Given::default(),
        })
    }

    /// The name of the tool, as clients call it; of the prompt, or the URI of the resource, where
    /// those are made.
    pub fn tool(&self) -> &str {
        &self.call.tool
    }

    /// The id of the task; `None` in a plain call.
    pub fn task_id(&self) -> Option<&TaskId> {
        self.call.task.as_ref()
    }

    /// For whom the tool runs.
    pub fn owner(&self) -> &Owner {
        &self.call.owner
    }

    /// Which run of the task this is, from 1; 0 while it is prepared. Always 1 in a plain call.
    pub fn attempt(&self) -> u32 {
        self.call.attempt
    }

    /// The shared state of type `T`, if the server has one.
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.call.states.get()
    }

    /// Reports that `done` of `total` is done, in any unit. What does not go beyond the report
    /// before it is left out, as is what the connection has no room for just then.
    ///
    /// Takes effect at once, so that a sync function can call it too. Awaiting it lets other
    /// tasks run, which long computations without another `await` should do now and then.
    pub fn progress(&self, done: impl Amount, total: impl Amount) -> Reported {
        self.report(Progress::new(done).of(total))
    }

    /// Reports progress with a message, or without a total; otherwise as
    /// [`progress`](Self::progress).
    pub fn report(&self, progress: Progress) -> Reported {
        if progress.is_sendable() {
            let mut furthest = lock(&self.call.furthest);
            if furthest.is_none_or(|before| progress.done > before) {
                *furthest = Some(progress.done);
                // Under the lock, lest another thread's report overtakes this one.
                self.call.peer.progress(&progress);
                let_woken_run();
            }
        }
        Reported::now()
    }

    /// Says in a sentence what the task is doing; kept on its record. Takes effect as
    /// [`progress`](Self::progress) does; nothing happens in a plain call.
    pub fn status(&self, message: impl AsRef<str>) -> Reported {
        self.call.peer.status(message.as_ref());
        let_woken_run();
        Reported::now()
    }

    /// Completes once the call is cancelled; the function should then clean up and return. What
    /// it returns is dropped.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing.
    pub async fn cancelled(&self) {
        self.call.cancel.cancelled().await;
    }

    /// Whether the call is cancelled: for functions that compute without awaiting.
    pub fn is_cancelled(&self) -> bool {
        self.call.cancel.is_cancelled()
    }

    /// The token behind [`cancelled`](Self::cancelled), to hand to other code.
    pub fn cancellation_token(&self) -> &CancellationToken {
        &self.call.cancel
    }

    /// Sends the client a request, such as `elicitation/create`, and waits for its answer. While
    /// it waits, the task's status is `input_required` (D-14).
    ///
    /// In the dialect of 2026-07-28, where no request goes to a client, a plain call ends here
    /// with the question as its answer, and is run again from its beginning when the client calls
    /// again with what it was asked for; this then returns at once. So do first what may be done
    /// twice, and ask in the same order each time.
    ///
    /// `params` must serialise to a JSON object.
    ///
    /// # Errors
    ///
    /// See [`AskError`].
    ///
    /// # Cancel safety
    ///
    /// Dropping the future withdraws the question; an answer that comes later is ignored.
    pub async fn request<R: DeserializeOwned>(
        &self,
        method: &str,
        params: &(impl Serialize + Sync + ?Sized),
    ) -> Result<R, AskError> {
        self.ask(Ask::new(method, params)?).await
    }

    /// [`request`](Self::request), with a question made before.
    ///
    /// # Errors
    ///
    /// See [`AskError`].
    ///
    /// # Cancel safety
    ///
    /// As [`request`](Self::request).
    pub async fn ask<R: DeserializeOwned>(&self, mut ask: Ask) -> Result<R, AskError> {
        let key = ask.key.get_or_insert_with(|| {
            let number = self.call.questions.fetch_add(1, Ordering::Relaxed) + 1;
            Arc::from(format!("q{}.{number}", self.call.attempt))
        });
        if !lock(&self.call.keys).insert(Arc::clone(key)) {
            return Err(AskError::Params(format!("the key `{key}` was used before")));
        }
        let key = Arc::clone(key);
        let peer = &self.call.peer;
        let given = lock(&self.call.given).get(&*key).cloned();
        let answer = match given.map(Ok).or_else(|| peer.settled(&ask)) {
            Some(settled) => settled?,
            None => tokio::select! {
                biased;
                () = self.cancelled() => return Err(AskError::Cancelled),
                answer = peer.ask(&ask) => answer?,
            },
        };
        lock(&self.call.given).insert(key.to_string(), Arc::clone(&answer));
        serde_json::from_str(answer.get()).map_err(|error| AskError::Answer(error.to_string()))
    }

    /// The preparation of the call is done: what it asked may be asked again, and is answered as
    /// it was.
    pub(crate) fn prepared(&self) {
        lock(&self.call.keys).clear();
    }

    /// Whether the client declared that it answers such questions; asking others is
    /// [`AskError::NotSupported`].
    pub fn can_ask(&self, what: Askable) -> bool {
        self.call.peer.can_ask(what)
    }

    /// Checks that the client declared that it answers such questions, for what cannot be done
    /// without them.
    ///
    /// # Errors
    ///
    /// When it did not. In the dialect of 2026-07-28 this is the JSON-RPC error that names what
    /// the client has to declare, elsewhere a failure of the tool.
    pub fn require(&self, what: Askable) -> Result<(), ToolError> {
        match self.call.peer.settled(&what.question()?) {
            Some(Err(error)) => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Tells the client what a log would: `data` is any JSON, often a text. Left out when the
    /// client did not ask for messages of that level, or the connection has no room for it.
    pub fn log(&self, level: LogLevel, data: &(impl Serialize + ?Sized)) -> Reported {
        if let Ok(data) = to_raw_value(data) {
            self.call.peer.log(level, Some(&self.call.tool), &data);
            let_woken_run();
        }
        Reported::now()
    }
}

impl fmt::Debug for TaskContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskContext")
            .field("tool", &self.call.tool)
            .field("task", &self.call.task)
            .field("attempt", &self.call.attempt)
            .finish_non_exhaustive()
    }
}

/// The peer of a detached context.
#[derive(Debug)]
struct Nobody;

impl CallPeer for Nobody {
    fn progress(&self, _progress: &Progress) {}

    fn status(&self, _message: &str) {}

    fn settled(&self, _ask: &Ask) -> Option<Answered> {
        Some(Err(AskError::Disconnected))
    }

    fn ask<'a>(&'a self, _ask: &'a Ask) -> Answering<'a> {
        Box::pin(async { Err(AskError::Disconnected) })
    }

    fn log(&self, _level: LogLevel, _logger: Option<&str>, _data: &RawValue) {}

    fn can_ask(&self, _what: Askable) -> bool {
        false
    }
}

/// Extracting the context itself.
impl super::FromCall for TaskContext {
    async fn from_call(context: &TaskContext) -> Result<Self, ToolError> {
        Ok(context.clone())
    }
}

/// No invariant spans a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
