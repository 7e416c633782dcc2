//! Where messages go: back to whoever sent a request, or to a session's own stream.

use tokio::sync::mpsc;

use crate::protocol::jsonrpc::{self, RequestId};
use crate::task::ErrorBody;

/// A message on its way out.
#[derive(Debug)]
pub(crate) enum Outbound {
    /// A notification or a request.
    Message(Vec<u8>),
    /// What a request is answered with; on a stream of its own, the last message.
    Answer(Answer),
}

impl Outbound {
    pub(crate) fn into_json(self) -> Vec<u8> {
        match self {
            Self::Message(json) | Self::Answer(Answer { json, .. }) => json,
        }
    }
}

/// The answer to a request.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) json: Vec<u8>,
    /// The code, if it is an error: some transports show it in their own way.
    pub(crate) error: Option<i64>,
}

impl Answer {
    pub(crate) fn result(id: &RequestId, result: &impl serde::Serialize) -> Self {
        Self {
            json: jsonrpc::result(id, result),
            error: None,
        }
    }

    pub(crate) fn error(id: Option<&RequestId>, error: &ErrorBody) -> Self {
        Self {
            json: jsonrpc::error(id, error),
            error: Some(error.code),
        }
    }
}

/// Where messages go. Cheap to clone; the way ends when the last one is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Outlet(mpsc::Sender<Outbound>);

/// The other end of an [`Outlet`].
pub(crate) type Outgoing = mpsc::Receiver<Outbound>;

impl Outlet {
    /// A way for messages, of which so many may wait before senders do.
    pub(crate) fn new(waiting: usize) -> (Self, Outgoing) {
        let (sender, receiver) = mpsc::channel(waiting);
        (Self(sender), receiver)
    }

    /// Sends a message; waits while too many wait. Lost when nobody reads any more.
    pub(crate) async fn send(&self, message: Vec<u8>) {
        let _ = self.0.send(Outbound::Message(message)).await;
    }

    /// Sends an answer, as [`send`](Self::send) does.
    pub(crate) async fn answer(&self, answer: Answer) {
        let _ = self.0.send(Outbound::Answer(answer)).await;
    }

    /// Sends a message if there is room for it.
    pub(crate) fn send_lossy(&self, message: Vec<u8>) {
        let _ = self.0.try_send(Outbound::Message(message));
    }

    /// Comes when nobody reads any more.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }
}
