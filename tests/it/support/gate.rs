//! A gate that a test holds and that what it tests waits at.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Lets through as many waiters as were let through by the test, in any order.
#[derive(Clone, Debug)]
pub(crate) struct Gate(Arc<Semaphore>);

impl Gate {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(0)))
    }

    /// Lets one through, now or when it comes.
    pub(crate) fn pass_one(&self) {
        self.0.add_permits(1);
    }

    /// Lets everyone through from now on.
    pub(crate) fn open(&self) {
        self.0.close();
    }

    /// Waits to be let through.
    pub(crate) async fn wait(&self) {
        if let Ok(permit) = self.0.acquire().await {
            permit.forget();
        }
    }
}
