//! One run of a tool: a future whose panics, deadline and cancellation are ends like any other.

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::task::{ErrorBody, INTERNAL_ERROR, Outcome, ResultBody};
use crate::tool::{RegisteredTool, TaskContext, ToolError, ToolResult};

type Run = Pin<Box<dyn Future<Output = Result<ResultBody, ToolError>> + Send>>;

/// A run of a tool, from the decoding of its arguments to its serialised result.
///
/// It is a Tokio task of its own: a tool that computes without awaiting keeps nobody from seeing
/// that its time is up, or that it was cancelled.
#[derive(Debug)]
pub(super) struct Work {
    state: State,
}

#[derive(Debug)]
enum State {
    New(Guarded),
    Begun(JoinHandle<Outcome>),
    Ended,
}

/// Why waiting for a run ended.
#[derive(Debug)]
pub(super) enum End {
    Done(Outcome),
    Cancelled,
    TimedOut,
    /// What ran along with it ended.
    Aside,
}

impl Work {
    pub(super) fn new(
        tool: &Arc<RegisteredTool>,
        arguments: Option<Arc<RawValue>>,
        context: TaskContext,
    ) -> Self {
        let name = Arc::clone(&tool.name);
        let tool = Arc::clone(tool);
        // Nothing of the tool runs before the first poll, where its panics are caught.
        let run = async move {
            tool.run(arguments, context)
                .await
                .and_then(ToolResult::into_body)
        };
        Self {
            state: State::New(Guarded {
                tool: name,
                run: Some(Box::pin(run)),
            }),
        }
    }

    /// Runs until the tool ends, `cancel` fires, `limit` has passed or `aside` ends, which runs
    /// along with it. The tool comes first: whatever can be done of it is.
    pub(super) async fn until(
        &mut self,
        cancel: &CancellationToken,
        limit: Duration,
        aside: impl Future<Output = ()>,
    ) -> End {
        tokio::select! {
            biased;
            outcome = self.ended() => End::Done(outcome),
            () = cancel.cancelled() => End::Cancelled,
            () = tokio::time::sleep(limit) => End::TimedOut,
            () = aside => End::Aside,
        }
    }

    /// Lets the run end by itself for `grace`, if it has begun, then drops it. What it gives is
    /// dropped too.
    pub(super) async fn finish_within(mut self, grace: Duration) {
        if let State::Begun(_) = self.state {
            let _ = tokio::time::timeout(grace, self.ended()).await;
        }
    }

    /// Drops the run at its next `await`, and gives what it came to if it came to an end first.
    /// Once this is ready, nothing of it runs any more.
    pub(super) async fn stop(mut self) -> Option<Outcome> {
        let State::Begun(run) = &mut self.state else {
            return None;
        };
        run.abort();
        let outcome = run.await.ok();
        self.state = State::Ended;
        outcome
    }

    /// Begins the run, if it has not begun, and waits for its end. Dropping the future loses
    /// nothing.
    async fn ended(&mut self) -> Outcome {
        self.state = match std::mem::replace(&mut self.state, State::Ended) {
            State::New(run) => State::Begun(tokio::spawn(run)),
            before => before,
        };
        let State::Begun(run) = &mut self.state else {
            // Asked again after its end, which no caller does.
            return std::future::pending().await;
        };
        let outcome = run.await;
        self.state = State::Ended;
        // Its panics are caught before: it was dropped, with the runtime.
        outcome.unwrap_or_else(|_| failed("the run was dropped before it ended".to_owned()))
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if let State::Begun(run) = &self.state {
            run.abort();
        }
    }
}

/// A run whose panics, also those of its values when they are dropped, go no further.
struct Guarded {
    tool: Arc<str>,
    /// `None` once it ended.
    run: Option<Run>,
}

impl Future for Guarded {
    type Output = Outcome;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Outcome> {
        let Some(run) = &mut self.run else {
            // Polled again after its end, which no caller does.
            return Poll::Pending;
        };
        let polled = match catch_unwind(AssertUnwindSafe(|| run.as_mut().poll(cx))) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(ended)) => outcome(ended),
            Err(panic) => {
                let text = panic_text(&*panic).to_owned();
                tracing::error!(tool = %self.tool, panic = text, "a tool panicked");
                self.discard(panic);
                failed(format!("the tool panicked: {text}"))
            }
        };
        self.stop();
        Poll::Ready(polled)
    }
}

impl Guarded {
    fn stop(&mut self) {
        let run = self.run.take();
        self.discard(run);
    }

    /// Drops something of the tool's; a panic thereby goes no further.
    fn discard<T>(&self, value: T) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
            tracing::error!(tool = %self.tool, "a tool panicked when its values were dropped");
            // What it panicked with may panic in its turn; better leaked than that.
            std::mem::forget(panic);
        }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.stop();
    }
}

impl fmt::Debug for Guarded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guarded")
            .field("tool", &self.tool)
            .finish_non_exhaustive()
    }
}

fn outcome(ended: Result<ResultBody, ToolError>) -> Outcome {
    let error = match ended {
        Ok(body) => return Outcome::Result(body),
        Err(error) => error,
    };
    match error.into_parts() {
        Ok(body) => Outcome::Error(body),
        Err(text) => match ToolResult::error(text).into_body() {
            Ok(body) => Outcome::Result(body),
            Err(error) => failed(error.message().to_owned()),
        },
    }
}

fn failed(message: String) -> Outcome {
    Outcome::Error(ErrorBody::new(INTERNAL_ERROR, message))
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    if let Some(text) = panic.downcast_ref::<&'static str>() {
        return text;
    }
    panic
        .downcast_ref::<String>()
        .map_or("(it gave no message)", String::as_str)
}
