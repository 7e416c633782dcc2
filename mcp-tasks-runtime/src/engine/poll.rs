//! When to look again: soon while a task is young, later as it grows old.

use std::time::Duration;

use crate::task::{Record, Timestamp};

/// The first hints: a short task is collected soon.
const SHORTEST: Duration = Duration::from_millis(100);

/// A hint is this part of the task's age: a long one is not hammered, and learnt of at most a
/// quarter later than it might be.
const PART_OF_AGE: u32 = 4;

/// How long to wait before the next poll; `None` for a task that ended.
pub(crate) fn poll_hint(record: &Record, now: Timestamp) -> Option<Duration> {
    if record.outcome.is_some() {
        return None;
    }
    let by_age = now.saturating_since(record.created) / PART_OF_AGE;
    Some(by_age.max(SHORTEST).min(record.poll))
}
