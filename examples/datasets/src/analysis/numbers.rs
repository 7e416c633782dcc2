//! Running figures on numbers, by Welford's method: one pass, no sum that could lose digits.

use super::report::NumberSummary;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers {
    count: u64,
    min: f64,
    max: f64,
    mean: f64,
    /// The sum of the squares of the differences from the mean.
    squares: f64,
}

impl Numbers {
    /// Adds a finite number.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a count beyond 2^53 is out of reach"
    )]
    pub(super) fn add(&mut self, number: f64) {
        if self.count == 0 {
            (self.min, self.max) = (number, number);
        }
        self.count += 1;
        self.min = self.min.min(number);
        self.max = self.max.max(number);
        let count = self.count as f64;
        let difference = number - self.mean;
        if difference.is_finite() {
            self.mean += difference / count;
        } else {
            // Two numbers so large and so far apart that only their shares can be subtracted.
            self.mean += number / count - self.mean / count;
        }
        self.squares += difference * (number - self.mean);
    }

    /// The summary; `None` when there was no number.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a count beyond 2^53 is out of reach"
    )]
    pub(super) fn finish(self) -> Option<NumberSummary> {
        let Self {
            count,
            min,
            max,
            mean,
            squares,
        } = self;
        let deviation = (count > 1).then(|| (squares / (count - 1) as f64).sqrt());
        let standard_deviation = deviation.filter(|deviation| deviation.is_finite());
        (count > 0).then_some(NumberSummary {
            min,
            max,
            mean,
            standard_deviation,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(numbers: &[f64]) -> Option<NumberSummary> {
        let mut figures = Numbers::default();
        numbers.iter().for_each(|number| figures.add(*number));
        figures.finish()
    }

    #[test]
    fn none_has_no_summary() {
        assert_eq!(summary(&[]), None);
    }

    #[test]
    fn one_has_no_deviation() {
        let expected = NumberSummary {
            min: -3.0,
            max: -3.0,
            mean: -3.0,
            standard_deviation: None,
        };
        assert_eq!(summary(&[-3.0]), Some(expected));
    }

    #[test]
    fn the_deviation_is_that_of_a_sample() {
        let found = summary(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!((found.min, found.max, found.mean), (2.0, 9.0, 5.0));
        let expected = (32.0_f64 / 7.0).sqrt();
        assert!((found.standard_deviation.unwrap() - expected).abs() < 1e-12);
    }

    #[test]
    fn small_differences_of_large_numbers_are_kept() {
        let found = summary(&[1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0]).unwrap();
        assert_eq!(found.mean, 1e9 + 10.0);
        assert!((found.standard_deviation.unwrap() - 30.0_f64.sqrt()).abs() < 1e-6);
    }

    #[test]
    fn the_largest_numbers_still_have_a_mean() {
        let found = summary(&[f64::MAX, -f64::MAX, f64::MAX, -f64::MAX]).unwrap();
        assert!(found.mean.abs() < 1e293, "{found:?}");
        assert_eq!((found.min, found.max), (-f64::MAX, f64::MAX));
        assert_eq!(found.standard_deviation, None);
    }
}
