//! Tools that end in other ways than with a success.

use std::time::Duration;

use mcp_tasks_runtime::{ToolError, mcp_tool};

/// Fail with a JSON-RPC error.
#[mcp_tool(task)]
pub(crate) async fn fail_task(
    /// The error's message.
    message: String,
) -> Result<String, ToolError> {
    Err(ToolError::internal(message))
}

/// Return a result that says it is an error.
#[mcp_tool(task)]
pub(crate) async fn error_task(
    /// The error's text.
    message: String,
) -> Result<String, ToolError> {
    Err(ToolError::new(message))
}

/// Panic.
#[mcp_tool(task)]
#[expect(clippy::panic, reason = "that is what it is for")]
pub(crate) async fn panic_task() -> String {
    panic!("panic_task panics")
}

/// Block a thread, deaf to cancellation.
#[mcp_tool(task)]
pub(crate) fn stubborn_task(
    /// For how many seconds.
    seconds: f64,
) -> Result<String, ToolError> {
    std::thread::sleep(Duration::try_from_secs_f64(seconds)?);
    Ok(format!("blocked for {seconds} s"))
}
