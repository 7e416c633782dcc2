//! What a prompt is: the [`Prompt`] trait, its descriptor, the messages that it gives, and the
//! form in which a server keeps it.

mod descriptor;
mod registered;
mod result;

pub use descriptor::{PromptArgument, PromptDescriptor};
pub use registered::PromptFault;
pub(crate) use registered::{PromptError, RegisteredPrompt};
pub use result::{PromptMessage, PromptResult, Role};

use std::future::Future;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::tool::{Requirements, TaskContext, ToolError};

/// A prompt that a server can offer: messages made from a few arguments, which a person picks.
///
/// ```
/// use mcp_tasks_runtime::{
///     Prompt, PromptDescriptor, PromptResult, TaskContext, ToolError, schemars, serde,
/// };
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// #[serde(crate = "mcp_tasks_runtime::serde")]
/// #[schemars(crate = "mcp_tasks_runtime::schemars")]
/// struct Review {
///     /// The code to review.
///     code: String,
///     /// How many findings to list at most.
///     findings: Option<u8>,
/// }
///
/// impl Prompt for Review {
///     type Arguments = Self;
///
///     fn descriptor() -> PromptDescriptor {
///         PromptDescriptor::new("review").with_description("Review a piece of code.")
///     }
///
///     async fn get(arguments: Self, _context: TaskContext) -> Result<PromptResult, ToolError> {
///         let findings = arguments.findings.unwrap_or(5);
///         Ok(PromptResult::user(format!(
///             "List up to {findings} findings about this code:\n{}",
///             arguments.code
///         )))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "not a prompt",
    note = "implement `Prompt` for it, or give the builder a descriptor and a closure"
)]
pub trait Prompt: 'static {
    /// The arguments: a struct of texts, numbers, booleans and enums without data, or `()`, or
    /// [`Arguments`](crate::Arguments) for any.
    type Arguments: DeserializeOwned + JsonSchema + Send;

    /// Name, description and options. The arguments are added from the type, the required ones
    /// first, unless it lists them.
    fn descriptor() -> PromptDescriptor;

    /// Says what the prompt needs from its server, so that a server without it is not built.
    fn requirements(_requirements: &mut Requirements<'_>) {}

    /// Makes the messages.
    ///
    /// # Errors
    ///
    /// Every [`ToolError`] becomes a JSON-RPC error: a prompt has no result that says it failed.
    ///
    /// # Cancel safety
    ///
    /// The future is dropped when the request is cancelled.
    fn get(
        arguments: Self::Arguments,
        context: TaskContext,
    ) -> impl Future<Output = Result<PromptResult, ToolError>> + Send;
}
