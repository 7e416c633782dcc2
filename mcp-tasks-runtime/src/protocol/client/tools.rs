//! Tools, as a client lists and calls them, and what a call gives.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{Cursor, or_default, text};
use crate::protocol::draft;
use crate::task::TaskId;
use crate::tool::Content;

/// A page of `tools/list`.
#[derive(Debug, Deserialize)]
pub(crate) struct ToolPage {
    pub(crate) tools: Vec<ToolInfo>,
    #[serde(rename = "nextCursor", default)]
    pub(crate) next: Option<Cursor>,
}

/// A tool, as the server describes it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolInfo {
    /// The name to call it by.
    pub name: String,
    /// A name for people.
    #[serde(default, deserialize_with = "text")]
    pub title: Option<String>,
    /// What it does, for the model.
    #[serde(default, deserialize_with = "text")]
    pub description: Option<String>,
    /// The schema of its arguments; null when the server shows none.
    #[serde(default)]
    pub input_schema: Value,
    /// The schema of its structured content.
    #[serde(default)]
    pub output_schema: Option<Value>,
    /// Hints of what it does. Not to be trusted unless the server is.
    #[serde(default)]
    pub annotations: Option<Value>,
    /// Everything else that the server says, by name.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A wish for a task, as it stands in `_meta` (D-03, D-06).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallWish<'a> {
    task_id: &'a TaskId,
    #[serde(skip_serializing_if = "Option::is_none")]
    keep_alive: Option<u64>,
}

impl<'a> CallWish<'a> {
    pub(crate) fn new(task_id: &'a TaskId, keep_alive: Option<Duration>) -> Self {
        let millis = |kept: Duration| u64::try_from(kept.as_millis()).unwrap_or(u64::MAX);
        Self {
            task_id,
            keep_alive: keep_alive.map(millis),
        }
    }
}

/// The parameters of `tools/call`.
#[derive(Debug)]
pub(crate) struct CallParams<'a> {
    pub(crate) name: &'a str,
    /// A JSON object.
    pub(crate) arguments: Option<&'a RawValue>,
    pub(crate) progress_token: Option<i64>,
    pub(crate) task: Option<CallWish<'a>>,
}

impl Serialize for CallParams<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Meta<'a>(&'a CallParams<'a>);
        impl Serialize for Meta<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut meta = serializer.serialize_map(None)?;
                if let Some(token) = self.0.progress_token {
                    meta.serialize_entry("progressToken", &token)?;
                }
                if let Some(task) = &self.0.task {
                    meta.serialize_entry(draft::OPT_IN_KEY, task)?;
                }
                meta.end()
            }
        }

        let mut params = serializer.serialize_map(None)?;
        params.serialize_entry("name", self.name)?;
        if let Some(arguments) = self.arguments {
            params.serialize_entry("arguments", arguments)?;
        }
        if self.progress_token.is_some() || self.task.is_some() {
            params.serialize_entry("_meta", &Meta(self))?;
        }
        params.end()
    }
}

/// What a tool's call gave. It may say that the tool failed: see [`is_error`](Self::is_error).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CallToolResult {
    /// The blocks.
    #[serde(default, deserialize_with = "or_default")]
    pub content: Vec<RawContent>,
    /// The structured content, a JSON object.
    #[serde(default)]
    pub structured_content: Option<Box<RawValue>>,
    /// True when the tool says that it failed; the text then says how.
    #[serde(default, deserialize_with = "or_default")]
    pub is_error: bool,
    /// The result's `_meta`, with the link to its task if it has one (D-25).
    #[serde(rename = "_meta", default)]
    pub meta: Option<Box<RawValue>>,
}

impl CallToolResult {
    /// The texts of all text blocks, one below the other.
    pub fn text(&self) -> String {
        let texts: Vec<String> = self.content.iter().filter_map(RawContent::text).collect();
        texts.join("\n")
    }

    /// The structured content as a `T`.
    ///
    /// # Errors
    ///
    /// When it does not read as a `T`; where there is none, `null` is read.
    pub fn structured<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        let json = self.structured_content.as_deref();
        serde_json::from_str(json.map_or("null", RawValue::get))
    }
}

/// A block of a result, as it came: kinds and members that are unknown here are still there.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct RawContent(Box<RawValue>);

impl RawContent {
    /// The JSON.
    pub fn raw(&self) -> &RawValue {
        &self.0
    }

    /// The block as one of the known kinds.
    ///
    /// # Errors
    ///
    /// When it is of another kind, or is not what its kind asks for.
    pub fn decode(&self) -> Result<Content, serde_json::Error> {
        serde_json::from_str(self.0.get())
    }

    /// The text of a text block, whatever else the block holds.
    pub fn text(&self) -> Option<String> {
        #[derive(Deserialize)]
        #[serde(tag = "type", rename_all = "snake_case")]
        enum Block {
            Text { text: String },
        }
        let Block::Text { text } = serde_json::from_str(self.0.get()).ok()?;
        Some(text)
    }
}
