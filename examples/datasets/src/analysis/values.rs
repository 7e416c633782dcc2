//! Counts the different values of a column, as long as they are few.

use std::collections::HashMap;

use super::report::FrequentValue;

/// A column with more different values than this has practically one per row: an id, a
/// measurement, free text.
const MAX_VALUES: usize = 10_000;
/// Nor may all of them together be longer than this.
const MAX_BYTES: usize = 1 << 20;

#[derive(Debug)]
pub(super) enum Values {
    Counted {
        counts: HashMap<Box<str>, u64>,
        /// The length of all values together.
        bytes: usize,
    },
    /// The counts were given up, and their memory back.
    TooMany,
}

impl Values {
    pub(super) fn new() -> Self {
        Self::Counted {
            counts: HashMap::new(),
            bytes: 0,
        }
    }

    pub(super) fn add(&mut self, value: &str) {
        let Self::Counted { counts, bytes } = self else {
            return;
        };
        if let Some(count) = counts.get_mut(value) {
            *count += 1;
        } else if counts.len() == MAX_VALUES || *bytes + value.len() > MAX_BYTES {
            *self = Self::TooMany;
        } else {
            *bytes += value.len();
            counts.insert(value.into(), 1);
        }
    }

    /// How many different values there were, unless too many.
    pub(super) fn distinct(&self) -> Option<u64> {
        match self {
            Self::Counted { counts, .. } => Some(counts.len() as u64),
            Self::TooMany => None,
        }
    }

    /// The value that occurred most often, if any did twice. Of several, the first in the alphabet.
    pub(super) fn most_frequent(&self) -> Option<FrequentValue> {
        let Self::Counted { counts, .. } = self else {
            return None;
        };
        let (value, count) = counts
            .iter()
            .max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)))?;
        (*count > 1).then(|| FrequentValue {
            value: value.to_string(),
            count: *count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values<T: AsRef<str>>(values: impl IntoIterator<Item = T>) -> Values {
        let mut counted = Values::new();
        values
            .into_iter()
            .for_each(|value| counted.add(value.as_ref()));
        counted
    }

    #[test]
    fn the_most_frequent_is_the_first_of_equals() {
        let counted = values(["b", "c", "a", "a", "b"]);
        assert_eq!(counted.distinct(), Some(3));
        let expected = FrequentValue {
            value: "a".to_owned(),
            count: 2,
        };
        assert_eq!(counted.most_frequent(), Some(expected));
    }

    #[test]
    fn none_is_frequent_when_all_differ() {
        assert_eq!(values(["a", "b"]).most_frequent(), None);
        assert_eq!(values([""; 0]).most_frequent(), None);
    }

    #[test]
    fn as_many_as_allowed_are_counted_and_one_more_is_not() {
        let names = |count: usize| (0..count).map(|at| at.to_string());
        assert_eq!(
            values(names(MAX_VALUES)).distinct(),
            Some(MAX_VALUES as u64)
        );
        assert!(matches!(values(names(MAX_VALUES + 1)), Values::TooMany));
        assert!(matches!(values(names(1_000_000)), Values::TooMany));
    }

    #[test]
    fn long_values_are_given_up_early() {
        assert!(matches!(
            values(["x".repeat(MAX_BYTES + 1)]),
            Values::TooMany
        ));
        let long = "y".repeat(MAX_BYTES / 2);
        assert_eq!(
            values([format!("1{}", &long[1..]), long]).distinct(),
            Some(2)
        );
    }
}
