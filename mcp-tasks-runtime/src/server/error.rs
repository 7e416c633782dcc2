//! What building and serving can fail with.

use std::error::Error as _;
use std::{fmt, io};

use crate::tool::BuildError;

/// Why a server could not be built, or stopped serving.
///
/// `{:?}` shows it in words, with its causes, for so a `main` that returns it shows it.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A tool's definition is wrong.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A connection's streams failed.
    #[error("the connection failed")]
    Io(#[from] io::Error),
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        let mut cause = self.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}
