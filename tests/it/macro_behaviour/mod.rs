//! What the types that `#[mcp_tool]` generates do.

mod arguments;
mod descriptor;
mod extractors;
mod running;

use mcp_tasks_runtime::{Content, TaskContext, Tool, ToolError, ToolOutput};
use serde_json::Value;

/// The schema that a server derives for the tool's arguments.
fn input_schema<T: Tool>() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T::Input>();
    schema.remove("title");
    schema.to_value()
}

/// Decodes arguments and runs the tool, as a call without a server does.
async fn call<T: Tool>(arguments: Value) -> Result<T::Output, ToolError> {
    let input = serde_json::from_value(arguments)?;
    T::call(input, TaskContext::detached()).await
}

/// What the tool says to the model.
async fn text_of<T: Tool>(arguments: Value) -> Result<String, ToolError> {
    let result = call::<T>(arguments).await?.into_result()?;
    Ok(result
        .content()
        .iter()
        .filter_map(Content::as_text)
        .collect())
}
