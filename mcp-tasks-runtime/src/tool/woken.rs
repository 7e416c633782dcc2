//! That what a report woke runs, though the tool that reported goes on computing.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Gets the task that was woken last on this thread to where other threads take tasks from.
///
/// A thread of the runtime keeps it in a slot of its own, to run it when the present task awaits.
/// A tool that computes without awaiting would keep it there, and with it everything that is to
/// be sent. Putting a task into the slot that does nothing moves the other one on.
pub(crate) fn let_woken_run() {
    if let Ok(runtime) = Handle::try_current()
        && runtime.runtime_flavor() == RuntimeFlavor::MultiThread
    {
        runtime.spawn(std::future::ready(()));
    }
}
