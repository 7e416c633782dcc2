//! One request and what is known of its answer.

use std::future::pending;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::connection::Connection;
use super::error::ClientError;
use crate::protocol::jsonrpc::{self, RequestId};
use crate::task::ErrorBody;

/// What is known of a request so far.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The server said that the request's task can be read.
    pub(super) created: bool,
    /// When this client cancelled the request.
    pub(super) cancelled: Option<Instant>,
    pub(super) answer: Option<Result<Arc<RawValue>, Failure>>,
}

/// Why a request has no answer. Can be told more than once, unlike [`ClientError`].
#[derive(Clone, Debug)]
pub(super) enum Failure {
    Rpc(ErrorBody),
    Lost(Option<Arc<io::Error>>),
    TimedOut(Duration),
}

impl From<Failure> for ClientError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Rpc(error) => error.into(),
            Failure::Lost(source) => Self::Disconnected { source },
            Failure::TimedOut(after) => Self::Timeout { after },
        }
    }
}

/// A request that was made and is not yet forgotten. Dropping it forgets it: an answer that comes
/// later is ignored, and the server is told nothing.
#[derive(Debug)]
pub(super) struct Exchange {
    connection: Arc<Connection>,
    id: i64,
    method: String,
    known: Arc<watch::Sender<Known>>,
    deadline: Option<(Instant, Duration)>,
}

impl Exchange {
    /// For [`Connection::open`] alone.
    pub(super) fn new(
        connection: Arc<Connection>,
        id: i64,
        method: String,
        known: Arc<watch::Sender<Known>>,
        timeout: Option<Duration>,
    ) -> Self {
        // A time beyond the clock's end never comes.
        let deadline = timeout.and_then(|after| Some((Instant::now().checked_add(after)?, after)));
        Self {
            connection,
            id,
            method,
            known,
            deadline,
        }
    }

    pub(super) fn id(&self) -> i64 {
        self.id
    }

    /// Sends the request.
    pub(super) async fn send(&self, params: Option<&impl Serialize>) -> Result<(), ClientError> {
        let message = jsonrpc::request(&RequestId::Int(self.id), &self.method, params);
        let sending = self.connection.send(message);
        match self.deadline {
            None => sending.await,
            // It is not under way yet, so there is nothing to cancel.
            Some((at, after)) => timeout_at(at, sending)
                .await
                .unwrap_or(Err(ClientError::Timeout { after })),
        }
    }

    /// The answer, every time it is asked for. `grace` is how long to wait for it once the
    /// request was cancelled.
    pub(super) async fn answer(&self, grace: Duration) -> Result<Arc<RawValue>, ClientError> {
        let mut changes = self.known.subscribe();
        loop {
            let end = {
                let known = changes.borrow_and_update();
                if let Some(answer) = &known.answer {
                    return answer.clone().map_err(ClientError::from);
                }
                self.end_of_patience(&known, grace)
            };
            tokio::select! {
                biased;
                _ = changes.changed() => {}
                () = at(end) => return Err(self.give_up()),
            }
        }
    }

    /// When to stop waiting. A task that was created is waited for as long as it takes, like its
    /// acceptance elsewhere (N-13).
    fn end_of_patience(&self, known: &Known, grace: Duration) -> Option<Instant> {
        match known.cancelled {
            Some(when) => when.checked_add(grace),
            None if known.created => None,
            None => self.deadline.map(|(at, _)| at),
        }
    }

    fn give_up(&self) -> ClientError {
        if self.known.borrow().cancelled.is_some() {
            return ClientError::Cancelled;
        }
        let Some((_, after)) = self.deadline else {
            return ClientError::Cancelled;
        };
        self.connection.abandon(self.id, Failure::TimedOut(after));
        ClientError::Timeout { after }
    }

    /// [`answer`](Self::answer), read as a `T`.
    pub(super) async fn read<T: DeserializeOwned>(
        &self,
        grace: Duration,
    ) -> Result<T, ClientError> {
        let answer = self.answer(grace).await?;
        serde_json::from_str(answer.get()).map_err(|error| ClientError::decode(&self.method, error))
    }

    /// Waits until the request's task can be read.
    pub(super) async fn created(&self) {
        // The sender is `self`'s own, so that the wait cannot fail.
        let _ = self.known.subscribe().wait_for(|known| known.created).await;
    }

    pub(super) fn is_created(&self) -> bool {
        self.known.borrow().created
    }

    /// Takes the task for created, as the server said in another way (D-48).
    pub(super) fn mark_created(&self) {
        self.known.send_modify(|known| known.created = true);
    }

    pub(super) async fn cancel(&self, reason: Option<&str>) -> Result<(), ClientError> {
        self.connection.cancel(self.id, reason).await
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.connection.forget(self.id);
    }
}

async fn at(when: Option<Instant>) {
    match when {
        Some(when) => sleep_until(when).await,
        None => pending().await,
    }
}
