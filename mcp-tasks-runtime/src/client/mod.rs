//! The other end: a client that calls tools as tasks of the draft dialect, over any pair of byte
//! streams or a child process's standard input and output.
//!
//! A tool is called in two steps, so that a program can follow its task meanwhile:
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use mcp_tasks_runtime::{CallTool, Client, ClientError};
//! use mcp_tasks_runtime::serde_json::json;
//!
//! # async fn example() -> Result<(), ClientError> {
//! let client = Client::spawn(tokio::process::Command::new("my-server")).await?;
//! let call = CallTool::new("analyze_dataset")
//!     .arguments(&json!({ "dataset": "large_file.csv" }))
//!     .keep_alive(Duration::from_secs(3600));
//! let pending = client.begin_call_tool(call).await?;
//! let result = pending
//!     .result_with(async |task| println!("{}: {}", task.id, task.status))
//!     .await?;
//! println!("{}", result.text());
//! client.close().await?;
//! # Ok(())
//! # }
//! ```
//!
//! The program can take tasks for supported: a server without them answers the call itself, and
//! the listener is never called. Sampling, elicitation and roots are answered by handlers that
//! the [`ClientBuilder`] is given. The later task dialects and HTTP are not spoken here.

mod answering;
mod builder;
mod call_tool;
mod connection;
mod error;
mod exchange;
mod handle;
mod observe;
mod pending;
mod process;
mod reading;
mod requests;
mod tasks;
#[cfg(test)]
mod tests;

pub use answering::ServerRequest;
pub use builder::ClientBuilder;
pub use call_tool::CallTool;
pub use error::ClientError;
pub use handle::Client;
pub use observe::Direction;
pub use pending::PendingRequest;

pub use crate::protocol::client::{
    CallToolResult, Cursor, RawContent, ServerInfo, Task, TaskPage, ToolInfo,
};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex whose holder cannot leave the value half changed.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
