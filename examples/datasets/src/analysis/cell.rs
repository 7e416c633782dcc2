//! What one cell holds.

/// What one cell holds, without the white space around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cell<'a> {
    Missing,
    /// Finite, so that it has a JSON.
    Number(f64),
    Boolean,
    /// A day of the calendar as `YYYY-MM-DD`, which sorts as text does.
    Date(&'a str),
    Text(&'a str),
}

pub(super) fn classify(cell: &str) -> Cell<'_> {
    let text = cell.trim();
    let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    if text.is_empty() || is_one_of(&["na", "n/a", "nan", "null"]) {
        Cell::Missing
    } else if let Some(number) = text.parse().ok().filter(|number: &f64| number.is_finite()) {
        Cell::Number(number)
    } else if is_one_of(&["true", "false", "yes", "no"]) {
        Cell::Boolean
    } else if is_date(text) {
        Cell::Date(text)
    } else {
        Cell::Text(text)
    }
}

fn is_date(text: &str) -> bool {
    let is_shaped = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !is_shaped {
        return false;
    }
    let part = |range| {
        text.get(range)
            .and_then(|digits: &str| digits.parse().ok())
            .unwrap_or(0)
    };
    let (year, month, day): (u16, u16, u16) = (part(0..4), part(5..7), part(8..10));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_and_words_for_nothing_are_missing() {
        for cell in [
            "", "  ", "\r", "NA", "na", "N/A", "NaN", "nan", "null", "NULL", " NA ",
        ] {
            assert_eq!(classify(cell), Cell::Missing, "{cell:?}");
        }
    }

    #[test]
    fn numbers_are_finite() {
        for (cell, number) in [
            ("0", 0.0),
            ("-1.5", -1.5),
            ("+2", 2.0),
            (".5", 0.5),
            ("1e308", 1e308),
            ("1E-3", 0.001),
            (" 7\r", 7.0),
            ("18446744073709551616", 18_446_744_073_709_551_616.0),
        ] {
            assert_eq!(classify(cell), Cell::Number(number), "{cell:?}");
        }
        for cell in [
            "inf", "-inf", "Infinity", "1e999", "0x10", "1,000", "72%", "1 2", "-",
        ] {
            assert_eq!(classify(cell), Cell::Text(cell));
        }
    }

    #[test]
    fn booleans_are_words_in_any_case() {
        for cell in ["true", "False", "YES", "no"] {
            assert_eq!(classify(cell), Cell::Boolean, "{cell:?}");
        }
        assert_eq!(classify("y"), Cell::Text("y"));
    }

    #[test]
    fn dates_are_days_of_the_calendar() {
        for cell in ["2009-11-18", "2024-02-29", "2000-02-29", "1999-12-31"] {
            assert_eq!(classify(cell), Cell::Date(cell));
        }
        for cell in [
            "2009-11-31",
            "2023-02-29",
            "1900-02-29",
            "2009-13-01",
            "2009-00-10",
            "2009-01-00",
            "2009/01/01",
            "2009-1-1",
            "18-11-2009",
            "2009-11-18T10:00",
            "двадцать1",
        ] {
            assert_eq!(classify(cell), Cell::Text(cell));
        }
    }
}
