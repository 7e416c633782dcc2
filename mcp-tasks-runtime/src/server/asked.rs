//! Requests from the server to its client, and the responses that they wait for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde_json::value::RawValue;
use tokio::sync::oneshot;

use super::outlet::Outlet;
use super::session::{Session, lock};
use crate::protocol::jsonrpc::RequestId;
use crate::protocol::link::Tie;
use crate::task::{ErrorBody, TaskId};
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

/// The way that a request to the client takes.
#[derive(Clone, Debug)]
pub(super) enum Way {
    /// Among the messages of the client's own request.
    Request(Outlet),
    /// Whichever way is open for a task, or opens first.
    Task(TaskId),
}

/// A request to the client. Dropped before the response came, it is cancelled (N-72).
#[derive(Debug)]
pub(super) struct AskedRequest {
    session: Arc<Session>,
    number: i64,
    way: Way,
    /// The task that it belongs to, as the client is told.
    tie: Tie,
    response: oneshot::Receiver<Response>,
    message: Vec<u8>,
}

impl AskedRequest {
    /// Sends a question; `None` when the client cannot respond any more.
    pub(super) async fn send(
        session: &Arc<Session>,
        ask: &Ask,
        way: Way,
        tie: Tie,
    ) -> Option<Self> {
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
        let message = tie.request(&RequestId::Int(number), ask);
        let asked = Self {
            session: Arc::clone(session),
            number,
            way,
            tie,
            response,
            message,
        };
        match &asked.way {
            Way::Request(outlet) => outlet.send(asked.message.clone()).await,
            Way::Task(task) => session.routes.ask(task, asked.message.clone()).await,
        }
        Some(asked)
    }

    /// The client's response; `None` when it has gone.
    pub(super) async fn response(mut self) -> Option<Response> {
        (&mut self.response).await.ok()
    }
}

impl Drop for AskedRequest {
    fn drop(&mut self) {
        let waited = lock(&self.session.asked.0).by_id.remove(&self.number);
        if waited.is_none() {
            return;
        }
        let cancelled = self.tie.cancelled(&RequestId::Int(self.number));
        match &self.way {
            Way::Request(outlet) => outlet.send_lossy(cancelled),
            Way::Task(task) => {
                // One that was never sent needs no taking back.
                if !self.session.routes.forget(task, &self.message) {
                    self.session.routes.tell(task, cancelled);
                }
            }
        }
    }
}
