//! The contract suite: the obligations of [`TaskStore`], each as a test that any store can run.
//!
//! An implementer writes a [`Harness`] and calls [`run_all`], or one function per obligation. A
//! store that breaks an obligation makes the test panic with its number, what was expected and
//! what was seen. Runs are seeded, so that a failure comes again, but for the interleaving of
//! threads: use a multi-threaded runtime for a store that never awaits.
//!
//! It does not measure, and it does not test what only one store promises.

mod bench;
mod changes;
mod expiry;
mod history;
mod isolation;
mod races;
mod random;
mod recovery;
#[cfg(test)]
mod tests;
mod walks;
mod workers;

use std::sync::Arc;
use std::time::Duration;

pub use changes::{acknowledged_is_kept, no_missed_change, one_clock, repeatable};
pub use expiry::expiry_is_exact;
pub use isolation::owners_are_apart;
pub use races::{one_history, one_winner, terminal_is_final};
pub use recovery::{no_extra_runs, nothing_is_stuck};
pub use walks::whole_walks;
pub use workers::{attempts, fenced};

use super::{BoxFuture, TaskStore};

/// What the suite needs to know of a store.
pub trait Harness: Send + Sync {
    /// A fresh store without tasks and sessions.
    fn store(&self) -> BoxFuture<'_, Arc<dyn TaskStore>>;

    /// Lets at least this long pass on the store's clock.
    fn advance(&self, by: Duration) -> BoxFuture<'_, ()>;

    /// Whether [`Harness::advance`] lets exactly that long pass, and no time passes otherwise.
    /// Then moments are checked to the millisecond.
    fn is_exact(&self) -> bool;

    /// How long the suite waits for what the store should tell at once. Ten seconds, if not said.
    fn patience(&self) -> Duration {
        Duration::from_secs(10)
    }

    /// The store as it is after its process ended and a new one opened it, for a store that
    /// promises to outlive its process; else the same store.
    fn reopen(&self, store: Arc<dyn TaskStore>) -> BoxFuture<'_, Arc<dyn TaskStore>>;
}

/// Runs the tests of all obligations, in their order.
///
/// # Panics
///
/// With the first obligation that the store breaks.
pub async fn run_all(harness: &dyn Harness) {
    one_history(harness).await;
    terminal_is_final(harness).await;
    one_winner(harness).await;
    fenced(harness).await;
    attempts(harness).await;
    nothing_is_stuck(harness).await;
    no_extra_runs(harness).await;
    expiry_is_exact(harness).await;
    whole_walks(harness).await;
    owners_are_apart(harness).await;
    no_missed_change(harness).await;
    acknowledged_is_kept(harness).await;
    repeatable(harness).await;
    one_clock(harness).await;
}
