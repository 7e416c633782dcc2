//! A progress bar: drawn in place on a terminal; elsewhere, in a log say, one line for every tenth.

use std::io::{self, IsTerminal, Stderr, Write};

use crate::text::fit;

/// The cells of the bar itself.
const CELLS: usize = 30;
const MOST_LABEL: usize = 40;

/// A progress bar. What cannot be written is lost, since a bar is no reason to stop.
#[derive(Debug)]
pub(crate) struct Bar<W: Write = Stderr> {
    out: W,
    is_terminal: bool,
    label: String,
    /// What is on the line at present, or was the last line.
    shown: String,
}

impl Bar {
    /// A bar on standard error.
    pub(crate) fn stderr(label: &str) -> Self {
        let out = io::stderr();
        Self::new(label, out.is_terminal(), out)
    }
}

impl<W: Write> Bar<W> {
    pub(crate) fn new(label: &str, is_terminal: bool, out: W) -> Self {
        Self {
            out,
            is_terminal,
            label: fit(label, MOST_LABEL),
            shown: String::new(),
        }
    }

    /// Shows that `done` of `total` is done; of an unknown total, only a terminal shows anything.
    pub(crate) fn set(&mut self, done: f64, total: Option<f64>) {
        match total {
            Some(total) => self.show(percent(done, total)),
            None if self.is_terminal => self.draw(format!("{} {done:.0}", self.label)),
            None => {}
        }
    }

    fn show(&mut self, percent: usize) {
        if self.is_terminal {
            let full = CELLS * percent / 100;
            let (done, rest) = ("█".repeat(full), "░".repeat(CELLS - full));
            self.draw(format!("{} {done}{rest} {percent:>3} %", self.label));
        } else {
            self.print(format!("{} {} %", self.label, percent / 10 * 10));
        }
    }

    /// Replaces the line, unless it is the same.
    fn draw(&mut self, line: String) {
        if line != self.shown {
            // The escape clears what a longer line left.
            let _ = write!(self.out, "\r{line}\x1b[K");
            let _ = self.out.flush();
            self.shown = line;
        }
    }

    /// Adds a line, unless it is the same.
    fn print(&mut self, line: String) {
        if line != self.shown {
            let _ = writeln!(self.out, "{line}");
            self.shown = line;
        }
    }
}

impl<W: Write> Drop for Bar<W> {
    /// What is printed next begins on a line of its own.
    fn drop(&mut self) {
        if self.is_terminal && !self.shown.is_empty() {
            let _ = writeln!(self.out);
        }
    }
}

/// From 0 to 100, whatever the two numbers are. Less than all is never 100.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is 0 to 100"
)]
fn percent(done: f64, total: f64) -> usize {
    let share = done / total;
    if share.is_nan() {
        0
    } else {
        (share.clamp(0.0, 1.0) * 100.0).floor() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(is_terminal: bool, draw: impl FnOnce(Bar<&mut Vec<u8>>)) -> String {
        let mut out = Vec::new();
        draw(Bar::new("Reading", is_terminal, &mut out));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_terminal_sees_one_line_that_changes() {
        let seen = output(true, |mut bar| {
            bar.set(0.0, Some(4.0));
            bar.set(2.0, Some(4.0));
            bar.set(1.0, Some(1.0));
        });
        let (half, full) = ("█".repeat(15), "█".repeat(30));
        let (none, rest) = ("░".repeat(30), "░".repeat(15));
        let expected = format!(
            "\rReading {none}   0 %\x1b[K\rReading {half}{rest}  50 %\x1b[K\rReading {full} 100 %\x1b[K\n"
        );
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_terminal_is_left_alone_while_nothing_changes() {
        let seen = output(true, |mut bar| {
            for done in 0..1_000 {
                bar.set(f64::from(done), Some(1_000_000.0));
            }
        });
        assert_eq!(seen.matches('\r').count(), 1);
    }

    #[test]
    fn a_log_sees_a_line_for_every_tenth() {
        let seen = output(false, |mut bar| {
            for done in 0..=1_000 {
                bar.set(f64::from(done), Some(1_000.0));
            }
            bar.set(1.0, Some(1.0));
        });
        let expected: String = (0..=10)
            .map(|tenth| format!("Reading {} %\n", tenth * 10))
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_log_sees_the_end_of_what_was_quick() {
        assert_eq!(
            output(false, |mut bar| bar.set(1.0, Some(1.0))),
            "Reading 100 %\n"
        );
    }

    #[test]
    fn without_a_total_a_terminal_sees_a_count_and_a_log_nothing() {
        let draw = |mut bar: Bar<&mut Vec<u8>>| bar.set(1234.0, None);
        assert_eq!(output(true, draw), "\rReading 1234\x1b[K\n");
        assert_eq!(output(false, draw), "");
    }

    #[test]
    fn a_bar_that_was_not_begun_leaves_no_trace() {
        assert_eq!(output(true, |bar| drop(bar)), "");
        assert_eq!(output(false, |bar| drop(bar)), "");
    }

    #[test]
    fn odd_numbers_make_no_odd_bar() {
        for (done, total, expected) in [
            (0.0, 0.0, 0),
            (1.0, 0.0, 100),
            (-1.0, 4.0, 0),
            (9.0, 4.0, 100),
            (999.9, 1_000.0, 99),
            (f64::NAN, 1.0, 0),
            (f64::INFINITY, f64::INFINITY, 0),
        ] {
            assert_eq!(percent(done, total), expected, "{done} of {total}");
        }
    }
}
