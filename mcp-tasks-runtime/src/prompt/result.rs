//! What a prompt gives: messages.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::tool::Content;

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PromptMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Content,
}

impl PromptMessage {
    /// The person says this.
    pub fn user(content: impl Into<Content>) -> Self {
        Self {
            role: Role::User,
            content: content.into(),
        }
    }

    /// The model says this.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self {
            role: Role::Assistant,
            content: content.into(),
        }
    }
}

/// The messages of a prompt, made from its arguments.
///
/// ```
/// use mcp_tasks_runtime::PromptResult;
///
/// let result = PromptResult::user("What is the capital of Norway?")
///     .with_assistant("Oslo.")
///     .with_user("And of Sweden?")
///     .with_description("Capitals");
/// assert_eq!(result.messages.len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PromptResult {
    /// What the messages are about.
    pub description: Option<String>,
    /// The messages, in order.
    pub messages: Vec<PromptMessage>,
    /// The result's own `_meta`.
    pub meta: Option<Map<String, Value>>,
}

impl PromptResult {
    /// These messages.
    pub fn new(messages: impl IntoIterator<Item = PromptMessage>) -> Self {
        Self {
            messages: messages.into_iter().collect(),
            ..Self::default()
        }
    }

    /// One message, which the person says.
    pub fn user(content: impl Into<Content>) -> Self {
        Self::default().with_user(content)
    }

    /// Adds a message that the person says.
    pub fn with_user(self, content: impl Into<Content>) -> Self {
        self.with_message(PromptMessage::user(content))
    }

    /// Adds a message that the model says.
    pub fn with_assistant(self, content: impl Into<Content>) -> Self {
        self.with_message(PromptMessage::assistant(content))
    }

    /// Adds a message.
    pub fn with_message(mut self, message: PromptMessage) -> Self {
        self.messages.push(message);
        self
    }

    /// Sets what the messages are about.
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the result's own `_meta`.
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = Some(meta);
        self
    }
}
