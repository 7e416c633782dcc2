//! Task-capable MCP servers: annotate an async function, call it now, fetch the result later.

mod arguments;
#[cfg_attr(
    not(test),
    expect(dead_code, unused_imports, reason = "not served by any method yet")
)]
mod catalog;
#[cfg_attr(not(test), expect(dead_code, reason = "not served by any method yet"))]
mod completion;
mod engine;
#[cfg_attr(not(test), expect(dead_code, reason = "not served by any method yet"))]
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
pub use completion::{Completion, CompletionRequest};
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
    Amount, Annotations, AskError, Audience, BuildError, Content, DefinitionFault, FromCall, Icon,
    Json, Progress, Reported, Requirements, ResourceContents, State, States, TaskContext,
    TaskSupport, Tool, ToolAnnotations, ToolDescriptor, ToolError, ToolOutput, ToolResult,
};
pub use {schemars, serde, serde_json};
