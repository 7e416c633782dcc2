//! Tools that the conformance suite calls by name without a session: what they need and say goes
//! by each request alone.

use mcp_tasks_runtime::{
    Askable, Catalog, LogLevel, PromptDescriptor, PromptResult, TaskContext, ToolError, mcp_tool,
};

use crate::forms::{fill, text_form};

/// Do what only a client with a model can be served with.
#[mcp_tool]
pub(crate) async fn test_missing_capability(ctx: &TaskContext) -> Result<&'static str, ToolError> {
    ctx.require(Askable::Sampling)?;
    Ok("The client has a model.")
}

/// Ask a person something.
#[mcp_tool]
pub(crate) async fn test_streaming_elicitation(ctx: &TaskContext) -> Result<String, ToolError> {
    let filled = fill(ctx, "answer", text_form("Anything to say?", "answer")).await?;
    Ok(filled.text("answer"))
}

/// Send one log message, to those who want it.
#[mcp_tool(read_only)]
pub(crate) async fn test_logging_tool(ctx: &TaskContext) -> &'static str {
    ctx.log(LogLevel::Info, "The logging tool runs.").await;
    "Sent a log message to whoever wants it."
}

/// Return the value, which a header repeats.
#[mcp_tool(read_only)]
pub(crate) async fn test_custom_header(
    /// What to return.
    #[schemars(extend("x-mcp-header" = "Value"))]
    value: String,
) -> String {
    value
}

/// Come and go.
#[mcp_tool(read_only)]
async fn test_dynamic_tool() -> &'static str {
    "I am here just now."
}

/// Add a tool to the list, or take it away again.
#[mcp_tool]
pub(crate) async fn test_trigger_tool_change(
    #[mcp(extract)] catalog: Catalog,
) -> Result<&'static str, ToolError> {
    if catalog.remove_tool("test_dynamic_tool") {
        return Ok("Removed a tool.");
    }
    catalog.add_tool::<test_dynamic_tool>()?;
    Ok("Added a tool.")
}

/// Add a prompt to the list, or take it away again.
#[mcp_tool]
pub(crate) async fn test_trigger_prompt_change(
    #[mcp(extract)] catalog: Catalog,
) -> Result<&'static str, ToolError> {
    const NAME: &str = "test_dynamic_prompt";
    if catalog.remove_prompt(NAME) {
        return Ok("Removed a prompt.");
    }
    let prompt = PromptDescriptor::new(NAME).with_description("Comes and goes.");
    catalog.add_prompt(prompt, |_, _| async {
        Ok(PromptResult::user("I am here just now."))
    })?;
    Ok("Added a prompt.")
}

/// Tell those who subscribed to the watched resource that it has changed.
#[mcp_tool]
pub(crate) async fn test_trigger_resource_update(#[mcp(extract)] catalog: Catalog) -> &'static str {
    catalog.notify_updated(crate::resources::WATCHED);
    "Told those who watch."
}
