//! One run of a tool, or of whatever else a server runs for its clients: a future whose panics,
//! deadline and cancellation are ends like any other.

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::task::{ErrorBody, INTERNAL_ERROR};
use crate::tool::let_woken_run;

/// What comes of a run: a value of its own kind, or a JSON-RPC error.
pub(crate) type Ran<T> = Result<T, ErrorBody>;

/// A run to be.
pub(crate) type Run<T> = Pin<Box<dyn Future<Output = Ran<T>> + Send>>;

/// A run, from the decoding of its arguments to its result.
///
/// It is a Tokio task of its own: a tool that computes without awaiting keeps nobody from seeing
/// that its time is up, or that it was cancelled.
#[derive(Debug)]
pub(super) struct Work<T> {
    state: State<T>,
}

#[derive(Debug)]
enum State<T> {
    New(Guarded<T>),
    Begun(JoinHandle<Ran<T>>),
    Ended,
}

/// Why waiting for a run ended.
#[derive(Debug)]
pub(super) enum End<T> {
    Done(Ran<T>),
    Cancelled,
    TimedOut,
    /// What ran along with it ended.
    Aside,
}

impl<T: Send + 'static> Work<T> {
    /// A run under that name. Nothing of a user's may have run yet: panics are caught from the
    /// first poll on.
    pub(super) fn new(name: Arc<str>, run: Run<T>) -> Self {
        Self {
            state: State::New(Guarded {
                name,
                run: Some(run),
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
    ) -> End<T> {
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
    pub(super) async fn stop(mut self) -> Option<Ran<T>> {
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
    async fn ended(&mut self) -> Ran<T> {
        self.state = match std::mem::replace(&mut self.state, State::Ended) {
            State::New(run) => {
                let run = tokio::spawn(run);
                // It may block its thread at once, which would be this one.
                let_woken_run();
                State::Begun(run)
            }
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

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        if let State::Begun(run) = &self.state {
            run.abort();
        }
    }
}

/// How many runs are being polled at this moment, in this process.
static POLLED: AtomicUsize = AtomicUsize::new(0);

/// Whether a run holds a thread of a runtime at this moment.
pub(crate) fn holds_a_thread() -> bool {
    POLLED.load(Ordering::Relaxed) > 0
}

/// A run whose panics, also those of its values when they are dropped, go no further.
struct Guarded<T> {
    name: Arc<str>,
    /// `None` once it ended.
    run: Option<Run<T>>,
}

impl<T> Future for Guarded<T> {
    type Output = Ran<T>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Ran<T>> {
        let Some(run) = &mut self.run else {
            // Polled again after its end, which no caller does.
            return Poll::Pending;
        };
        POLLED.fetch_add(1, Ordering::Relaxed);
        let polled = catch_unwind(AssertUnwindSafe(|| run.as_mut().poll(cx)));
        POLLED.fetch_sub(1, Ordering::Relaxed);
        let polled = match polled {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(ran)) => ran,
            Err(panic) => {
                let text = panic_text(&*panic).to_owned();
                tracing::error!(tool = %self.name, panic = text, "a tool panicked");
                self.discard(panic);
                failed(format!("the tool panicked: {text}"))
            }
        };
        self.stop();
        Poll::Ready(polled)
    }
}

impl<T> Guarded<T> {
    fn stop(&mut self) {
        let run = self.run.take();
        self.discard(run);
    }

    /// Drops something of the tool's; a panic thereby goes no further.
    fn discard<V>(&self, value: V) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
            tracing::error!(tool = %self.name, "a tool panicked when its values were dropped");
            // What it panicked with may panic in its turn; better leaked than that.
            std::mem::forget(panic);
        }
    }
}

impl<T> Drop for Guarded<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

impl<T> fmt::Debug for Guarded<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guarded")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

fn failed<T>(message: String) -> Ran<T> {
    Err(ErrorBody::new(INTERNAL_ERROR, message))
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    if let Some(text) = panic.downcast_ref::<&'static str>() {
        return text;
    }
    panic
        .downcast_ref::<String>()
        .map_or("(it gave no message)", String::as_str)
}
