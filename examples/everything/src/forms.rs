//! Questions to the client, and how its answers are read.

use mcp_tasks_runtime::{Ask, AskError, TaskContext};
use serde::Deserialize;
use serde_json::{Value, json};

/// The parameters of a form with these properties, of which those named must be filled in.
pub(crate) fn form(message: &str, properties: Value, required: &[&str]) -> Value {
    let schema = json!({ "type": "object", "properties": properties, "required": required });
    json!({ "mode": "form", "message": message, "requestedSchema": schema })
}

/// The parameters of a form with one text to fill in.
pub(crate) fn text_form(message: &str, name: &str) -> Value {
    form(message, json!({ name: { "type": "string" } }), &[name])
}

/// What a form came back with.
#[derive(Debug, Deserialize)]
pub(crate) struct Filled {
    pub(crate) action: String,
    #[serde(default)]
    pub(crate) content: Value,
}

impl Filled {
    /// What was filled in there, as a text.
    pub(crate) fn text(&self, name: &str) -> String {
        match &self.content[name] {
            Value::String(text) => text.clone(),
            Value::Null => format!("({})", self.action),
            other => other.to_string(),
        }
    }
}

/// Has a form filled in, under that key.
pub(crate) async fn fill(ctx: &TaskContext, key: &str, form: Value) -> Result<Filled, AskError> {
    ctx.ask(Ask::new("elicitation/create", &form)?.with_key(key))
        .await
}

/// What the client's model said.
#[derive(Debug, Deserialize)]
pub(crate) struct Sampled {
    content: Value,
}

impl Sampled {
    /// Its text: that of the first block, if there are several.
    pub(crate) fn text(&self) -> &str {
        let block = self.content.get(0).unwrap_or(&self.content);
        block["text"].as_str().unwrap_or_default()
    }
}

/// Asks the client's model, under that key.
pub(crate) async fn sample(
    ctx: &TaskContext,
    key: &str,
    prompt: &str,
) -> Result<Sampled, AskError> {
    let content = json!({ "type": "text", "text": prompt });
    let params = json!({
        "messages": [{ "role": "user", "content": content }],
        "maxTokens": 100,
    });
    ctx.ask(Ask::new("sampling/createMessage", &params)?.with_key(key))
        .await
}

/// Asks the client for its roots, under that key, and gives their URIs.
pub(crate) async fn roots(ctx: &TaskContext, key: &str) -> Result<Vec<String>, AskError> {
    #[derive(Deserialize)]
    struct Roots {
        roots: Vec<Root>,
    }
    #[derive(Deserialize)]
    struct Root {
        uri: String,
    }
    let ask = Ask::new("roots/list", &json!({}))?.with_key(key);
    let roots: Roots = ctx.ask(ask).await?;
    Ok(roots.roots.into_iter().map(|root| root.uri).collect())
}
