//! Resources and templates as they are described to clients.

use serde_json::{Map, Value};

use crate::completion::{Completers, completion_options};
use crate::tool::{Annotations, Icon};

/// What resources and templates have in common, set by methods of both.
macro_rules! common_options {
    ($what:literal) => {
        /// Sets the name for people.
        pub fn with_title(mut self, title: impl Into<String>) -> Self {
            self.title = Some(title.into());
            self
        }

        #[doc = concat!("Sets what the ", $what, ".")]
        pub fn with_description(mut self, description: impl Into<String>) -> Self {
            self.description = Some(description.into());
            self
        }

        /// Sets the MIME type.
        pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
            self.mime_type = Some(mime_type.into());
            self
        }

        /// Sets for whom it is, and how important.
        pub fn with_annotations(mut self, annotations: Annotations) -> Self {
            self.annotations = Some(annotations);
            self
        }

        /// Sets the pictures.
        pub fn with_icons<I: Into<Icon>>(mut self, icons: impl IntoIterator<Item = I>) -> Self {
            self.icons = icons.into_iter().map(Into::into).collect();
            self
        }

        /// Sets its own `_meta` in listings.
        pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
            self.meta = Some(meta);
            self
        }
    };
}

/// A resource of one URI as it is described to clients.
///
/// ```
/// use mcp_tasks_runtime::ResourceDescriptor;
///
/// let log = ResourceDescriptor::new("app://log", "log")
///     .with_description("What happened today.")
///     .with_mime_type("text/plain")
///     .with_size(2048);
/// assert_eq!(log.uri, "app://log");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResourceDescriptor {
    /// Unique in a server.
    pub uri: String,
    /// What it is called.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// Its MIME type.
    pub mime_type: Option<String>,
    /// Its size in bytes.
    pub size: Option<u64>,
    /// For whom it is, and how important.
    pub annotations: Option<Annotations>,
    /// Pictures.
    pub icons: Vec<Icon>,
    /// Its own `_meta` in listings.
    pub meta: Option<Map<String, Value>>,
}

impl ResourceDescriptor {
    /// A resource of that URI and name.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            annotations: None,
            icons: Vec::new(),
            meta: None,
        }
    }

    common_options!("resource is");

    /// Sets the size in bytes.
    pub fn with_size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }
}

/// Resources of one form as they are described to clients.
///
/// ```
/// use mcp_tasks_runtime::TemplateDescriptor;
///
/// let rows = TemplateDescriptor::new("db://{table}/rows", "rows")
///     .with_mime_type("application/json")
///     .with_values("table", ["customers", "orders"]);
/// assert_eq!(rows.uri_template, "db://{table}/rows");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TemplateDescriptor {
    /// Unique in a server: a URI with variables, each written `{name}` (RFC 6570, level 1).
    pub uri_template: String,
    /// What they are called.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What they are.
    pub description: Option<String>,
    /// Their MIME type, if all have the same.
    pub mime_type: Option<String>,
    /// For whom they are, and how important.
    pub annotations: Option<Annotations>,
    /// Pictures.
    pub icons: Vec<Icon>,
    /// The template's own `_meta` in listings.
    pub meta: Option<Map<String, Value>>,
    pub(crate) completers: Completers,
}

impl TemplateDescriptor {
    /// Resources of that form and name.
    pub fn new(uri_template: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri_template: uri_template.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            annotations: None,
            icons: Vec::new(),
            meta: None,
            completers: Completers::default(),
        }
    }

    common_options!("resources are");

    completion_options!(variable, "a variable");
}
