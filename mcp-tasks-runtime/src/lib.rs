//! Task-capable MCP servers: annotate an async function, call it now, fetch the result later.

#[cfg(feature = "client")]
pub mod client;
mod engine;
mod protocol;
mod server;
pub mod store;
pub mod task;
mod tool;
mod transport;

#[doc(hidden)]
pub mod __private;

#[cfg(feature = "client")]
pub use client::{CallTool, CallToolResult, Client, ClientBuilder, ClientError, PendingRequest};
#[doc = include_str!("../docs/mcp_tool.md")]
pub use mcp_tasks_macros::mcp_tool;
pub use server::{Error, Server, ServerBuilder};
pub use tool::{
    Amount, Annotations, AskError, Audience, BuildError, Content, DefinitionFault, FromCall, Icon,
    IntoToolError, Json, Progress, Reported, Requirements, ResourceContents, State, States,
    TaskContext, TaskSupport, Tool, ToolAnnotations, ToolDescriptor, ToolError, ToolOutput,
    ToolResult,
};
pub use {schemars, serde, serde_json};
