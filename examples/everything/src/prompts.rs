//! The prompts that the conformance suite asks for by name.

use mcp_tasks_runtime::{
    Arguments, Content, Prompt, PromptArgument, PromptDescriptor, PromptResult, ServerBuilder,
    TaskContext, ToolError, schemars, serde,
};

use crate::forms::{fill, text_form};
use crate::tools::conformance::PIXEL;

/// Adds the prompts.
pub(crate) fn add(builder: ServerBuilder) -> ServerBuilder {
    let prompt = |name: &str, text: &str| PromptDescriptor::new(name).with_description(text);
    builder
        .prompt(prompt("test_simple_prompt", "One message."), |_, _| async {
            Ok(PromptResult::user("This is a simple prompt for testing."))
        })
        .prompt_of::<WithArguments>()
        .prompt(
            prompt(
                "test_prompt_with_embedded_resource",
                "A message with a resource.",
            )
            .with_argument(PromptArgument::required("resourceUri")),
            |arguments, _| async move { embedded(&arguments) },
        )
        .prompt(
            prompt("test_prompt_with_image", "A message with a picture."),
            |_, _| async {
                Ok(PromptResult::user(Content::image(PIXEL, "image/png"))
                    .with_user("Please describe the picture."))
            },
        )
        .prompt(
            prompt(
                "test_input_required_result_prompt",
                "A message that needs an answer first.",
            ),
            |_, ctx| async move { asking(&ctx).await },
        )
}

/// A prompt with two arguments, one of which can be completed.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(crate = "mcp_tasks_runtime::serde")]
#[schemars(crate = "mcp_tasks_runtime::schemars")]
struct WithArguments {
    /// The first argument.
    arg1: String,
    /// The second argument.
    arg2: String,
}

impl Prompt for WithArguments {
    type Arguments = Self;

    fn descriptor() -> PromptDescriptor {
        PromptDescriptor::new("test_prompt_with_arguments")
            .with_description("A message made of two arguments.")
            .with_values("arg1", ["test one", "test two", "another"])
    }

    async fn get(arguments: Self, _context: TaskContext) -> Result<PromptResult, ToolError> {
        let Self { arg1, arg2 } = arguments;
        let text = format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'");
        Ok(PromptResult::user(text))
    }
}

fn embedded(arguments: &Arguments) -> Result<PromptResult, ToolError> {
    let uri = arguments.require("resourceUri")?;
    let resource = Content::resource_text(uri, "text/plain", "A resource within a prompt.");
    Ok(PromptResult::user(resource).with_user("Please read the resource."))
}

async fn asking(ctx: &TaskContext) -> Result<PromptResult, ToolError> {
    let form = text_form("What should the prompt know?", "context");
    let filled = fill(ctx, "user_context", form).await?;
    Ok(PromptResult::user(format!(
        "Context: {}",
        filled.text("context")
    )))
}
