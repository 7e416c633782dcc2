//! Wire ↔ engine: the server and its connections, from the handshake to the last answer.

mod asked;
mod builder;
mod calls;
mod dispatch;
mod error;
mod in_flight;
mod legacy;
mod listen;
mod modern;
mod modern_calls;
mod modern_tasks;
mod outlet;
mod peer;
mod rounds;
mod routes;
mod session;
mod tasks;
mod tool_set;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

pub use builder::ServerBuilder;
#[allow(unused_imports, reason = "for the HTTP transport")]
pub(crate) use dispatch::{Later, Reply, Via};
pub use error::Error;
#[allow(unused_imports, reason = "for the HTTP transport")]
pub(crate) use outlet::{Outbound, Outgoing, Outlet};
pub(crate) use session::{Identity, Session};

use crate::engine::Engine;
use crate::protocol::lifecycle::Implementation;
use crate::protocol::v2026_07_28::state::StateKey;
use crate::task::TokioClock;

use tool_set::ToolSet;

/// A server of tools: built once, then served on any number of connections. Cheap to clone.
///
/// ```no_run
/// use mcp_tasks_runtime::{Server, mcp_tool};
///
/// /// Add two numbers.
/// #[mcp_tool]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// #[tokio::main]
/// async fn main() -> Result<(), mcp_tasks_runtime::Error> {
///     Server::builder("calculator", "1.0.0").tool::<add>().build()?.serve_stdio().await
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Server {
    pub(crate) core: Arc<Core>,
}

/// What all sessions of a server share.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) engine: Arc<Engine>,
    tools: Arc<ToolSet>,
    info: Implementation,
    instructions: Option<String>,
    pub(crate) settings: ServerSettings,
    /// Seals what unfinished calls bring back.
    state_key: StateKey,
    clock: TokioClock,
    /// Fires when the server stops serving: what is only listened to ends.
    pub(crate) closing: CancellationToken,
}

impl Core {
    /// The tools as they are at present.
    fn tools(&self) -> Arc<ToolSet> {
        Arc::clone(&self.tools)
    }

    /// Tasks are on, and at least one tool can be one.
    fn has_tasks(&self) -> bool {
        self.settings.tasks && self.tools.any_task
    }
}

/// Settings of connections.
#[derive(Clone, Debug)]
pub(crate) struct ServerSettings {
    tasks: bool,
    page_size: usize,
    pub(crate) longest_message: usize,
    pub(crate) drain: Duration,
    /// Whether the answer that a task was made shall pass for a tool's result as well.
    plain_clients: bool,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            tasks: true,
            page_size: 100,
            longest_message: 8 * 1024 * 1024,
            drain: Duration::from_secs(30),
            plain_clients: false,
        }
    }
}

impl Server {
    /// Begins a server: its name and version, as clients will see them (R-11).
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ServerBuilder {
        ServerBuilder::new(name.into(), version.into())
    }
}
