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

/// Two clocks may differ by less than this without either being wrong.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);

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
        let mut pause = LONGEST_PAUSE;
        match store.sweep(BUDGET).await {
            Ok(swept) => {
                let Some(engine) = engine.upgrade() else {
                    return;
                };
                for task in &swept.stopped {
                    engine.running.stop(task);
                }
                if swept.expired + swept.requeued + swept.failed >= BUDGET {
                    pause = Duration::ZERO;
                } else if let Some(due) = swept.next_due {
                    // By this clock it may be due already, and by the store's, which decides, not
                    // quite: then another look at once would find nothing either.
                    let until = due.saturating_since(engine.clock.now());
                    pause = until.clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
                }
            }
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, "task store: sweep failed");
            }
        }
        if pause.is_zero() {
            tokio::task::yield_now().await;
        } else {
            tokio::time::sleep(pause).await;
        }
        if engine.strong_count() == 0 {
            return;
        }
    }
}
