//! Wire ↔ engine: the server and its connections, from the handshake to the last answer.

mod builder;
mod calls;
mod connection;
mod dispatch;
mod error;
mod peer;
mod serve;
mod tasks;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;

pub use builder::ServerBuilder;
pub use error::Error;

use crate::engine::Engine;
use crate::protocol::lifecycle::{Implementation, Version};
use crate::task::Owner;
use crate::tool::Registry;
use crate::transport;

use serve::Ending;

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
    core: Arc<Core>,
}

/// What all connections of a server share. Nothing of it changes once it serves.
#[derive(Debug)]
struct Core {
    engine: Arc<Engine>,
    registry: Registry,
    /// The tools as `tools/list` shows them, for each of [`Version::ALL`].
    listings: [Vec<Box<RawValue>>; Version::ALL.len()],
    info: Implementation,
    instructions: Option<String>,
    /// Tasks are on, and at least one tool can be one.
    tasks: bool,
    settings: ServerSettings,
}

/// Settings of connections.
#[derive(Clone, Debug)]
struct ServerSettings {
    tasks: bool,
    page_size: usize,
    longest_message: usize,
    drain: Duration,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            tasks: true,
            page_size: 100,
            longest_message: 8 * 1024 * 1024,
            drain: Duration::from_secs(30),
        }
    }
}

/// How many messages may wait to be written before senders wait.
const OUTGOING: usize = 1024;

impl Server {
    /// Begins a server: its name and version, as clients will see them (R-11).
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ServerBuilder {
        ServerBuilder::new(name.into(), version.into())
    }

    /// Serves the client at the other end of standard input and output, until standard input
    /// ends or the process gets SIGTERM or an interrupt.
    ///
    /// Calls in flight are then answered, within the drain time of the builder; what still runs
    /// after it is cancelled, and answered so.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] when standard input or output cannot be served, or writing fails for another
    /// reason than that the client has gone.
    pub async fn serve_stdio(self) -> Result<(), Error> {
        let (out, outgoing) = mpsc::channel(OUTGOING);
        let (incoming, written) = transport::stdio(outgoing)?;
        let stop = serve::stop_signal()?;
        serve::serve(
            self.core,
            Owner::local(),
            incoming,
            out,
            written,
            Ending::Process(stop),
        )
        .await
    }

    /// Serves the client at the other end of a pair of byte streams, until it ends its stream.
    ///
    /// Calls in flight are then answered, within the drain time of the builder. Tasks that still
    /// run after it go on, and can be polled on a further connection (D-48).
    ///
    /// All connections that are served so are the process's own user's, and see the same tasks.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] when writing fails for another reason than that the client has gone.
    pub async fn serve<R, W>(&self, reader: R, writer: W) -> Result<(), Error>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let (out, outgoing) = mpsc::channel(OUTGOING);
        let written = transport::write_to(writer, outgoing);
        let incoming = transport::read_from(reader);
        let core = Arc::clone(&self.core);
        serve::serve(
            core,
            Owner::local(),
            incoming,
            out,
            written,
            Ending::Connection,
        )
        .await
    }
}
