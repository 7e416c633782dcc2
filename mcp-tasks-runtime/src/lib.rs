//! Task-capable MCP servers: annotate an async function, call it now, fetch the result later.

mod arguments;
mod catalog;
#[cfg(feature = "client")]
pub mod client;
mod completion;
mod engine;
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
