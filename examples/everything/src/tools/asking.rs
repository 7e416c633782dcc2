//! Tools that ask their client while they run as tasks, or before they do.

use mcp_tasks_runtime::{
    TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError, mcp_tool, schemars, serde,
};
use serde_json::json;

use crate::forms::{fill, form, sample, text_form};

/// Ask a person the question, and return the answer.
#[mcp_tool(task)]
pub(crate) async fn ask_task(
    /// The question.
    question: String,
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let filled = fill(ctx, "answer", text_form(&question, "answer")).await?;
    Ok(filled.text("answer"))
}

/// Ask a person two questions at once, and return both answers.
#[mcp_tool(task)]
pub(crate) async fn ask_twice(ctx: &TaskContext) -> Result<String, ToolError> {
    let (first, second) = tokio::try_join!(
        fill(ctx, "first", text_form("The first answer?", "answer")),
        fill(ctx, "second", text_form("The second answer?", "answer")),
    )?;
    Ok(format!(
        "{}, {}",
        first.text("answer"),
        second.text("answer")
    ))
}

/// Ask the client's model, and return what it says.
#[mcp_tool(task)]
pub(crate) async fn sample_task(
    /// What to ask it.
    prompt: String,
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let sampled = sample(ctx, "sample", &prompt).await?;
    Ok(sampled.text().to_owned())
}

/// Have a deletion confirmed; nothing is deleted.
#[mcp_tool(task = "required")]
pub(crate) async fn confirm_delete(
    /// The file to delete.
    filename: String,
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let confirm = json!({ "confirm": { "type": "boolean" } });
    let question = form(&format!("Delete {filename}?"), confirm, &["confirm"]);
    let filled = fill(ctx, "confirm", question).await?;
    match filled.content["confirm"].as_bool() {
        Some(true) => Ok(format!("Deleted {filename}.")),
        _ => Ok(format!("Kept {filename}.")),
    }
}

/// Have two forms filled in at once.
#[mcp_tool(task = "required")]
pub(crate) async fn multi_input(ctx: &TaskContext) -> Result<String, ToolError> {
    let part = |number: u8| {
        let properties = json!({ "name": { "type": "string" }, "confirm": { "type": "boolean" } });
        form(&format!("Part {number}?"), properties, &["name", "confirm"])
    };
    let (first, second) =
        tokio::try_join!(fill(ctx, "part_1", part(1)), fill(ctx, "part_2", part(2)),)?;
    Ok(format!(
        "{} and {}",
        first.text("name"),
        second.text("name")
    ))
}

/// A tool that asks for a name before there is a task, which then knows it.
pub(crate) struct TestToolWithTask;

/// No arguments.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(crate = "mcp_tasks_runtime::serde")]
#[schemars(crate = "mcp_tasks_runtime::schemars")]
pub(crate) struct Nothing {}

impl TestToolWithTask {
    async fn name(context: &TaskContext) -> Result<String, ToolError> {
        let filled = fill(
            context,
            "user_name",
            text_form("What is your name?", "name"),
        )
        .await?;
        Ok(filled.text("name"))
    }
}

impl Tool for TestToolWithTask {
    type Input = Nothing;
    type Output = String;

    const PREPARES: bool = true;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("test_tool_with_task")
            .with_description("Ask for a name, then greet it in a task.")
            .with_task(TaskSupport::Required)
    }

    async fn prepare(_: Nothing, context: TaskContext) -> Result<(), ToolError> {
        Self::name(&context).await.map(drop)
    }

    async fn call(_: Nothing, context: TaskContext) -> Result<String, ToolError> {
        Ok(format!("Hello, {}!", Self::name(&context).await?))
    }
}
