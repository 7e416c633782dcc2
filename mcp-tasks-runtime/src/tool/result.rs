//! A tool's result in full, and structured output.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::content::Content;
use super::error::ToolError;
use crate::task::{ContentKinds, ResultBody};

/// Structured output: the client gets `T` as structured content, the same as text, and its schema
/// as the tool's output schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Json<T>(pub T);

/// A tool's result, with full control over its parts.
#[derive(Clone, Debug, Default)]
pub struct ToolResult {
    content: Vec<Content>,
    structured: Option<Box<RawValue>>,
    is_error: bool,
    meta: Option<Map<String, Value>>,
}

impl ToolResult {
    /// An empty success.
    pub fn new() -> Self {
        Self::default()
    }

    /// A success that says this text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new().with_content(Content::text(text))
    }

    /// A failure that says this text.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }

    /// Adds a block.
    pub fn with_content(mut self, content: impl Into<Content>) -> Self {
        self.content.push(content.into());
        self
    }

    /// Sets the structured content; its text is added when there is no block yet.
    ///
    /// # Errors
    ///
    /// When `value` does not serialise.
    pub fn with_structured(mut self, value: &impl Serialize) -> Result<Self, ToolError> {
        let raw = to_raw_value(value).map_err(|error| {
            ToolError::internal(format!("the result does not serialise: {error}"))
        })?;
        if self.content.is_empty() {
            self.content.push(Content::text(raw.get()));
        }
        self.structured = Some(raw);
        Ok(self)
    }

    /// Sets whether the tool says that it failed.
    pub fn with_is_error(mut self, is_error: bool) -> Self {
        self.is_error = is_error;
        self
    }

    /// Sets the result's own `_meta`.
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = Some(meta);
        self
    }

    /// The blocks.
    pub fn content(&self) -> &[Content] {
        &self.content
    }

    /// Whether the tool says that it failed.
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// The structured content, as JSON.
    pub fn structured(&self) -> Option<&RawValue> {
        self.structured.as_deref()
    }

    /// Serialises the result, once for all who will read it.
    pub(crate) fn into_body(self) -> Result<ResultBody, ToolError> {
        let fault = |error| ToolError::internal(format!("the result does not serialise: {error}"));
        let kinds = ContentKinds {
            audio: self
                .content
                .iter()
                .any(|c| matches!(c, Content::Audio { .. })),
            resource_link: self
                .content
                .iter()
                .any(|c| matches!(c, Content::ResourceLink { .. })),
        };
        Ok(ResultBody {
            content: to_raw_value(&self.content).map_err(fault)?,
            structured: self.structured,
            is_error: self.is_error,
            meta: self
                .meta
                .as_ref()
                .map(to_raw_value)
                .transpose()
                .map_err(fault)?,
            kinds,
        })
    }
}
