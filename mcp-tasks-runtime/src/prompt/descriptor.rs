//! A prompt as it is described to clients.

use serde_json::{Map, Value};

use crate::completion::{Completers, completion_options};
use crate::tool::Icon;

/// An argument of a prompt; its value is a string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromptArgument {
    /// Unique in its prompt.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// Whether the prompt cannot be had without it.
    pub required: bool,
}

impl PromptArgument {
    /// An argument that may be left out.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// An argument that has to be there.
    pub fn required(name: impl Into<String>) -> Self {
        Self {
            required: true,
            ..Self::new(name)
        }
    }

    /// Sets the name for people.
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets what it is.
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The properties of an object's schema as arguments: the required ones as the schema orders
    /// them, then the others by name.
    pub(super) fn all_of_schema(schema: &Value) -> Vec<Self> {
        let Some(Value::Object(properties)) = schema.get("properties") else {
            return Vec::new();
        };
        let required = schema.get("required").and_then(Value::as_array);
        let required: Vec<&str> = required
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let rank = |name: &str| required.iter().position(|r| *r == name);
        let mut arguments: Vec<Self> = properties
            .iter()
            .map(|(name, property)| {
                let text = |key| property.get(key).and_then(Value::as_str).map(str::to_owned);
                Self {
                    name: name.clone(),
                    title: text("title"),
                    description: text("description"),
                    required: rank(name).is_some(),
                }
            })
            .collect();
        arguments.sort_by_key(|argument| rank(&argument.name).unwrap_or(usize::MAX));
        arguments
    }
}

impl From<&str> for PromptArgument {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

/// A prompt as it is described to clients.
///
/// ```
/// use mcp_tasks_runtime::{Completion, PromptArgument, PromptDescriptor};
///
/// let weather = PromptDescriptor::new("weather")
///     .with_description("Ask about the weather.")
///     .with_argument(PromptArgument::required("city"))
///     .with_argument("unit")
///     .with_values("unit", ["celsius", "kelvin"])
///     .with_completion("city", |request, _context| async move {
///         Ok(request.matching(["Oslo", "Ottawa", "Rome"]))
///     });
/// assert_eq!(weather.arguments.len(), 2);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PromptDescriptor {
    /// Unique among the prompts of a server: 1 to 128 characters, none of them a control
    /// character.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// What it takes.
    pub arguments: Vec<PromptArgument>,
    /// Pictures.
    pub icons: Vec<Icon>,
    /// The prompt's own `_meta` in listings.
    pub meta: Option<Map<String, Value>>,
    pub(crate) completers: Completers,
}

impl PromptDescriptor {
    /// A prompt of that name, without arguments.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            arguments: Vec::new(),
            icons: Vec::new(),
            meta: None,
            completers: Completers::default(),
        }
    }

    /// Sets the name for people.
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets what it is for.
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Adds an argument; a bare name is one that may be left out.
    pub fn with_argument(mut self, argument: impl Into<PromptArgument>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Sets the pictures.
    pub fn with_icons<I: Into<Icon>>(mut self, icons: impl IntoIterator<Item = I>) -> Self {
        self.icons = icons.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the prompt's own `_meta`.
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = Some(meta);
        self
    }

    completion_options!(argument, "an argument");
}
