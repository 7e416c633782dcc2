//! The tools that the public MCP conformance suite calls by name, as far as they need no question
//! to the client.

use std::time::Duration;

use mcp_tasks_runtime::{Content, TaskContext, ToolError, mcp_tool};
use serde_json::{Value, json};

/// A PNG of one red pixel.
pub(crate) const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDATx\x9cc\xf8\xcf\xc0\0\0\x03\x01\x01\0\xc9\xfe\x92\xef\0\0\0\0IEND\xaeB`\x82";

/// A WAV file of no samples: 8 kHz, mono, 8 bits.
const SILENCE: &[u8] =
    b"RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0";

fn embedded() -> Content {
    Content::resource_text(
        "test://embedded-resource",
        "text/plain",
        "An embedded resource.",
    )
}

/// Return a text.
#[mcp_tool(read_only)]
pub(crate) async fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Return a picture.
#[mcp_tool(read_only)]
pub(crate) async fn test_image_content() -> Content {
    Content::image(PIXEL, "image/png")
}

/// Return a sound.
#[mcp_tool(read_only)]
pub(crate) async fn test_audio_content() -> Content {
    Content::audio(SILENCE, "audio/wav")
}

/// Return a resource.
#[mcp_tool(read_only)]
pub(crate) async fn test_embedded_resource() -> Content {
    embedded()
}

/// Return a text, a picture and a resource.
#[mcp_tool(read_only)]
pub(crate) async fn test_multiple_content_types() -> Vec<Content> {
    vec![
        Content::text("Text, picture and resource:"),
        Content::image(PIXEL, "image/png"),
        embedded(),
    ]
}

/// Return a result that says it is an error.
#[mcp_tool(read_only)]
pub(crate) async fn test_error_handling() -> Result<(), ToolError> {
    Err(ToolError::new(
        "This tool intentionally returns an error for testing.",
    ))
}

/// Report progress three times, then return a text.
#[mcp_tool(read_only)]
pub(crate) async fn test_tool_with_progress(ctx: &TaskContext) -> &'static str {
    for done in [0, 50, 100] {
        ctx.progress(done, 100).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "Reported 0, 50 and 100 of 100."
}

/// Take arguments whose schema uses much of JSON Schema 2020-12.
#[mcp_tool(read_only, input_schema = contact_schema())]
pub(crate) async fn json_schema_2020_12_tool(#[mcp(flatten)] contact: Value) -> String {
    contact.to_string()
}

fn contact_schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
            }
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" }
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": {
            "properties": { "contactMethod": { "const": "phone" } },
            "required": ["contactMethod"]
        },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false
    })
}

/// Greet somebody, never as a task.
#[mcp_tool(read_only)]
pub(crate) async fn greet(
    /// Whom to greet.
    name: String,
) -> String {
    format!("Hello, {name}!")
}

/// Compute for a while.
#[mcp_tool(task, read_only)]
pub(crate) async fn slow_compute(
    /// For how many seconds.
    seconds: f64,
    /// What to call the computation.
    label: Option<String>,
) -> Result<String, ToolError> {
    tokio::time::sleep(Duration::try_from_secs_f64(seconds)?).await;
    let label = label.as_deref().unwrap_or("unnamed");
    Ok(format!("computed {label} for {seconds} s"))
}

/// Work for a second, then return a result that says it is an error.
#[mcp_tool(task = "required")]
pub(crate) async fn failing_job() -> Result<(), ToolError> {
    tokio::time::sleep(Duration::from_secs(1)).await;
    Err(ToolError::new("The job failed."))
}

/// Work for a moment, then fail with a JSON-RPC error.
#[mcp_tool(task)]
pub(crate) async fn protocol_error_job() -> Result<(), ToolError> {
    tokio::time::sleep(Duration::from_millis(100)).await;
    Err(ToolError::internal("The job met a protocol error."))
}
