//! Tools that the conformance suite calls by name, and that take several rounds: each asks what
//! it needs, as if the answer came at once.

use mcp_tasks_runtime::{Askable, TaskContext, ToolError, mcp_tool};
use serde_json::json;

use crate::forms::{fill, form, roots, sample, text_form};

const CAPITAL: &str = "What is the capital of France?";

/// Ask for a name, then greet it.
#[mcp_tool]
pub(crate) async fn test_input_required_result_elicitation(
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let filled = fill(ctx, "user_name", text_form("What is your name?", "name")).await?;
    Ok(format!("Hello, {}!", filled.text("name")))
}

/// Ask the client's model, then return what it said.
#[mcp_tool]
pub(crate) async fn test_input_required_result_sampling(
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let sampled = sample(ctx, "capital_question", CAPITAL).await?;
    Ok(sampled.text().to_owned())
}

/// Ask for the client's roots, then name them.
#[mcp_tool]
pub(crate) async fn test_input_required_result_list_roots(
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let roots = roots(ctx, "client_roots").await?;
    Ok(format!("Roots: {}", roots.join(", ")))
}

/// Ask for a confirmation, and keep a state over it.
#[mcp_tool]
pub(crate) async fn test_input_required_result_request_state(
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    confirm(ctx).await?;
    Ok("The state came back: state-ok".to_owned())
}

/// Ask for a confirmation; a state that somebody changed is refused.
#[mcp_tool]
pub(crate) async fn test_input_required_result_tampered_state(
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    confirm(ctx).await?;
    Ok("The state came back unchanged.".to_owned())
}

async fn confirm(ctx: &TaskContext) -> Result<(), ToolError> {
    let ok = json!({ "ok": { "type": "boolean" } });
    fill(ctx, "confirm", form("All right?", ok, &["ok"])).await?;
    Ok(())
}

/// Ask a person, the client's model and the client at once.
#[mcp_tool]
pub(crate) async fn test_input_required_result_multiple_inputs(
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let (filled, sampled, roots) = tokio::try_join!(
        fill(ctx, "user_name", text_form("What is your name?", "name")),
        sample(ctx, "capital_question", CAPITAL),
        roots(ctx, "client_roots"),
    )?;
    let (name, capital, roots) = (filled.text("name"), sampled.text(), roots.join(", "));
    Ok(format!("Name: {name}. Capital: {capital}. Roots: {roots}."))
}

/// Ask one question after the other.
#[mcp_tool]
pub(crate) async fn test_input_required_result_multi_round(
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let name = fill(ctx, "step1", text_form("What is your name?", "name")).await?;
    let colour = fill(
        ctx,
        "step2",
        text_form("What is your favourite colour?", "color"),
    )
    .await?;
    Ok(format!(
        "{} likes {}.",
        name.text("name"),
        colour.text("color")
    ))
}

/// Ask whatever the client answers.
#[mcp_tool]
pub(crate) async fn test_input_required_result_capabilities(
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let ask_person = async {
        if !ctx.can_ask(Askable::Elicitation) {
            return Ok(None);
        }
        let form = text_form("What is your name?", "name");
        fill(ctx, "user_name", form)
            .await
            .map(|filled| Some(filled.text("name")))
    };
    let ask_model = async {
        if !ctx.can_ask(Askable::Sampling) {
            return Ok(None);
        }
        let sampled = sample(ctx, "capital_question", CAPITAL).await;
        sampled.map(|sampled| Some(sampled.text().to_owned()))
    };
    let (name, capital) = tokio::try_join!(ask_person, ask_model)?;
    let told = |answer: Option<String>| answer.unwrap_or_else(|| "not asked".to_owned());
    Ok(format!("Name: {}. Capital: {}.", told(name), told(capital)))
}
