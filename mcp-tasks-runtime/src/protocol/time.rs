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

#[cfg(test)]
mod tests {
    use super::*;

    fn written(ms: u64) -> String {
        let json = serde_json::to_string(&Rfc3339(Timestamp(ms))).unwrap();
        json.trim_matches('"').to_owned()
    }

    #[test]
    fn n44_moments_are_rfc_3339_in_utc_with_milliseconds() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_785_578_441_123, "2026-08-01T10:00:41.123Z"),
            (1_785_578_441_100, "2026-08-01T10:00:41.100Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(written(ms), text);
        }
    }

    #[test]
    fn moments_beyond_the_calendar_are_its_end() {
        for ms in [253_402_300_800_000, u64::MAX] {
            assert!(written(ms).starts_with("9999-12-3"), "{}", written(ms));
        }
    }

    #[test]
    fn durations_stay_exact_for_every_reader() {
        assert_eq!(exact_millis(Duration::from_micros(1_999)), 1);
        assert_eq!(exact_millis(Duration::MAX), 9_007_199_254_740_991);
        assert_eq!(millis(Duration::MAX), u64::MAX);
    }
}
