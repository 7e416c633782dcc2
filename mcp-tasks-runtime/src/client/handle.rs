//! The client itself: how it begins, what it knows of its server, how it ends.

use std::process::ExitStatus;
use std::sync::Arc;

use serde_json::value::RawValue;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::process::Command;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::answering::Desk;
use super::builder::{ClientBuilder, Settings};
use super::connection::{Connection, Opening};
use super::error::ClientError;
use super::process::Process;
use super::reading;
use crate::protocol::client::{Handshake, Offer, ServerInfo, spoken};
use crate::protocol::lifecycle::Version;
use crate::protocol::{Method, jsonrpc, notification};
use crate::transport;

/// How many messages may wait to be written.
const WAITING: usize = 64;

/// A connection to an MCP server. Cheap to clone; it ends when it is [closed](Self::close), or
/// with the last clone and the last [`PendingRequest`](super::PendingRequest).
///
/// Its futures can be dropped at any time: a request that was sent is then forgotten, and its
/// answer ignored; the server is not told to stop.
#[derive(Clone, Debug)]
pub struct Client {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    connection: Arc<Connection>,
    server: Handshake,
    settings: Settings,
    process: Option<Process>,
    /// Ends the reading task.
    stop: CancellationToken,
    _stop_on_drop: DropGuard,
}

impl Client {
    /// The options of a client.
    pub fn builder() -> ClientBuilder {
        ClientBuilder::default()
    }

    /// [`ClientBuilder::connect`], with every option at its default.
    ///
    /// # Errors
    ///
    /// As there.
    pub async fn connect<R, W>(reader: R, writer: W) -> Result<Self, ClientError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        Self::builder().connect(reader, writer).await
    }

    /// [`ClientBuilder::spawn`], with every option at its default.
    ///
    /// # Errors
    ///
    /// As there.
    pub async fn spawn(command: Command) -> Result<Self, ClientError> {
        Self::builder().spawn(command).await
    }

    /// Who the server says it is.
    pub fn server_info(&self) -> &ServerInfo {
        &self.shared.server.server_info
    }

    /// The protocol version that was agreed on.
    pub fn protocol_version(&self) -> &str {
        &self.shared.server.protocol_version
    }

    /// The server's capabilities, as it declared them; `None` when it did not.
    pub fn capabilities(&self) -> Option<&RawValue> {
        self.shared.server.capabilities.as_deref()
    }

    /// How the server says that it is to be used.
    pub fn instructions(&self) -> Option<&str> {
        self.shared.server.instructions.as_deref()
    }

    /// Ends the connection for every clone: closes the stream to the server, waits for the
    /// server to end its own, and then stops reading. A child process that does not exit by
    /// itself is asked to with SIGTERM, and killed at last (N-92); each step has the
    /// [grace](ClientBuilder::close_grace). Requests that are open until then may be answered;
    /// afterwards they are [`ClientError::Disconnected`]. Gives the process's exit status, the
    /// first time.
    ///
    /// # Errors
    ///
    /// [`ClientError::Process`] when the process cannot be waited for.
    ///
    /// # Cancel safety
    ///
    /// Can be called again to go on.
    pub async fn close(&self) -> Result<Option<ExitStatus>, ClientError> {
        let Shared {
            connection,
            settings,
            process,
            stop,
            ..
        } = &*self.shared;
        connection.stop_sending();
        let status = match process {
            Some(process) => process.shut_down(settings.close_grace).await?,
            None => None,
        };
        let _ = timeout(settings.close_grace, connection.ended.cancelled()).await;
        stop.cancel();
        connection.ended.cancelled().await;
        Ok(status)
    }

    /// Whether the connection has ended.
    pub fn is_closed(&self) -> bool {
        self.connection().ended.is_cancelled()
    }

    pub(super) fn connection(&self) -> &Arc<Connection> {
        &self.shared.connection
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.shared.settings
    }
}

/// Connects, and shakes hands.
pub(super) async fn connect<R, W>(
    builder: ClientBuilder,
    version: Version,
    reader: R,
    writer: W,
    process: Option<Process>,
) -> Result<Client, ClientError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let ClientBuilder {
        identity,
        longest,
        settings,
        handlers,
        observers,
        ..
    } = builder;
    let (sender, outgoing) = mpsc::channel(WAITING);
    let connection = Arc::new(Connection::new(sender, observers));
    let handlers = Arc::new(handlers);
    let stop = CancellationToken::new();
    let stop_on_drop = stop.clone().drop_guard();
    tokio::spawn(reading::read(
        connection.clone(),
        Desk::new(connection.clone(), handlers.clone()),
        transport::read_from(reader),
        transport::write_to(writer, outgoing),
        longest,
        stop.clone(),
    ));

    let offer = Offer::new(version, &identity, |method| handlers.answers(method));
    let shaking = shake_hands(&connection, version, &offer);
    let server = match settings.request_timeout {
        None => shaking.await?,
        // No exchange's own timeout: `initialize` may not be cancelled (N-01).
        Some(after) => timeout(after, shaking)
            .await
            .unwrap_or(Err(ClientError::Timeout { after }))?,
    };
    let shared = Shared {
        connection,
        server,
        settings,
        process,
        stop,
        _stop_on_drop: stop_on_drop,
    };
    Ok(Client {
        shared: Arc::new(shared),
    })
}

async fn shake_hands(
    connection: &Arc<Connection>,
    offered: Version,
    offer: &Offer<'_>,
) -> Result<Handshake, ClientError> {
    let exchange = connection.open(Opening {
        method: Method::Initialize.name().to_owned(),
        ..Opening::default()
    });
    exchange.send(Some(offer)).await?;
    let server: Handshake = exchange.read(std::time::Duration::ZERO).await?;
    if spoken(&server.protocol_version).is_none() {
        return Err(ClientError::Version {
            offered: offered.as_str(),
            got: server.protocol_version,
        });
    }
    let initialized = jsonrpc::notification(notification::INITIALIZED, None::<&()>);
    connection.send(initialized).await?;
    Ok(server)
}
