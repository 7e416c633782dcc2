//! What reading a resource, and offering one, can fail with.

use std::fmt;

use super::UriTemplateFault;
use crate::tool::ToolError;

/// Why a resource was not read.
///
/// Any [`std::error::Error`] becomes one through `?`, as does a [`ToolError`]; for that reason
/// this type is not itself a `std::error::Error`.
#[derive(Debug)]
pub enum ResourceError {
    /// There is no such resource.
    NotFound {
        /// Its URI.
        uri: String,
    },
    /// Reading failed; the client gets a JSON-RPC error.
    Failed(ToolError),
}

impl ResourceError {
    /// There is no resource of this URI.
    pub fn not_found(uri: impl Into<String>) -> Self {
        Self::NotFound { uri: uri.into() }
    }
}

impl<E: Into<ToolError>> From<E> for ResourceError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl fmt::Display for ResourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { uri } => write!(f, "there is no resource `{uri}`"),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

/// What can be wrong with the definition of a resource or a template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResourceFault {
    /// Another one has the URI, or the template.
    #[error("another one has the same URI")]
    DuplicateUri,
    /// The URI is none.
    #[error("a URI begins with a scheme, such as `file:`, and has no blanks")]
    BadUri,
    /// The template cannot be used.
    #[error(transparent)]
    BadTemplate(#[from] UriTemplateFault),
    /// The name has no character.
    #[error("it has no name")]
    Unnamed,
    /// It completes a variable that it does not have.
    #[error("it completes `{0}`, but has no such variable")]
    UnknownCompletion(String),
    /// It takes a `State` that the server does not have.
    #[error("it takes `State<{0}>`, but the builder was given no such `state`")]
    MissingState(String),
    /// The descriptor does not serialise.
    #[error("its description does not serialise: {0}")]
    Unserialisable(String),
}
