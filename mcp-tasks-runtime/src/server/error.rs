//! What building and serving can fail with.

use std::error::Error as _;
use std::{fmt, io};

use crate::catalog::CatalogError;
use crate::tool::BuildError;

/// Why a server could not be built, or stopped serving.
///
/// `{:?}` shows it in words, with its causes, for so a `main` that returns it shows it.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The definition of a tool, a prompt or a resource is wrong.
    #[error(transparent)]
    Build(#[from] CatalogError),
    /// A connection's streams failed.
    #[error("the connection failed")]
    Io(#[from] io::Error),
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        Self::Build(error.into())
    }
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
