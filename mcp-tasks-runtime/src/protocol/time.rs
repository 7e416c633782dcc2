//! Time as the wire writes it: RFC 3339 in UTC for moments (N-44), whole milliseconds for
//! durations.

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::task::Timestamp;

/// A moment as `2026-08-01T10:00:41.123Z`. What lies beyond the year 9999 is shown as its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rfc3339(pub(crate) Timestamp);

impl Serialize for Rfc3339 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moment = i64::try_from(self.0.0)
            .ok()
            .and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok())
            .unwrap_or(jiff::Timestamp::MAX);
        serializer.collect_str(&format_args!("{moment:.3}"))
    }
}

/// The greatest integer that every reader of JSON takes for what it is.
pub(crate) const GREATEST_EXACT: u64 = (1 << 53) - 1;

/// Whole milliseconds.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Whole milliseconds, at most [`GREATEST_EXACT`].
pub(crate) fn exact_millis(duration: Duration) -> u64 {
    millis(duration).min(GREATEST_EXACT)
}
