//! What an engine runs: a tool, the preparation of one, or whatever else a server has to run for
//! its clients, with its type forgotten.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;

use super::work::{Ran, Run, Work};
use crate::task::{ErrorBody, INTERNAL_ERROR, Outcome, Owner, ResultBody};
use crate::tool::{CallPeer, Given, RegisteredTool, TaskContext, ToolError, ToolResult};

/// Something to run once a context for it is there.
pub(crate) struct Job<T> {
    /// What it is known by to its context and to logs.
    pub(super) name: Arc<str>,
    /// How long it may take, where it has a limit of its own.
    pub(super) timeout: Option<Duration>,
    /// Which run it is; that of a preparation is before the first.
    pub(super) attempt: u32,
    begin: Box<dyn FnOnce(TaskContext) -> Run<T> + Send>,
}

/// Whoever waits for a job.
#[derive(Debug)]
pub(crate) struct Caller {
    pub(crate) owner: Owner,
    pub(crate) peer: Arc<dyn CallPeer>,
    pub(crate) cancel: CancellationToken,
    /// The answers to questions that were asked before.
    pub(crate) given: Given,
}

/// How a job that somebody waited for ended.
#[derive(Debug)]
pub(crate) enum Ended<T> {
    Done(Ran<T>),
    Cancelled,
    Interrupted,
}

impl<T: 'static> Job<T> {
    /// A job of that name. `begin` must not run code of a user; the future that it gives may.
    pub(crate) fn new<F, R>(name: Arc<str>, begin: F) -> Self
    where
        F: FnOnce(TaskContext) -> R + Send + 'static,
        R: Future<Output = Ran<T>> + Send + 'static,
    {
        Self {
            name,
            timeout: None,
            attempt: 1,
            begin: Box::new(|context| Box::pin(begin(context))),
        }
    }
}

impl<T: Send + 'static> Job<T> {
    pub(super) fn into_work(self, context: TaskContext) -> Work<T> {
        Work::new(self.name, (self.begin)(context))
    }
}

impl Job<ResultBody> {
    /// A call of a tool, with its preparation unless that was done before.
    pub(crate) fn call(
        tool: &Arc<RegisteredTool>,
        arguments: Option<Arc<RawValue>>,
        prepared: bool,
    ) -> Self {
        let (name, timeout) = (Arc::clone(&tool.name), tool.descriptor.timeout);
        let tool = Arc::clone(tool);
        let job = Self::new(name, move |context| async move {
            if let Some(prepare) = tool.preparation.filter(|_| !prepared) {
                if let Err(error) = prepare(arguments.clone(), context.clone()).await {
                    return failed(error);
                }
                context.prepared();
            }
            let result = tool.run(arguments, context).await;
            result.and_then(ToolResult::into_body).or_else(failed)
        });
        Self { timeout, ..job }
    }
}

impl Job<Option<ResultBody>> {
    /// The preparation of a call: nothing comes of it, or the result that says why it failed.
    pub(crate) fn preparation(
        tool: &Arc<RegisteredTool>,
        arguments: Option<Arc<RawValue>>,
    ) -> Self {
        let (name, timeout) = (Arc::clone(&tool.name), tool.descriptor.timeout);
        let tool = Arc::clone(tool);
        let job = Self::new(name, move |context| async move {
            let Some(prepare) = tool.preparation else {
                return Ok(None);
            };
            match prepare(arguments, context).await {
                Ok(()) => Ok(None),
                Err(error) => failed(error).map(Some),
            }
        });
        Self {
            timeout,
            attempt: 0,
            ..job
        }
    }
}

/// What a failure of a tool comes to: a result that says so, or an error.
fn failed(error: ToolError) -> Ran<ResultBody> {
    let text = match error.into_parts() {
        Ok(error) => return Err(error),
        Err(text) => text,
    };
    ToolResult::error(text)
        .into_body()
        .map_err(|error| ErrorBody::new(INTERNAL_ERROR, error.message()))
}

impl From<Ran<ResultBody>> for Outcome {
    fn from(ran: Ran<ResultBody>) -> Self {
        match ran {
            Ok(body) => Self::Result(body),
            Err(error) => Self::Error(error),
        }
    }
}

impl<T> fmt::Debug for Job<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
