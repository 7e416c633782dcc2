//! A tool as it is described to clients and to the engine.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Whether a tool runs as a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TaskSupport {
    /// Never; a wish for a task is ignored.
    #[default]
    Forbidden,
    /// When the client asks for it.
    Optional,
    /// Always, as far as the client's dialect has tasks.
    Required,
}

/// What a tool is said to do. Hints: a client must not trust them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnnotations {
    /// It changes nothing. A client assumes false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only_hint: Option<bool>,
    /// What it changes may be lost. A client assumes true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destructive_hint: Option<bool>,
    /// Repeating a call changes nothing more. A client assumes false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotent_hint: Option<bool>,
    /// It deals with things outside the server's own world. A client assumes true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_world_hint: Option<bool>,
}

impl ToolAnnotations {
    /// Whether nothing is said.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A picture that a client may show for a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Icon {
    /// An `https:` or `data:` URI.
    pub src: String,
    /// The picture's MIME type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Sizes such as `48x48` or `any`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<String>,
}

impl Icon {
    /// An icon at this URI.
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            src: src.into(),
            mime_type: None,
            sizes: Vec::new(),
        }
    }
}

impl From<&str> for Icon {
    fn from(src: &str) -> Self {
        Self::new(src)
    }
}

/// A tool as it is described to clients and to the engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolDescriptor {
    /// Unique in a server: 1 to 128 of `A-Z a-z 0-9 _ . -` (N-37).
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it does, for the model.
    pub description: Option<String>,
    /// The schema of the arguments, with an object at its root; from the input type by default.
    pub input_schema: Option<Value>,
    /// The schema of the structured content; from the output type by default.
    pub output_schema: Option<Value>,
    /// Hints.
    pub annotations: ToolAnnotations,
    /// Whether it runs as a task.
    pub task: TaskSupport,
    /// How long an ended task is kept when the client does not say; the server's when absent.
    pub keep_alive: Option<Duration>,
    /// The longest poll interval to suggest; the server's when absent.
    pub poll: Option<Duration>,
    /// How long one run may take; the server's when absent.
    pub timeout: Option<Duration>,
    /// How many further runs may follow one whose worker was lost. Needs `idempotent_hint`.
    pub retries: u32,
    /// What a host may tell its model while the task runs, in protocol version 2025-11-25 (N-69).
    pub immediate_response: Option<String>,
    /// Pictures.
    pub icons: Vec<Icon>,
    /// The tool's own `_meta` in listings.
    pub meta: Option<Map<String, Value>>,
}

impl ToolDescriptor {
    /// A tool of that name, with every option at its default.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            input_schema: None,
            output_schema: None,
            annotations: ToolAnnotations::default(),
            task: TaskSupport::default(),
            keep_alive: None,
            poll: None,
            timeout: None,
            retries: 0,
            immediate_response: None,
            icons: Vec::new(),
            meta: None,
        }
    }

    /// Sets the name for people.
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets what it does, for the model.
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the input schema, which is then listed unaltered. Anything that serialises to a JSON
    /// object will do; what does not is refused when the server is built.
    pub fn with_input_schema(mut self, schema: impl Serialize) -> Self {
        self.input_schema = Some(serde_json::to_value(schema).unwrap_or(Value::Null));
        self
    }

    /// Sets the output schema, which is then listed unaltered, as
    /// [`with_input_schema`](Self::with_input_schema) does.
    pub fn with_output_schema(mut self, schema: impl Serialize) -> Self {
        self.output_schema = Some(serde_json::to_value(schema).unwrap_or(Value::Null));
        self
    }

    /// Sets the hints.
    pub fn with_annotations(mut self, annotations: ToolAnnotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// Sets whether it runs as a task.
    pub fn with_task(mut self, task: TaskSupport) -> Self {
        self.task = task;
        self
    }

    /// Sets how long an ended task is kept.
    pub fn with_keep_alive(mut self, keep_alive: Duration) -> Self {
        self.keep_alive = Some(keep_alive);
        self
    }

    /// Sets the longest poll interval to suggest.
    pub fn with_poll(mut self, poll: Duration) -> Self {
        self.poll = Some(poll);
        self
    }

    /// Sets how long one run may take.
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets how many further runs may follow one whose worker was lost.
    pub fn with_retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }

    /// Sets what a host may tell its model while the task runs.
    pub fn with_immediate_response(mut self, text: impl Into<String>) -> Self {
        self.immediate_response = Some(text.into());
        self
    }

    /// Sets the pictures.
    pub fn with_icons<I: Into<Icon>>(mut self, icons: impl IntoIterator<Item = I>) -> Self {
        self.icons = icons.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the tool's own `_meta`. Anything that serialises to a JSON object will do; what does
    /// not is refused when the server is built.
    pub fn with_meta(mut self, meta: impl Serialize) -> Self {
        self.meta = match serde_json::to_value(meta) {
            Ok(Value::Object(map)) => Some(map),
            _ => Some(Map::from_iter([(
                super::registry::BAD_META.to_owned(),
                Value::Null,
            )])),
        };
        self
    }
}
