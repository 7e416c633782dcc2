//! Sync functions, run where they may block.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use tokio::runtime::Handle;
use tokio::sync::{Semaphore, oneshot};

/// How many such threads there may be at once; further functions wait for one to end.
const MOST_THREADS: usize = 512;

static THREADS: Semaphore = Semaphore::const_new(MOST_THREADS);

/// Runs a sync function on a thread of its own, and gives its value or its panic.
///
/// Not on Tokio's blocking pool, for which a runtime waits when it is dropped: a function that
/// never returns must not keep the process from ending.
///
/// At most 512 run at once in a process; further ones wait. One that its call was cancelled for and
/// that goes on all the same still counts.
///
/// # Cancel safety
///
/// A function that has begun goes on to its end; its value is then dropped.
pub async fn run_blocking<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> T {
    // Never closed, so it always comes.
    let permit = THREADS.acquire().await.ok();
    let (sender, receiver) = oneshot::channel();
    let (runtime, span) = (Handle::current(), tracing::Span::current());
    let run = move || {
        let _in_runtime = runtime.enter();
        let value = catch_unwind(AssertUnwindSafe(|| span.in_scope(f)));
        drop(permit);
        // Nobody waits any more when the call was dropped.
        let _ = sender.send(value);
    };
    let thread = thread::Builder::new()
        .name("mcp-tool".to_owned())
        .spawn(run);
    match (thread, receiver.await) {
        (Ok(_), Ok(Ok(value))) => value,
        (Ok(_), Ok(Err(panic))) => resume_unwind(panic),
        (Err(error), _) => resume_unwind(Box::new(format!("no thread for it: {error}"))),
        // The thread sends before it ends; without a value there was no thread.
        (Ok(_), Err(_)) => resume_unwind(Box::new("its thread ended without a value")),
    }
}
