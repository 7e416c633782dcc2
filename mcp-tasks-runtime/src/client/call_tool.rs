//! A call of a tool, before it is made.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::error::ClientError;
use super::observe::OnProgress;
use crate::protocol::Method;
use crate::protocol::client::CallWish;
use crate::task::TaskId;
use crate::tool::Progress;

/// A call of a tool, for [`Client::begin_call_tool`](super::Client::begin_call_tool).
pub struct CallTool {
    pub(super) name: String,
    arguments: Result<Option<Box<RawValue>>, ClientError>,
    pub(super) task: Option<TaskOptions>,
    pub(super) on_progress: Option<OnProgress>,
    pub(super) timeout: Option<Duration>,
}

/// What is asked of the call's task.
#[derive(Debug)]
pub(super) struct TaskOptions {
    pub(super) id: TaskId,
    /// Whether the program chose the id, so that it may have been sent before (D-48).
    pub(super) chosen: bool,
    pub(super) keep_alive: Option<Duration>,
    pub(super) delete_when_done: bool,
}

impl TaskOptions {
    pub(super) fn wish(&self) -> CallWish<'_> {
        CallWish::new(&self.id, self.keep_alive)
    }
}

impl CallTool {
    /// A plain call of that tool, without arguments.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            arguments: Ok(None),
            task: None,
            on_progress: None,
            timeout: None,
        }
    }

    /// Sets the arguments: what serialises to a JSON object, or to null for none. Anything else
    /// is an error of the call.
    pub fn arguments(mut self, arguments: &(impl Serialize + ?Sized)) -> Self {
        let refused = |source| ClientError::Encode {
            method: Method::ToolsCall.name().to_owned(),
            source,
        };
        self.arguments = match to_raw_value(arguments) {
            Ok(raw) if raw.get() == "null" => Ok(None),
            Ok(raw) if raw.get().starts_with('{') => Ok(Some(raw)),
            Ok(_) => Err(refused(None)),
            Err(error) => Err(refused(Some(error))),
        };
        self
    }

    /// Asks for a task with a new random id (D-04).
    pub fn task(mut self) -> Self {
        self.task_options();
        self
    }

    /// Asks for a task whose outcome is kept for so long once it ended (D-06). Whole
    /// milliseconds; the server may decide otherwise.
    pub fn keep_alive(mut self, keep_alive: Duration) -> Self {
        self.task_options().keep_alive = Some(keep_alive);
        self
    }

    /// Asks for a task of this id: to send a call again whose connection was lost. When the
    /// server knows the task already, [`result_with`] collects it instead (D-48).
    ///
    /// [`result_with`]: super::PendingRequest::result_with
    pub fn task_id(mut self, id: impl Into<TaskId>) -> Self {
        let task = self.task_options();
        task.id = id.into();
        task.chosen = true;
        self
    }

    /// Asks for a task that is deleted as soon as its outcome is here, for what should not be
    /// kept longer than needed (D-37). The deletion is sent, not waited for; to be sure of it,
    /// use [`delete_task`](super::Client::delete_task).
    pub fn delete_when_done(mut self) -> Self {
        self.task_options().delete_when_done = true;
        self
    }

    /// Asks for progress, and is told of it while the call is open. Called where messages are
    /// read, so it should return soon.
    pub fn on_progress(mut self, observe: impl FnMut(Progress) + Send + 'static) -> Self {
        self.on_progress = Some(OnProgress::new(observe));
        self
    }

    /// Sets how long to wait for the answer, from when the call is made; for ever by default. On
    /// expiry the call is cancelled and gives [`ClientError::Timeout`]. Of a call with a task, it
    /// is the time to wait for the task's creation alone (N-13).
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    fn task_options(&mut self) -> &mut TaskOptions {
        self.task.get_or_insert_with(|| TaskOptions {
            id: TaskId::random(),
            chosen: false,
            keep_alive: None,
            delete_when_done: false,
        })
    }

    pub(super) fn take_arguments(&mut self) -> Result<Option<Box<RawValue>>, ClientError> {
        std::mem::replace(&mut self.arguments, Ok(None))
    }
}

impl fmt::Debug for CallTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallTool")
            .field("name", &self.name)
            .field("task", &self.task)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}
