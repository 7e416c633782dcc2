//! Questions that the scripts of tests ask, and their answers.

use mcp_tasks_runtime::{Ask, AskError, TaskContext};
use serde_json::{Value, json};

/// The parameters of a question by a form.
pub(crate) fn form(message: &str) -> Value {
    json!({ "message": message, "requestedSchema": { "type": "object", "properties": {} } })
}

/// The parameters of a question to the client's model.
pub(crate) fn sample() -> Value {
    json!({ "messages": [], "maxTokens": 9 })
}

/// Asks by a form.
pub(crate) async fn elicit(context: &TaskContext, message: &str) -> Result<Value, AskError> {
    context.request("elicitation/create", &form(message)).await
}

/// Asks by a form under a key.
pub(crate) async fn elicit_as(context: &TaskContext, key: &str) -> Result<Value, AskError> {
    let ask = Ask::new("elicitation/create", &form(key))?.with_key(key);
    context.ask(ask).await
}

/// What a user chose.
pub(crate) fn chosen(city: &str) -> Value {
    json!({ "action": "accept", "content": { "city": city } })
}

/// The response to a question that came as a request.
pub(crate) fn response(question: &Value, city: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": question["id"], "result": chosen(city) })
}
