//! Time as tasks count it: milliseconds since the Unix epoch.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tokio::time::Instant;

/// A moment, in milliseconds since the Unix epoch.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// The moment `after` later; the greatest moment when there is none so late.
    pub fn saturating_add(self, after: Duration) -> Self {
        Self(
            self.0
                .saturating_add(u64::try_from(after.as_millis()).unwrap_or(u64::MAX)),
        )
    }

    /// How long after `earlier` this moment is; zero when it is not after it.
    pub fn saturating_since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

/// Where a store without a clock of its own takes the time from.
pub trait Clock: Send + Sync + fmt::Debug + 'static {
    /// The present moment. Never less than what it gave before.
    fn now(&self) -> Timestamp;
}

/// The default clock: the wall clock at its creation, carried on by Tokio's monotonic clock.
///
/// It never runs backwards, and it stands still and jumps with a paused Tokio runtime, so a test
/// can let an hour pass in no time.
#[derive(Debug)]
pub struct TokioClock {
    started_at: Timestamp,
    started: Instant,
}

impl TokioClock {
    /// A clock that starts at the present moment.
    pub fn new() -> Self {
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Self {
            started_at: Timestamp::default().saturating_add(since_epoch),
            started: Instant::now(),
        }
    }
}

impl Default for TokioClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for TokioClock {
    fn now(&self) -> Timestamp {
        self.started_at.saturating_add(self.started.elapsed())
    }
}
