//! What is read, and what reading gives.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::ResourceError;
use crate::arguments::Arguments;
use crate::tool::ResourceContents;

/// A request to read a resource.
///
/// ```
/// use mcp_tasks_runtime::{ReadRequest, ResourceContents};
///
/// let request = ReadRequest::new("notes://7").with_mime_type("text/plain");
/// let contents = request.text("Seven.");
/// let expected = ResourceContents::text("notes://7", "Seven.").with_mime_type("text/plain");
/// assert_eq!(contents, [expected]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRequest {
    uri: String,
    mime_type: Option<String>,
    variables: Arguments,
}

impl ReadRequest {
    /// A request to read this URI: what a server makes, and a unit test can.
    pub fn new(uri: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            mime_type: None,
            variables: Arguments::new(),
        }
    }

    /// Sets the MIME type that [`text`](Self::text) and [`blob`](Self::blob) give: the
    /// descriptor's, in a server.
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Sets the template's variables.
    pub fn with_variables(mut self, variables: Arguments) -> Self {
        self.variables = variables;
        self
    }

    /// The URI, as the client wrote it.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The template's variables, decoded; none for a resource of one URI.
    pub fn variables(&self) -> &Arguments {
        &self.variables
    }

    /// The template's variable of that name, decoded; empty when it has none.
    ///
    /// What is decoded may be any text, `..` and `/` as well: check it before it becomes part of
    /// a path.
    pub fn variable(&self, name: &str) -> &str {
        self.variables.get(name).unwrap_or_default()
    }

    /// This text, as the contents of the resource.
    pub fn text(&self, text: impl Into<String>) -> Vec<ResourceContents> {
        vec![self.typed(ResourceContents::text(&*self.uri, text))]
    }

    /// These bytes, as the contents of the resource.
    pub fn blob(&self, bytes: impl AsRef<[u8]>) -> Vec<ResourceContents> {
        vec![self.typed(ResourceContents::blob(&*self.uri, bytes))]
    }

    /// That there is no such resource.
    pub fn not_found(&self) -> ResourceError {
        ResourceError::not_found(&*self.uri)
    }

    fn typed(&self, contents: ResourceContents) -> ResourceContents {
        match &self.mime_type {
            Some(mime_type) => contents.with_mime_type(mime_type),
            None => contents,
        }
    }
}

impl ResourceContents {
    /// Text at this URI.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Text {
            uri: uri.into(),
            mime_type: None,
            text: text.into(),
        }
    }

    /// Bytes at this URI.
    pub fn blob(uri: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        Self::Blob {
            uri: uri.into(),
            mime_type: None,
            blob: STANDARD.encode(bytes),
        }
    }

    /// Sets the MIME type.
    pub fn with_mime_type(mut self, to: impl Into<String>) -> Self {
        match &mut self {
            Self::Text { mime_type, .. } | Self::Blob { mime_type, .. } => {
                *mime_type = Some(to.into());
            }
        }
        self
    }
}
