//! Requests from the server to its client, and the responses that they wait for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde_json::value::RawValue;
use tokio::sync::oneshot;

use super::session::{Session, lock};
use crate::protocol::jsonrpc::{self, RequestId};
use crate::protocol::link::Link;
use crate::task::ErrorBody;
use crate::tool::Ask;

/// What the client answers to a request.
pub(super) type Response = Result<Arc<RawValue>, ErrorBody>;

/// The requests to a client that wait for its response.
#[derive(Debug, Default)]
pub(super) struct AskedRequests(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    by_id: HashMap<i64, oneshot::Sender<Response>>,
    /// Ids are counted up, so that each is used once in a session.
    last_id: i64,
    /// Nothing will come any more.
    closed: bool,
}

impl AskedRequests {
    /// Takes a response; one that nobody waits for is ignored (D-29).
    pub(super) fn answered(&self, id: &RequestId, response: Result<&RawValue, ErrorBody>) {
        let RequestId::Int(number) = id else { return };
        let waiting = lock(&self.0).by_id.remove(number);
        if let Some(waiting) = waiting {
            let _ = waiting.send(response.map(|raw| Arc::from(raw.to_owned())));
        }
    }

    /// No response will come any more.
    pub(super) fn close(&self) {
        let mut waiting = lock(&self.0);
        waiting.closed = true;
        waiting.by_id.clear();
    }
}

/// A request to the client. Dropped before the response came, it is cancelled (N-72).
#[derive(Debug)]
pub(super) struct AskedRequest {
    session: Arc<Session>,
    number: i64,
    /// The task that it belongs to.
    link: Link,
    response: oneshot::Receiver<Response>,
    /// The message, for the caller to send.
    pub(super) message: Vec<u8>,
}

impl AskedRequest {
    /// A request that the client has yet to be sent; `None` when it cannot respond any more.
    pub(super) fn new(session: &Arc<Session>, ask: &Ask, link: Link) -> Option<Self> {
        let (sender, response) = oneshot::channel();
        let number = {
            let mut waiting = lock(&session.asked.0);
            if waiting.closed {
                return None;
            }
            waiting.last_id += 1;
            let number = waiting.last_id;
            waiting.by_id.insert(number, sender);
            number
        };
        let id = RequestId::Int(number);
        let message = link.request(&id, &ask.method, &ask.params);
        Some(Self {
            session: Arc::clone(session),
            number,
            link,
            response,
            message,
        })
    }

    /// The client's response; `None` when it has gone.
    pub(super) async fn response(&mut self) -> Option<Response> {
        (&mut self.response).await.ok()
    }
}

impl Drop for AskedRequest {
    fn drop(&mut self) {
        let waited = lock(&self.session.asked.0).by_id.remove(&self.number);
        if waited.is_some() {
            let id = RequestId::Int(self.number);
            self.session.routes.send_lossy(self.link.cancelled(&id));
        }
    }
}

