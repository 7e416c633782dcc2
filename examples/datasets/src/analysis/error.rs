//! Why a file cannot be analysed.

use std::io;

/// Why a file cannot be analysed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// There is no such file.
    #[error("there is no file `{dataset}`")]
    NotFound {
        /// What it was called.
        dataset: String,
    },
    /// It is a directory, or something else that is no plain file.
    #[error("`{dataset}` is not a file")]
    NotAFile {
        /// What it was called.
        dataset: String,
    },
    /// It is there, but does not open.
    #[error("`{dataset}` cannot be opened")]
    Open {
        /// What it was called.
        dataset: String,
        /// Why.
        source: io::Error,
    },
    /// Reading failed.
    #[error("the file cannot be read")]
    Read(#[source] csv::Error),
    /// There is nothing in it.
    #[error("the file is empty; its first line must name the columns")]
    Empty,
    /// The first line names no column.
    #[error("the file has no header; its first line must name the columns")]
    NoHeader,
    /// It is not text in UTF-8.
    #[error("line {line} is not UTF-8")]
    NotUtf8 {
        /// The line, from 1.
        line: u64,
    },
    /// A row has more or fewer fields than the header.
    #[error("line {line} has {found} field{}, the header has {expected}", if *.found == 1 { "" } else { "s" })]
    Ragged {
        /// The line on which the row ends, from 1.
        line: u64,
        /// The number of columns.
        expected: usize,
        /// The number of fields in the row.
        found: usize,
    },
}
