//! The options of a client.

use std::future::Future;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::process::Command;

use super::answering::{Handlers, ServerRequest};
use super::error::ClientError;
use super::handle::{self, Client};
use super::observe::{Direction, Observers};
use super::process::Process;
use crate::protocol::ask;
use crate::protocol::client::{NEWEST, spoken};
use crate::protocol::lifecycle::{Implementation, Version};
use crate::task::ErrorBody;

/// The options of a [`Client`].
///
/// Observers are called where messages are read and sent, in the order of the wire: they should
/// return soon, and a blocking one slows its connection down.
#[derive(Debug)]
pub struct ClientBuilder {
    pub(super) identity: Implementation,
    version: Option<String>,
    pub(super) longest: usize,
    pub(super) settings: Settings,
    pub(super) handlers: Handlers,
    pub(super) observers: Observers,
}

/// What is needed of the options once the connection is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) poll_interval: Duration,
    pub(super) cancel_grace: Duration,
    pub(super) close_grace: Duration,
    pub(super) request_timeout: Option<Duration>,
}

impl Default for ClientBuilder {
    fn default() -> Self {
        Self {
            identity: Implementation {
                name: env!("CARGO_PKG_NAME").to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                ..Implementation::default()
            },
            version: None,
            longest: 64 * 1024 * 1024,
            settings: Settings {
                poll_interval: Duration::from_secs(1),
                cancel_grace: Duration::from_secs(5),
                close_grace: Duration::from_secs(2),
                request_timeout: None,
            },
            handlers: Handlers::default(),
            observers: Observers::default(),
        }
    }
}

impl ClientBuilder {
    /// Sets who the client says it is; this library by default.
    pub fn identity(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.identity.name = name.into();
        self.identity.version = version.into();
        self
    }

    /// Sets the protocol version to offer, such as `2025-03-26`; the newest by default (N-06).
    pub fn protocol_version(mut self, version: impl Into<String>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// Sets how long to wait between two looks at a task when the server does not say; one second
    /// by default.
    pub fn poll_interval(mut self, interval: Duration) -> Self {
        self.settings.poll_interval = interval;
        self
    }

    /// Sets how long to wait for the answer to a request after it was cancelled; five seconds by
    /// default. Servers need not answer (N-73).
    pub fn cancel_grace(mut self, grace: Duration) -> Self {
        self.settings.cancel_grace = grace;
        self
    }

    /// Sets how long [`Client::close`] waits at each of its steps; two seconds by default.
    pub fn close_grace(mut self, grace: Duration) -> Self {
        self.settings.close_grace = grace;
        self
    }

    /// Sets how long to wait for the answer to any request but a tool's call, which has
    /// [`CallTool::timeout`](super::CallTool::timeout) (N-13); for ever by default.
    pub fn request_timeout(mut self, timeout: Duration) -> Self {
        self.settings.request_timeout = Some(timeout);
        self
    }

    /// Sets the longest message to take from the server, in bytes; 64 MiB by default. A longer
    /// one is skipped, and whoever waits for it goes on waiting.
    pub fn longest_message(mut self, bytes: usize) -> Self {
        self.longest = bytes;
        self
    }

    /// Answers the server's requests of that method, and declares the capability for it if there
    /// is one. The answer must serialise to a JSON object; when a task asked, it is linked to it
    /// (D-26). A handler that panics is an internal error to the server.
    ///
    /// Each request is answered in a task of its own, which is dropped when the server withdraws
    /// the request or the connection ends. `ping` is answered without a handler.
    pub fn on_request<F, Fut, T>(mut self, method: &str, handler: F) -> Self
    where
        F: Fn(ServerRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, ErrorBody>> + Send + 'static,
        T: Serialize,
    {
        self.handlers.set(method, handler);
        self
    }

    /// [`on_request`](Self::on_request) for questions to the user, `elicitation/create`.
    pub fn on_elicitation<F, Fut, T>(self, handler: F) -> Self
    where
        F: Fn(ServerRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, ErrorBody>> + Send + 'static,
        T: Serialize,
    {
        self.on_request(ask::ELICIT, handler)
    }

    /// [`on_request`](Self::on_request) for questions to the model, `sampling/createMessage`.
    pub fn on_sampling<F, Fut, T>(self, handler: F) -> Self
    where
        F: Fn(ServerRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, ErrorBody>> + Send + 'static,
        T: Serialize,
    {
        self.on_request(ask::SAMPLE, handler)
    }

    /// [`on_request`](Self::on_request) for the question after the roots, `roots/list`.
    pub fn on_roots<F, Fut, T>(self, handler: F) -> Self
    where
        F: Fn(ServerRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, ErrorBody>> + Send + 'static,
        T: Serialize,
    {
        self.on_request(ask::ROOTS, handler)
    }

    /// Shows every notification of the server: its method and its parameters.
    pub fn on_notification(
        mut self,
        observe: impl Fn(&str, Option<&RawValue>) + Send + Sync + 'static,
    ) -> Self {
        self.observers.notification = Some(Box::new(observe));
        self
    }

    /// Shows every message as it crosses the wire, both ways: its JSON, without a line end. What
    /// the server sends is shown before it is read, so also when it is no message.
    pub fn on_wire(mut self, observe: impl Fn(Direction, &str) + Send + Sync + 'static) -> Self {
        self.observers.wire = Some(Box::new(observe));
        self
    }

    /// Connects over a pair of byte streams, and agrees on a protocol version.
    ///
    /// # Errors
    ///
    /// [`ClientError::Version`] when the server speaks no version that this client speaks; the
    /// connection is then closed (N-08). Otherwise as any request.
    pub async fn connect<R, W>(self, reader: R, writer: W) -> Result<Client, ClientError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let version = self.offered()?;
        handle::connect(self, version, reader, writer, None).await
    }

    /// Starts a server as a child process, and connects over its standard input and output. Its
    /// standard error is this process's, unless the command says otherwise. When the client is
    /// dropped without [`Client::close`], the process is killed.
    ///
    /// # Errors
    ///
    /// [`ClientError::Process`] when the process does not start; otherwise as
    /// [`connect`](Self::connect).
    pub async fn spawn(self, command: Command) -> Result<Client, ClientError> {
        let version = self.offered()?;
        let (process, reader, writer) = Process::spawn(command)?;
        handle::connect(self, version, reader, writer, Some(process)).await
    }

    fn offered(&self) -> Result<Version, ClientError> {
        match &self.version {
            None => Ok(NEWEST),
            Some(version) => spoken(version).ok_or_else(|| ClientError::UnknownVersion {
                version: version.clone(),
            }),
        }
    }
}
