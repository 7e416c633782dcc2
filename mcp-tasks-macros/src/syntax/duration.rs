//! Durations as they are written in attributes: `"500ms"`, `"90s"`, `"5m"`, `"1h"`, `"1d"`.
//!
//! One number and one unit. What counts here is what the wire counts: milliseconds.

/// A span of time.
pub(crate) type Milliseconds = u64;

/// What to do about a duration that cannot be read.
pub(crate) const CURE: &str =
    "write a whole number and a unit, as in \"500ms\", \"90s\", \"5m\", \"1h\" or \"1d\"";

/// The largest number that JSON carries everywhere without loss.
const LONGEST: Milliseconds = (1 << 53) - 1;

/// Reads a duration, or says what is wrong with it.
pub(crate) fn parse(text: &str) -> Result<Milliseconds, String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    if number.is_empty() {
        return Err("it does not begin with a digit".to_owned());
    }
    let factor = match unit.trim_start() {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        "" => return Err("it has no unit".to_owned()),
        other => return Err(format!("`{other}` is no unit")),
    };
    number
        .parse::<Milliseconds>()
        .ok()
        .and_then(|number| number.checked_mul(factor))
        .filter(|duration| *duration <= LONGEST)
        .ok_or_else(|| "it is too long".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_counts_milliseconds() {
        assert_eq!(parse("500ms"), Ok(500));
        assert_eq!(parse("90s"), Ok(90_000));
        assert_eq!(parse("5 m"), Ok(300_000));
        assert_eq!(parse("1h"), Ok(3_600_000));
        assert_eq!(parse("1d"), Ok(86_400_000));
        assert_eq!(parse("0s"), Ok(0));
    }

    #[test]
    fn what_is_no_duration_is_refused() {
        for text in [
            "",
            "s",
            "-1s",
            "1.5h",
            "10",
            "10 minutes",
            "1h30m",
            "99999999999999999999s",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(parse("300000d").map_err(|_| ()), Ok(25_920_000_000_000));
        assert_eq!(parse("300000000d"), Err("it is too long".to_owned()));
    }
}
