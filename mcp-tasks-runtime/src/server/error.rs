//! What building and serving can fail with.

use std::io;

use crate::tool::BuildError;

/// Why a server could not be built, or stopped serving.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A tool's definition is wrong.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A connection's streams failed.
    #[error("the connection failed")]
    Io(#[from] io::Error),
}
