//! Wire ↔ engine: the server and its connections, from the handshake to the last answer.

mod asked;
mod builder;
mod calls;
mod changes;
mod dispatch;
mod error;
mod in_flight;
mod jobs;
mod legacy;
mod listen;
mod lists;
mod modern;
mod modern_calls;
mod modern_rounds;
mod modern_tasks;
mod outlet;
mod peer;
mod plain;
mod reads;
mod rounds;
mod routes;
mod session;
mod tasks;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

pub use builder::ServerBuilder;
#[cfg(feature = "http")]
pub(crate) use dispatch::{Later, Reply, Via};
pub use error::Error;
pub(crate) use outlet::Outlet;
#[cfg(feature = "http")]
pub(crate) use outlet::{Outbound, Outgoing};
pub(crate) use session::{Identity, Session};

use crate::catalog::{Catalog, Tools};
use crate::engine::Engine;
use crate::protocol::lifecycle::Implementation;
use crate::protocol::v2026_07_28::state::StateKey;
use crate::task::TokioClock;

/// A server of tools, prompts and resources: built once, then served on any number of connections. Cheap to clone.
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
    catalog: Catalog,
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
    fn tools(&self) -> Arc<Tools> {
        self.catalog.tools()
    }

    /// Tasks are on, and there is, or was, a tool that can be one.
    fn has_tasks(&self) -> bool {
        self.settings.tasks && self.tools().had_task
    }
}

/// Settings of connections.
#[derive(Clone, Debug)]
pub(crate) struct ServerSettings {
    tasks: bool,
    page_size: usize,
    pub(crate) longest_message: usize,
    pub(crate) drain: Duration,
    /// Which hosts and origins the endpoint answers to, besides the loopback ones.
    pub(crate) allowed: Allowed,
    /// Whether the answer that a task was made shall pass for a tool's result as well.
    plain_clients: bool,
}

/// What an endpoint answers to, besides the loopback hosts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Allowed {
    /// Names of hosts, without a port.
    pub(crate) hosts: Vec<String>,
    /// Whole origins, such as `https://app.example.com`.
    pub(crate) origins: Vec<String>,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            tasks: true,
            page_size: 100,
            longest_message: 8 * 1024 * 1024,
            drain: Duration::from_secs(30),
            allowed: Allowed::default(),
            plain_clients: false,
        }
    }
}

impl Server {
    /// Begins a server: its name and version, as clients will see them (R-11).
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ServerBuilder {
        ServerBuilder::new(name.into(), version.into())
    }

    /// What the server offers: a handle to change it by while it serves.
    pub fn catalog(&self) -> Catalog {
        self.core.catalog.clone()
    }
}
