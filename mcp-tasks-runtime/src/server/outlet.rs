//! Where messages go: back to whoever sent a request, or to a session's own stream.

use tokio::sync::mpsc;

use crate::protocol::jsonrpc::Answer;

/// A message on its way out.
#[derive(Debug)]
pub(crate) enum Outbound {
    /// A notification or a request.
    Message(Vec<u8>),
    /// What a request is answered with; on a stream of its own, the last message.
    Answer(Answer),
}

impl From<Outbound> for Vec<u8> {
    fn from(outbound: Outbound) -> Self {
        match outbound {
            Outbound::Message(json) | Outbound::Answer(Answer { json, .. }) => json,
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

    /// Whether both are the same way.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.0.same_channel(&other.0)
    }

    /// Whether nobody reads any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    /// Comes when nobody reads any more.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }
}
