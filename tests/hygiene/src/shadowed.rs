//! A module in which the names that generated code might reach for mean something else.

use renamed::mcp_tool;

macro_rules! impostors {
    ($($name:ident),* $(,)?) => {$(
        /// Not what it is called.
        #[derive(Debug, Clone, Copy)]
        pub struct $name;
    )*};
}

impostors!(
    Result, Option, Vec, String, Some, None, Ok, Err, Box, Send, Sync, Default, Into, From
);
impostors!(
    Clone_, Future, Tool, ToolError, ToolOutput, FromCall, Icon, Self_
);

/// Not the crate of this name.
pub mod core {}
/// Not the crate of this name.
pub mod std {}
/// Not the crate of this name.
pub mod alloc {}
/// Not the crate of this name.
pub mod serde {}
/// Not the crate of this name.
pub mod schemars {}
/// Not the crate of this name.
pub mod serde_json {}
/// Not the crate of this name.
pub mod mcp_tasks_runtime {}

/// Add two numbers.
#[must_use]
#[mcp_tool(crate = ::renamed, task, idempotent, retries = 2, icons = ["https://example.com/a.png"])]
pub fn add(
    /// One.
    a: i64,
    /// The other, or nothing.
    b: ::core::option::Option<i64>,
) -> ::std::string::String {
    ::std::format!("{}", a + b.unwrap_or_default())
}

/// Wait for nothing.
#[mcp_tool(crate = ::renamed)]
pub async fn wait(#[mcp(extract)] ctx: ::renamed::TaskContext) {
    ctx.progress(1, 1).await;
}
