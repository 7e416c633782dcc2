//! Streamable HTTP: one endpoint for every era.
//!
//! A POST brings one message. Its answer is a JSON object, or a stream of events when other
//! messages precede it. The handshake era has sessions, a stream of each session's own (GET),
//! and streams that can be taken up again; 2026-07-28 has none of these, and there whoever closes
//! the stream of a request cancels it (J-45).
//!
//! Status codes are known here alone.

mod events;
mod guard;
mod handlers;
mod headers;
mod in_session;
mod respond;
mod sessions;
mod stream;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::routing::{MethodRouter, any};
use axum::serve::ListenerExt as _;
use tokio::net::{TcpListener, ToSocketAddrs};

use super::signals::Signals;
use crate::server::{Error, Server};

use handlers::Endpoint;

/// Where the endpoint is in [`Server::into_router`].
const PATH: &str = "/mcp";

impl Server {
    /// The endpoint as a router, at `/mcp`.
    pub fn into_router(self) -> Router {
        Router::new().route(PATH, self.into_service())
    }

    /// The endpoint as a service, for a path of your own: `.route("/tools", server.into_service())`.
    pub fn into_service(self) -> MethodRouter {
        let endpoint = Arc::new(Endpoint::new(self));
        any(handlers::handle).with_state(endpoint)
    }

    /// Serves the endpoint at `/mcp` of this address, until the process gets SIGTERM or an
    /// interrupt. Calls in flight are then answered, within the drain time of the builder.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] when the address cannot be bound.
    pub async fn serve_http(self, address: impl ToSocketAddrs) -> Result<(), Error> {
        self.serve_http_on(TcpListener::bind(address).await?).await
    }

    /// [`serve_http`](Self::serve_http), on a listener that is bound already.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] when the listener's address cannot be told, or no signal waited for.
    pub async fn serve_http_on(self, listener: TcpListener) -> Result<(), Error> {
        let address: SocketAddr = listener.local_addr()?;
        tracing::info!(%address, path = PATH, "serving");
        let mut signals = Signals::new()?;
        let core = Arc::clone(&self.core);
        let (closing, drain) = (core.closing.clone(), core.settings.drain);
        // An answer must not wait for the acknowledgement of the one before.
        let listener = listener.tap_io(|connection| {
            if let Err(error) = connection.set_nodelay(true) {
                tracing::debug!(%error, "no TCP_NODELAY");
            }
        });
        let told = closing.clone();
        let serving = axum::serve(listener, self.into_router())
            .with_graceful_shutdown(async move { told.cancelled().await });
        let mut serving = std::pin::pin!(serving.into_future());
        tokio::select! {
            result = &mut serving => return Ok(result?),
            () = signals.recv() => closing.cancel(),
        }
        tokio::select! {
            result = &mut serving => Ok(result?),
            () = tokio::time::sleep(drain) => Ok(()),
            () = signals.recv() => Ok(()),
        }
    }
}
