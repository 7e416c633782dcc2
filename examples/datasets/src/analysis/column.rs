//! What is known of a column while its cells go by.

use super::cell::{Cell, classify};
use super::numbers::Numbers;
use super::report::{ColumnKind, ColumnSummary, DateSummary};
use super::values::Values;

#[derive(Debug)]
pub(super) struct Column {
    name: String,
    kind: ColumnKind,
    count: u64,
    missing: u64,
    values: Values,
    numbers: Numbers,
    dates: Option<DateSummary>,
}

impl Column {
    /// A column of that name; without one, it is called by its place, from 1.
    pub(super) fn new(place: usize, name: &str) -> Self {
        let name = match name.trim() {
            "" => format!("column {place}"),
            name => name.to_owned(),
        };
        Self {
            name,
            kind: ColumnKind::Empty,
            count: 0,
            missing: 0,
            values: Values::new(),
            numbers: Numbers::default(),
            dates: None,
        }
    }

    pub(super) fn add(&mut self, cell: &str) {
        let kind = match classify(cell) {
            Cell::Missing => {
                self.missing += 1;
                return;
            }
            Cell::Number(number) => {
                self.numbers.add(number);
                ColumnKind::Number
            }
            Cell::Date(date) => {
                self.add_date(date);
                ColumnKind::Date
            }
            Cell::Boolean => ColumnKind::Boolean,
            Cell::Text(_) => ColumnKind::Text,
        };
        self.count += 1;
        self.values.add(cell.trim());
        self.kind = match self.kind {
            ColumnKind::Empty => kind,
            before if before == kind => kind,
            _ => ColumnKind::Text,
        };
    }

    fn add_date(&mut self, date: &str) {
        let dates = self.dates.get_or_insert_with(|| DateSummary {
            earliest: date.to_owned(),
            latest: date.to_owned(),
        });
        if date < dates.earliest.as_str() {
            date.clone_into(&mut dates.earliest);
        } else if date > dates.latest.as_str() {
            date.clone_into(&mut dates.latest);
        }
    }

    pub(super) fn finish(self) -> ColumnSummary {
        let numbers = self
            .numbers
            .finish()
            .filter(|_| self.kind == ColumnKind::Number);
        let dates = self.dates.filter(|_| self.kind == ColumnKind::Date);
        ColumnSummary {
            distinct: self.values.distinct(),
            most_frequent: self.values.most_frequent(),
            name: self.name,
            kind: self.kind,
            count: self.count,
            missing: self.missing,
            numbers,
            dates,
        }
    }
}
