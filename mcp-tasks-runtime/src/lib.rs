//! Task-capable MCP servers: annotate an async function, call it now, fetch the result later.
//!
//! ```no_run
//! use mcp_tasks_runtime::{Error, Server, mcp_tool};
//!
//! /// Wait, then say so.
//! #[mcp_tool(task)]
//! async fn wait(seconds: u64) -> String {
//!     tokio::time::sleep(std::time::Duration::from_secs(seconds)).await;
//!     format!("waited {seconds} s")
//! }
//!
//! #[tokio::main]
//! async fn main() -> Result<(), Error> {
//!     Server::builder("waiter", "1.0.0").tool::<wait>().build()?.serve_stdio().await
//! }
//! ```
//!
//! - [`mcp_tool`] turns a function into a tool: parameters, results, errors, options.
//! - [`Server`] and [`ServerBuilder`] serve tools on standard input and output, on any pair of byte
//!   streams, or over HTTP, and have the settings and limits.
//! - [`TaskContext`] is what a tool is given while it runs: progress, cancellation, questions to the
//!   client, shared state.
//! - [`ToolError`], [`Json`], [`Content`] and [`ToolResult`] are what it gives back.
//! - [`Prompt`], [`Resource`] and [`ResourceTemplate`] are the other things that a server offers.
//! - [`store`] has the interface of task stores, and [`task`] what they keep.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `http` | streamable HTTP: `Server::serve_http`, `into_router`, `into_service` |
//! | `client` | `Client`, and `Server::connect`, which serves a client in the same program |
//! | `testing` | `store::testing`, the contract suite for stores |
//!
//! # Ids in this documentation
//!
//! Ids such as D-05 name requirements of the protocol: `D-` of the draft dialect (SEP-1686 as first
//! proposed), `N-` of revision 2025-11-25 and the handshake versions before it, `J-` of 2026-07-28
//! with its tasks extension; `B-` and `C-` say how these live side by side, and `R-` names faults of
//! other implementations that must not occur here.

mod arguments;
mod catalog;
#[cfg(feature = "client")]
pub mod client;
mod completion;
mod engine;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod fuzzing;
mod prompt;
mod protocol;
mod resource;
mod server;
pub mod store;
pub mod task;
mod tool;
mod transport;

#[doc(hidden)]
pub mod __private;

pub use arguments::{ArgumentError, Arguments};
pub use catalog::{Catalog, CatalogError};
#[cfg(feature = "client")]
pub use client::{CallTool, CallToolResult, Client, ClientBuilder, ClientError, PendingRequest};
pub use completion::{Completion, CompletionRequest};
#[doc = include_str!("../docs/mcp_tool.md")]
pub use mcp_tasks_macros::mcp_tool;
pub use prompt::{
    Prompt, PromptArgument, PromptDescriptor, PromptFault, PromptMessage, PromptResult, Role,
};
pub use resource::{
    ReadRequest, Resource, ResourceDescriptor, ResourceError, ResourceFault, ResourceTemplate,
    TemplateDescriptor, UriTemplateFault,
};
pub use server::{Error, Server, ServerBuilder};
pub use tool::{
    Amount, Annotations, Ask, AskError, Askable, Audience, BuildError, Content, DefinitionFault,
    FromCall, Icon, IntoToolError, Json, LogLevel, NotSupported, Progress, Reported, Requirements,
    ResourceContents, State, States, TaskContext, TaskSupport, Tool, ToolAnnotations,
    ToolDescriptor, ToolError, ToolOutput, ToolResult,
};
pub use {schemars, serde, serde_json};
