//! What the tests of servers share: a client that sees every line, tools whose behaviour a test
//! writes down in place, and gates instead of sleeps.

mod asking;
mod dialects;
mod gate;
pub(crate) mod july;
mod lint;
mod peer;
#[path = "../../../mcp-tasks-runtime/src/protocol/testing/schema.rs"]
mod schema;
mod tools;

pub(crate) use asking::{chosen, elicit, elicit_as, form, response, sample};
pub(crate) use gate::Gate;
pub(crate) use lint::Lint;
pub(crate) use peer::{Peer, Said, error_of};
pub(crate) use tools::{Arguments, Must, echoing, held, scripted};

use serde_json::{Value, json};

/// The key with which the draft dialect asks for a task.
pub(crate) const TASK: &str = "modelcontextprotocol.io/task";

/// The key with which it says to which task a message belongs.
pub(crate) const RELATED: &str = "modelcontextprotocol.io/related-task";

/// The protocol version that most tests speak.
pub(crate) const NEWEST: &str = "2025-06-18";

/// A `_meta` with the link to a task and nothing else.
pub(crate) fn link(id: &str) -> Value {
    json!({ RELATED: { "taskId": id } })
}

/// The parameters of a `tools/call` that asks for a task.
pub(crate) fn task_call(tool: &str, arguments: Value, id: &str) -> Value {
    json!({ "name": tool, "arguments": arguments, "_meta": { TASK: { "taskId": id } } })
}

/// The text of the first block of a tool's result.
#[track_caller]
pub(crate) fn text(result: &Value) -> &str {
    let text = result["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("no text in {result}"))
}
