//! What a tool is: the [`Tool`] trait, its descriptor and schemas, what a tool is given
//! ([`TaskContext`], extractors) and what it gives back (results, errors), and the registry.

mod ask;
mod blocking;
mod content;
mod context;
mod descriptor;
mod error;
mod extract;
mod output;
mod progress;
mod registry;
mod result;
mod schema;
mod woken;

pub(crate) use ask::Given;
pub use ask::{Ask, AskError, Askable, LogLevel, NotSupported};
pub use blocking::run_blocking;
pub use content::{Annotations, Audience, Content, ResourceContents};
pub use context::TaskContext;
pub(crate) use context::{Answered, Answering, CallPeer, NewContext};
pub use descriptor::{Icon, TaskSupport, ToolAnnotations, ToolDescriptor};
pub use error::ToolError;
pub use extract::{FromCall, Requirements, State, States};
pub use output::ToolOutput;
pub use progress::{Amount, Progress, Reported};
pub(crate) use registry::RegisteredTool;
pub use registry::{BuildError, DefinitionFault};
pub use result::{Json, ToolResult};
pub(crate) use schema::of_input as input_schema;

use std::future::Future;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// A tool that a server can offer.
///
/// `#[mcp_tool]` implements it for a type of the annotated function's name; it can be implemented
/// by hand just as well.
///
/// ```
/// use mcp_tasks_runtime::{TaskContext, Tool, ToolDescriptor, ToolError, schemars, serde};
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// #[serde(crate = "mcp_tasks_runtime::serde")]
/// #[schemars(crate = "mcp_tasks_runtime::schemars")]
/// struct Greet {
///     name: String,
/// }
///
/// impl Tool for Greet {
///     type Input = Self;
///     type Output = String;
///
///     fn descriptor() -> ToolDescriptor {
///         ToolDescriptor::new("greet").with_description("Greet somebody.")
///     }
///
///     async fn call(input: Self, _context: TaskContext) -> Result<String, ToolError> {
///         Ok(format!("Hello, {}!", input.name))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "annotate the function with `#[mcp_tool]`, and name it here as it is called: `.tool::<my_function>()`"
)]
pub trait Tool: 'static {
    /// The arguments: a struct whose schema is the tool's input schema.
    type Input: DeserializeOwned + JsonSchema + Send;
    /// What a successful call gives; its type tells the output schema.
    type Output: ToolOutput;

    /// Name, description and options. The schemas are added from the types, unless it sets them.
    fn descriptor() -> ToolDescriptor;

    /// Says what the tool needs from its server, so that a server without it is not built.
    fn requirements(_requirements: &mut Requirements<'_>) {}

    /// Whether [`prepare`](Self::prepare) does anything; without it, it is not called.
    const PREPARES: bool = false;

    /// What comes before the call: it may check the input and ask the client. In the dialect of
    /// 2026-07-28 it comes before a task is made of the call, in as many rounds as its questions
    /// need; elsewhere it is the beginning of the run. What it was answered under a key, the call
    /// is answered under the same key, without the client being asked again.
    ///
    /// # Errors
    ///
    /// Those of [`call`](Self::call), which then is not run.
    ///
    /// # Cancel safety
    ///
    /// That of [`call`](Self::call).
    fn prepare(
        _input: Self::Input,
        _context: TaskContext,
    ) -> impl Future<Output = Result<(), ToolError>> + Send {
        std::future::ready(Ok(()))
    }

    /// Runs the tool.
    ///
    /// # Errors
    ///
    /// A [`ToolError`] is shown to the client as it says.
    ///
    /// # Cancel safety
    ///
    /// The future is dropped when the call is cancelled and does not end by itself within the
    /// grace period.
    fn call(
        input: Self::Input,
        context: TaskContext,
    ) -> impl Future<Output = Result<Self::Output, ToolError>> + Send;
}
