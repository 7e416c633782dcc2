//! What a client of 2026-07-28 says of itself with each request.

use serde_json::{Value, json};

const PREFIX: &str = "io.modelcontextprotocol";

/// The name of the tasks extension.
pub(crate) const TASKS: &str = "io.modelcontextprotocol/tasks";

/// Declares the tasks extension only.
pub(crate) fn tasks() -> Value {
    json!({ "extensions": { TASKS: {} } })
}

/// Declares that it answers every question, and not the extension.
pub(crate) fn answers() -> Value {
    json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} })
}

/// Declares everything.
pub(crate) fn everything() -> Value {
    let mut all = answers();
    all["extensions"] = tasks()["extensions"].take();
    all
}

/// The parameters with a complete `_meta`.
pub(crate) fn july(mut params: Value, capabilities: Value) -> Value {
    let meta = &mut params["_meta"];
    if meta.is_null() {
        *meta = json!({});
    }
    meta[format!("{PREFIX}/protocolVersion")] = json!("2026-07-28");
    meta[format!("{PREFIX}/clientCapabilities")] = capabilities;
    params
}

/// The parameters of a call of that tool without arguments.
pub(crate) fn call(tool: &str, capabilities: Value) -> Value {
    july(json!({ "name": tool, "arguments": {} }), capabilities)
}

/// The parameters of a request about a task, by a client that declares everything.
pub(crate) fn of_task(task: &str) -> Value {
    july(json!({ "taskId": task }), everything())
}
