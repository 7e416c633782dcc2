//! What building and serving can fail with.

use std::io;

use crate::catalog::CatalogError;
use crate::tool::BuildError;

/// Why a server could not be built, or stopped serving.
#[derive(Debug, thiserror::Error)]
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
