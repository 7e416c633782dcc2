//! A request for suggestions, and what answers it.

use crate::arguments::Arguments;

/// The most values that one answer may have.
const MOST_VALUES: usize = 100;

/// A request for the values that an argument may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompletionRequest {
    /// The argument's name.
    pub argument: String,
    /// What is typed of its value so far.
    pub value: String,
    /// The arguments that are filled in already.
    pub arguments: Arguments,
}

impl CompletionRequest {
    /// A request for an argument of which this value is typed.
    pub fn new(argument: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            argument: argument.into(),
            value: value.into(),
            arguments: Arguments::new(),
        }
    }

    /// Sets the arguments that are filled in already.
    pub fn with_arguments(mut self, arguments: Arguments) -> Self {
        self.arguments = arguments;
        self
    }

    /// Those of the candidates that begin with what is typed, whatever their case.
    pub fn matching<V: AsRef<str> + Into<String>>(
        &self,
        candidates: impl IntoIterator<Item = V>,
    ) -> Completion {
        let typed = self.value.to_lowercase();
        let fits = |candidate: &V| candidate.as_ref().to_lowercase().starts_with(&typed);
        Completion::new(candidates.into_iter().filter(fits))
    }
}

/// Suggested values: 100 at most, and how many there are in all.
///
/// ```
/// use mcp_tasks_runtime::Completion;
///
/// let few = Completion::new(["oslo", "ottawa"]);
/// assert_eq!(few.values(), ["oslo", "ottawa"]);
/// assert_eq!((few.total(), few.has_more()), (Some(2), false));
///
/// let many = Completion::new((0..250).map(|n| n.to_string()));
/// assert_eq!(many.values().len(), 100);
/// assert_eq!((many.total(), many.has_more()), (Some(250), true));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    values: Vec<String>,
    total: Option<u64>,
    has_more: bool,
}

impl Completion {
    /// These values, best first. Those beyond the hundredth are counted and left out.
    pub fn new<V: Into<String>>(values: impl IntoIterator<Item = V>) -> Self {
        let mut values = values.into_iter();
        let shown: Vec<String> = values.by_ref().take(MOST_VALUES).map(Into::into).collect();
        let left_out = values.count();
        Self {
            total: Some((shown.len() + left_out) as u64),
            values: shown,
            has_more: left_out > 0,
        }
    }

    /// Sets how many values there are in all: for values that are only some of them.
    pub fn with_total(mut self, total: u64) -> Self {
        self.total = Some(total.max(self.values.len() as u64));
        self.has_more = total > self.values.len() as u64;
        self
    }

    /// Says that there are more values, without saying how many.
    pub fn with_more(mut self) -> Self {
        self.total = None;
        self.has_more = true;
        self
    }

    /// The values.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// How many there are in all, where that is known.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// Whether there are more than the values here.
    pub fn has_more(&self) -> bool {
        self.has_more
    }
}

#[cfg(test)]
mod tests {
    use super::{Completion, CompletionRequest, MOST_VALUES};

    fn numbers(count: usize) -> Completion {
        Completion::new((0..count).map(|n| n.to_string()))
    }

    #[test]
    fn no_more_than_a_hundred_values_are_kept_and_all_are_counted() {
        for (count, kept, more) in [
            (0, 0, false),
            (99, 99, false),
            (100, 100, false),
            (101, 100, true),
        ] {
            let completion = numbers(count);
            assert_eq!(completion.values().len(), kept, "of {count}");
            assert_eq!(completion.total(), Some(count as u64), "of {count}");
            assert_eq!(completion.has_more(), more, "of {count}");
        }
        assert_eq!(numbers(250).values()[MOST_VALUES - 1], "99");
    }

    #[test]
    fn a_total_is_at_least_what_is_shown() {
        let more = numbers(2).with_total(7);
        assert_eq!((more.total(), more.has_more()), (Some(7), true));
        let wrong = numbers(2).with_total(1);
        assert_eq!((wrong.total(), wrong.has_more()), (Some(2), false));
        let unknown = numbers(2).with_more();
        assert_eq!((unknown.total(), unknown.has_more()), (None, true));
    }

    #[test]
    fn candidates_match_by_their_beginning() {
        let request = CompletionRequest::new("city", "O");
        let completion = request.matching(["oslo", "Ottawa", "Rome"]);
        assert_eq!(completion.values(), ["oslo", "Ottawa"]);
        let all = CompletionRequest::new("city", "").matching(["a", "b"]);
        assert_eq!(all.values(), ["a", "b"]);
    }
}
