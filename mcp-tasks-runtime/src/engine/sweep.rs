//! The background sweep: frees what expired. Expiry itself is exact on every read; this only
//! gives the memory back and stops what runs too long.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::task::JoinHandle;

use super::Engine;
use crate::store::TaskStore;
use crate::task::Clock as _;

/// At most so many tasks are touched at once, so that nobody waits for the sweep.
const BUDGET: usize = 1024;

/// It looks at least this often, for a deadline can come up that was not known before.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Sees to it that somebody sweeps.
#[derive(Debug, Default)]
pub(super) struct Sweeper(Mutex<Option<JoinHandle<()>>>);

impl Sweeper {
    /// Begins to sweep if nobody does: at first, and again when the runtime of whoever did has
    /// gone.
    pub(super) fn see_to(&self, engine: &Arc<Engine>) {
        let mut sweeping = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sweeping.as_ref().is_none_or(JoinHandle::is_finished) {
            let (engine, store) = (Arc::downgrade(engine), Arc::clone(&engine.store));
            *sweeping = Some(tokio::spawn(run(engine, store)));
        }
    }
}

/// Sweeps until the engine is gone.
async fn run(engine: Weak<Engine>, store: Arc<dyn TaskStore>) {
    loop {
        let pause = match store.sweep(BUDGET).await {
            Ok(swept) => {
                let Some(engine) = engine.upgrade() else {
                    return;
                };
                for task in &swept.stopped {
                    engine.running.stop(task);
                }
                let now = engine.clock.now();
                swept
                    .next_due
                    .map_or(LONGEST_PAUSE, |due| due.saturating_since(now))
            }
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "task store: sweep failed"
                );
                LONGEST_PAUSE
            }
        };
        if pause.is_zero() {
            tokio::task::yield_now().await;
        } else {
            tokio::time::sleep(pause.min(LONGEST_PAUSE)).await;
        }
        if engine.strong_count() == 0 {
            return;
        }
    }
}
