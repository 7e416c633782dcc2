//! Reads a CSV file once, from front to back, and summarises every column.
//!
//! Memory stays small whatever the size of the file: each column keeps running figures, and its
//! values only as long as they are few.

mod cell;
mod column;
mod error;
mod numbers;
mod report;
mod values;

use std::fs::{self, File};
use std::io::{self, Chain, Read};
use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Terminator};

use self::column::Column;
pub use self::error::AnalysisError;
pub use self::report::{
    ColumnKind, ColumnSummary, DateSummary, FrequentValue, NumberSummary, Report,
};

/// An analysis under way.
///
/// The first line names the columns. Blank lines are skipped; in a cell, so is white space around
/// the value. A cell that is empty or says `NA`, `N/A`, `NaN` or `null` is missing.
///
/// ```
/// use datasets::analysis::Analysis;
///
/// # fn main() -> Result<(), datasets::analysis::AnalysisError> {
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/penguins.csv");
/// let mut analysis = Analysis::open(path)?;
/// while analysis.step(100)? {
///     println!("{} of {} bytes", analysis.read_bytes(), analysis.total_bytes());
/// }
/// let report = analysis.finish();
/// assert_eq!(report.rows, 344);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Analysis<R = File> {
    dataset: String,
    /// A line feed follows the last line in any case, so that every row ends with one.
    reader: csv::Reader<Chain<R, &'static [u8]>>,
    /// Used again for every row.
    record: StringRecord,
    columns: Vec<Column>,
    rows: u64,
    limit: u64,
    total_bytes: u64,
}

impl Analysis {
    /// Opens a file, which the report will call by its path.
    ///
    /// # Errors
    ///
    /// When there is no such file, or its header is unusable.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, AnalysisError> {
        let path = path.as_ref();
        Self::open_as(path.display().to_string(), path)
    }

    /// Opens a file, which the report and any error will call `dataset`.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_as(
        dataset: impl Into<String>,
        path: impl AsRef<Path>,
    ) -> Result<Self, AnalysisError> {
        let (dataset, path) = (dataset.into(), path.as_ref());
        let opened = || -> io::Result<Option<(File, u64)>> {
            // Asked first, since opening a pipe would wait for its other end.
            let metadata = fs::metadata(path)?;
            if !metadata.is_file() {
                return Ok(None);
            }
            Ok(Some((File::open(path)?, metadata.len())))
        };
        match opened() {
            Ok(Some((file, bytes))) => Self::from_reader(dataset, file, bytes),
            Ok(None) => Err(AnalysisError::NotAFile { dataset }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(AnalysisError::NotFound { dataset })
            }
            Err(source) => Err(AnalysisError::Open { dataset, source }),
        }
    }
}

impl<R: Read> Analysis<R> {
    /// Analyses what `reader` gives, of which there are `total_bytes`.
    ///
    /// # Errors
    ///
    /// When the header is unusable.
    pub fn from_reader(
        dataset: impl Into<String>,
        reader: R,
        total_bytes: u64,
    ) -> Result<Self, AnalysisError> {
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            // The carriage return of a CRLF is white space around the last cell.
            .terminator(Terminator::Any(b'\n'))
            .from_reader(reader.chain(&b"\n"[..]));
        let mut analysis = Self {
            dataset: dataset.into(),
            reader,
            record: StringRecord::new(),
            columns: Vec::new(),
            rows: 0,
            limit: u64::MAX,
            total_bytes,
        };
        analysis.read_header()?;
        Ok(analysis)
    }

    /// Sets how many rows to read at most; `None` stands for all.
    pub fn with_limit(mut self, rows: impl Into<Option<u64>>) -> Self {
        self.limit = rows.into().unwrap_or(u64::MAX);
        self
    }

    /// Reads up to `rows` further rows, at least one; says whether there may be more.
    ///
    /// # Errors
    ///
    /// When a row has not as many fields as the header, or the file cannot be read.
    pub fn step(&mut self, rows: u64) -> Result<bool, AnalysisError> {
        for _ in 0..rows.max(1) {
            if self.rows == self.limit || !self.read_row()? {
                return Ok(false);
            }
            self.rows += 1;
            for (column, cell) in self.columns.iter_mut().zip(&self.record) {
                column.add(cell);
            }
        }
        Ok(true)
    }

    /// How many rows have been read.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many bytes have been read.
    pub fn read_bytes(&self) -> u64 {
        self.reader.position().byte().min(self.total_bytes)
    }

    /// How many bytes there were when the file was opened.
    pub fn total_bytes(&self) -> u64 {
        self.total_bytes
    }

    /// The report on what has been read.
    pub fn finish(self) -> Report {
        Report {
            dataset: self.dataset,
            rows: self.rows,
            columns: self.columns.into_iter().map(Column::finish).collect(),
        }
    }

    fn read_header(&mut self) -> Result<(), AnalysisError> {
        if !self.read_record()? {
            return Err(AnalysisError::Empty);
        }
        // A header of nothing but numbers is a row of data; one of nothing names no column.
        let is_name = |cell: &str| matches!(cell::classify(cell), cell::Cell::Text(_));
        if !self.record.iter().any(is_name) {
            return Err(AnalysisError::NoHeader);
        }
        self.columns = (1..)
            .zip(&self.record)
            .map(|(at, name)| Column::new(at, name))
            .collect();
        Ok(())
    }

    fn read_row(&mut self) -> Result<bool, AnalysisError> {
        if !self.read_record()? {
            return Ok(false);
        }
        let (expected, found) = (self.columns.len(), self.record.len());
        if found != expected {
            return Err(AnalysisError::Ragged {
                line: self.line(),
                expected,
                found,
            });
        }
        Ok(true)
    }

    /// Reads the next line that is not blank, or the next few if quotes hold them together.
    fn read_record(&mut self) -> Result<bool, AnalysisError> {
        loop {
            let read = self.reader.read_record(&mut self.record);
            match read.map_err(|error| self.fault(error))? {
                true if self.is_blank() => {}
                read => return Ok(read),
            }
        }
    }

    fn fault(&self, error: csv::Error) -> AnalysisError {
        match error.kind() {
            csv::ErrorKind::Utf8 { .. } => AnalysisError::NotUtf8 { line: self.line() },
            _ => AnalysisError::Read(error),
        }
    }

    /// Whether the record is a line of white space. An empty pair of quotes in the only column is
    /// a missing value.
    fn is_blank(&self) -> bool {
        let blank = self.record.len() == 1 && self.record.iter().all(|cell| cell.trim().is_empty());
        blank && !(self.columns.len() == 1 && self.record.as_slice().is_empty())
    }

    /// The line on which the record ends.
    fn line(&self) -> u64 {
        self.reader.position().line() - 1
    }
}

#[cfg(test)]
mod tests;
