//! Tools that the conformance suite calls by name in a session, where requests go to the client
//! while a call runs.

use std::time::Duration;

use mcp_tasks_runtime::{LogLevel, TaskContext, ToolError, mcp_tool};
use serde_json::{Value, json};

use crate::forms::{fill, form, sample};

/// Send three log messages.
#[mcp_tool(read_only)]
pub(crate) async fn test_tool_with_logging(ctx: &TaskContext) -> &'static str {
    for message in [
        "Tool execution started",
        "Tool processing data",
        "Tool execution completed",
    ] {
        ctx.log(LogLevel::Info, message).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "Sent three log messages."
}

/// Ask the client's model.
#[mcp_tool]
pub(crate) async fn test_sampling(
    /// What to ask it.
    prompt: String,
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let sampled = sample(ctx, "sample", &prompt).await?;
    Ok(format!("LLM response: {}", sampled.text()))
}

/// Ask a person for a name and an address.
#[mcp_tool]
pub(crate) async fn test_elicitation(
    /// What to say beside the form.
    message: String,
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let properties = json!({ "username": { "type": "string" }, "email": { "type": "string" } });
    told(ctx, form(&message, properties, &["username", "email"])).await
}

/// Ask a person with a form that is filled in already.
#[mcp_tool]
pub(crate) async fn test_elicitation_sep1034_defaults(
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let properties = json!({
        "name": { "type": "string", "default": "John Doe" },
        "age": { "type": "integer", "default": 30 },
        "score": { "type": "number", "default": 95.5 },
        "status": {
            "type": "string",
            "enum": ["active", "inactive", "pending"],
            "default": "active",
        },
        "verified": { "type": "boolean", "default": true },
    });
    told(ctx, form("Please check these values.", properties, &[])).await
}

/// Ask a person with every kind of choice.
#[mcp_tool]
pub(crate) async fn test_elicitation_sep1330_enums(ctx: &TaskContext) -> Result<String, ToolError> {
    let options = json!(["option1", "option2", "option3"]);
    let titled = |titles: [&str; 3]| {
        json!([
            { "const": "value1", "title": titles[0] },
            { "const": "value2", "title": titles[1] },
            { "const": "value3", "title": titles[2] },
        ])
    };
    let properties = json!({
        "untitledSingle": { "type": "string", "enum": options },
        "titledSingle": {
            "type": "string",
            "oneOf": titled(["First Option", "Second Option", "Third Option"]),
        },
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": { "type": "array", "items": { "type": "string", "enum": options } },
        "titledMulti": {
            "type": "array",
            "items": { "anyOf": titled(["First Choice", "Second Choice", "Third Choice"]) },
        },
    });
    told(ctx, form("Please choose.", properties, &[])).await
}

/// Has a form filled in, and tells what came back.
async fn told(ctx: &TaskContext, form: Value) -> Result<String, ToolError> {
    let filled = fill(ctx, "form", form).await?;
    Ok(format!(
        "action={}, content={}",
        filled.action, filled.content
    ))
}

/// Return after a moment, in which a client may lose its connection.
#[mcp_tool(read_only)]
pub(crate) async fn test_reconnection() -> &'static str {
    tokio::time::sleep(Duration::from_millis(100)).await;
    "The result is there, whichever connection it came by."
}
