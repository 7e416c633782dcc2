//! A report as a table for a terminal, at most 100 cells wide.

use datasets::analysis::{ColumnKind, ColumnSummary, FrequentValue, Report};

use crate::text::{fit, left, right, width};

const MOST_WIDTH: usize = 100;
/// No name of a column needs more than this to be recognised.
const MOST_NAME: usize = 28;
const GAP: &str = "  ";

const HEADINGS: [&str; 6] = ["Column", "Kind", "Values", "Missing", "Distinct", "Summary"];
/// The counts are aligned to the right.
const IS_NUMBER: [bool; 6] = [false, false, true, true, true, false];

/// Draws the table.
pub(crate) fn render(report: &Report) -> String {
    let mut rows = vec![HEADINGS.map(str::to_owned)];
    rows.extend(report.columns.iter().map(cells));
    let widths = widths(&rows);
    let rule = widths.map(|wide| "─".repeat(wide)).join(GAP);

    let mut table = fit(&title(report), MOST_WIDTH);
    table.push_str("\n\n");
    for (at, row) in rows.iter().enumerate() {
        table.push_str(&line(row, &widths));
        table.push('\n');
        if at == 0 {
            table.push_str(&rule);
            table.push('\n');
        }
    }
    table
}

fn title(report: &Report) -> String {
    let of = |count: u64, what: &str| {
        format!(
            "{} {what}{}",
            grouped(count),
            if count == 1 { "" } else { "s" }
        )
    };
    let columns = of(report.columns.len() as u64, "column");
    format!("{}: {}, {columns}", report.dataset, of(report.rows, "row"))
}

fn cells(column: &ColumnSummary) -> [String; 6] {
    [
        fit(&column.name, MOST_NAME),
        kind(column.kind).to_owned(),
        grouped(column.count),
        grouped(column.missing),
        column.distinct.map_or_else(|| "many".to_owned(), grouped),
        summary(column),
    ]
}

fn kind(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Empty => "empty",
        ColumnKind::Number => "number",
        ColumnKind::Boolean => "boolean",
        ColumnKind::Date => "date",
        ColumnKind::Text => "text",
    }
}

fn summary(column: &ColumnSummary) -> String {
    if let Some(numbers) = &column.numbers {
        let spread = numbers
            .standard_deviation
            .map(|sd| format!(" ± {}", number(sd)));
        let (min, mean, max) = (
            number(numbers.min),
            number(numbers.mean),
            number(numbers.max),
        );
        format!("{min} to {max}, mean {mean}{}", spread.unwrap_or_default())
    } else if let Some(dates) = &column.dates {
        format!("{} to {}", dates.earliest, dates.latest)
    } else if let Some(FrequentValue { value, count }) = &column.most_frequent {
        // How often comes first, so that a long value cannot push it out.
        format!("{}× {value}", grouped(*count))
    } else {
        String::new()
    }
}

/// As wide as the widest cell; the summary has to do with what the others leave.
fn widths(rows: &[[String; 6]]) -> [usize; 6] {
    let mut widths = [0; 6];
    for row in rows {
        for (wide, cell) in widths.iter_mut().zip(row) {
            *wide = width(cell).max(*wide);
        }
    }
    let [others @ .., summary] = &mut widths;
    let used = others.iter().map(|wide| wide + GAP.len()).sum();
    *summary = MOST_WIDTH.saturating_sub(used).min(*summary);
    widths
}

fn line(row: &[String; 6], widths: &[usize; 6]) -> String {
    let cells = row
        .iter()
        .zip(widths)
        .zip(IS_NUMBER)
        .map(|((cell, wide), is_number)| {
            let cell = fit(cell, *wide);
            if is_number {
                right(&cell, *wide)
            } else {
                left(&cell, *wide)
            }
        });
    cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
}

/// A number with up to two decimals, or with an exponent where these would say little.
fn number(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(0.01..1e9).contains(&size) {
        return format!("{number:.2e}");
    }
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A count with a comma between thousands.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use datasets::analysis::Analysis;

    fn report(csv: &str) -> Report {
        let mut analysis =
            Analysis::from_reader("test.csv", csv.as_bytes(), csv.len() as u64).unwrap();
        while analysis.step(100).unwrap() {}
        analysis.finish()
    }

    #[test]
    fn every_kind_has_its_summary() {
        let table = render(&report(
            "id,name,born,alive,weight,note\n\
             a1,Adelie,2007-11-09,yes,3750,\n\
             a2,Gentoo,2009-12-01,no,5000.5,\n\
             a3,Adelie,NA,yes,NA,\n",
        ));
        let expected = "\
test.csv: 3 rows, 6 columns

Column  Kind     Values  Missing  Distinct  Summary
──────  ───────  ──────  ───────  ────────  ─────────────────────────────────────
id      text          3        0         3
name    text          3        0         2  2× Adelie
born    date          2        1         2  2007-11-09 to 2009-12-01
alive   boolean       3        0         2  2× yes
weight  number        2        1         2  3750 to 5000.5, mean 4375.25 ± 884.24
note    empty         0        3         0
";
        assert_eq!(table, expected);
    }

    #[test]
    fn long_and_wide_values_stay_within_100_cells() {
        let (name, value) = ("名前".repeat(40), "長い価値 ".repeat(40));
        let table = render(&report(&format!("{name},b\n{value},1\n{value},2\n")));
        for line in table.lines() {
            assert!(width(line) <= MOST_WIDTH, "{line}");
        }
        assert_eq!(table.matches('…').count(), 2, "{table}");
    }

    #[test]
    fn the_title_fits_as_well() {
        let mut report = report("a\n1\n");
        report.dataset = "x".repeat(200);
        assert_eq!(width(render(&report).lines().next().unwrap()), MOST_WIDTH);
    }

    #[test]
    fn large_counts_and_numbers_fit() {
        let mut report = report("a\n1\n2\n");
        let column = &mut report.columns[0];
        column.name = "n".repeat(100);
        let trillion = 1_000_000_000_000;
        (column.count, column.missing, column.distinct) = (trillion, trillion, None);
        if let Some(numbers) = &mut column.numbers {
            (numbers.min, numbers.max, numbers.mean) = (-f64::MAX, f64::MAX, f64::MIN_POSITIVE);
        }
        for line in render(&report).lines() {
            assert!(width(line) <= MOST_WIDTH, "{line}");
        }
    }

    #[test]
    fn a_report_without_columns_or_rows_is_a_table_too() {
        let empty = Report {
            dataset: "none".to_owned(),
            rows: 0,
            columns: Vec::new(),
        };
        assert!(render(&empty).starts_with("none: 0 rows, 0 columns\n\nColumn  Kind"));
        assert!(render(&report("a\n1\n")).starts_with("test.csv: 1 row, 1 column\n"));
    }

    #[test]
    fn numbers_are_short() {
        for (value, expected) in [
            (0.0, "0"),
            (3750.0, "3750"),
            (43.921_929, "43.92"),
            (-0.5, "-0.5"),
            (100.0, "100"),
            (0.000_123, "1.23e-4"),
            (6.02e23, "6.02e23"),
            (-1e308, "-1.00e308"),
        ] {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn thousands_are_grouped() {
        for (count, expected) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(count), expected);
        }
    }
}
