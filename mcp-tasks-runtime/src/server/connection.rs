//! The state of one connection: what was agreed on, what is in flight, what was asked.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::Core;
use crate::protocol::draft::Link;
use crate::protocol::jsonrpc::{self, RequestId};
use crate::protocol::lifecycle::{ClientCapabilities, Peer, Version};
use crate::protocol::notification;
use crate::task::{ErrorBody, Owner, TaskId, TaskRef};

/// One connection. Held by its reader and by every call that will answer on it.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) core: Arc<Core>,
    pub(super) owner: Owner,
    out: mpsc::Sender<Vec<u8>>,
    agreed: Mutex<Agreed>,
    in_flight: Mutex<HashMap<RequestId, InFlight>>,
    /// Requests to the client that wait for its response.
    asked: Mutex<Asked>,
    next_id: AtomicI64,
}

/// What the client and the server have agreed on.
#[derive(Debug, Default)]
enum Agreed {
    /// Nothing yet.
    #[default]
    Nothing,
    /// The client spoke the draft dialect before any handshake, which tells its era.
    ByDialect,
    /// By `initialize`.
    ByHandshake(Peer),
}

#[derive(Debug, Default)]
struct Asked {
    waiting: HashMap<i64, oneshot::Sender<Answer>>,
    /// Nothing will come any more.
    closed: bool,
}

/// What the client answers to a request.
pub(super) type Answer = Result<Arc<RawValue>, ErrorBody>;

/// A request that is being worked on.
#[derive(Clone, Debug)]
pub(super) struct InFlight {
    /// Ends a plain call.
    pub(super) cancel: CancellationToken,
    /// The task that the request asked for.
    pub(super) task: Option<TaskRef>,
    /// Whether the client cancelled the call, and so expects no answer (N-73).
    by_client: bool,
}

impl InFlight {
    pub(super) fn call() -> Self {
        Self {
            cancel: CancellationToken::new(),
            task: None,
            by_client: false,
        }
    }

    pub(super) fn task(task: TaskRef) -> Self {
        Self {
            task: Some(task),
            ..Self::call()
        }
    }
}

impl Connection {
    pub(super) fn new(core: Arc<Core>, owner: Owner, out: mpsc::Sender<Vec<u8>>) -> Self {
        Self {
            core,
            owner,
            out,
            agreed: Mutex::default(),
            in_flight: Mutex::default(),
            asked: Mutex::default(),
            next_id: AtomicI64::new(1),
        }
    }

    /// Sends a message; waits while too many wait. Lost when the client has gone.
    pub(super) async fn send(&self, message: Vec<u8>) {
        let _ = self.out.send(message).await;
    }

    /// Sends a message if there is room for it.
    pub(super) fn send_lossy(&self, message: Vec<u8>) {
        let _ = self.out.try_send(message);
    }

    /// The agreed version; `None` before there is one.
    pub(super) fn version(&self) -> Option<Version> {
        match &*lock(&self.agreed) {
            Agreed::Nothing => None,
            Agreed::ByDialect => Some(Version::NEWEST),
            Agreed::ByHandshake(peer) => Some(peer.version),
        }
    }

    pub(super) fn capabilities(&self) -> ClientCapabilities {
        match &*lock(&self.agreed) {
            Agreed::ByHandshake(peer) => peer.capabilities,
            Agreed::Nothing | Agreed::ByDialect => ClientCapabilities::default(),
        }
    }

    /// Takes the client's word from a handshake; false when there was one already.
    pub(super) fn agree(&self, peer: Peer) -> bool {
        let mut agreed = lock(&self.agreed);
        let first = !matches!(*agreed, Agreed::ByHandshake(_));
        if first {
            *agreed = Agreed::ByHandshake(peer);
        }
        first
    }

    /// The client speaks the draft dialect without a handshake.
    pub(super) fn agree_by_dialect(&self) {
        let mut agreed = lock(&self.agreed);
        if matches!(*agreed, Agreed::Nothing) {
            *agreed = Agreed::ByDialect;
        }
    }

    /// Notes a request as in flight; false when one of that id is already.
    pub(super) fn begin(&self, id: &RequestId, request: InFlight) -> bool {
        let mut in_flight = lock(&self.in_flight);
        if in_flight.contains_key(id) {
            return false;
        }
        in_flight.insert(id.clone(), request);
        true
    }

    /// The request is about to be answered. True when the client waits for the answer.
    pub(super) fn end(&self, id: &RequestId) -> bool {
        !lock(&self.in_flight)
            .remove(id)
            .is_some_and(|request| request.by_client)
    }

    pub(super) fn is_in_flight(&self, id: &RequestId) -> bool {
        lock(&self.in_flight).contains_key(id)
    }

    /// The client cancels a request: a plain call ends at once; a task is left to the caller.
    pub(super) fn cancel_by_client(&self, id: &RequestId) -> Option<TaskRef> {
        let cancel = {
            let mut in_flight = lock(&self.in_flight);
            let request = in_flight.get_mut(id)?;
            if request.task.is_some() {
                return request.task.clone();
            }
            request.by_client = true;
            request.cancel.clone()
        };
        cancel.cancel();
        None
    }

    /// Ends every plain call in flight and, if told so, every task.
    pub(super) async fn cancel_calls(&self, reason: &str, with_tasks: bool) {
        let requests: Vec<InFlight> = lock(&self.in_flight).values().cloned().collect();
        for request in requests {
            match request.task {
                None => request.cancel.cancel(),
                Some(task) if with_tasks => {
                    // Refused when it ended meanwhile, which is as good.
                    let _ = self
                        .core
                        .engine
                        .cancel(&task, Some(reason.to_owned()))
                        .await;
                }
                Some(_) => {}
            }
        }
    }

    /// Nothing more will come from the client.
    pub(super) fn close(&self) {
        let mut asked = lock(&self.asked);
        asked.closed = true;
        asked.waiting.clear();
    }

    /// Sends the client a request, for `task` if it is one's, and gives where its answer will
    /// come; `None` when it cannot answer any more.
    pub(super) async fn ask(
        self: &Arc<Self>,
        method: &str,
        params: &impl Serialize,
        task: Option<&TaskId>,
    ) -> Option<AskedRequest> {
        let number = self.next_id.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        {
            let mut asked = lock(&self.asked);
            if asked.closed {
                return None;
            }
            asked.waiting.insert(number, answer);
        }
        let request = AskedRequest {
            connection: Arc::clone(self),
            number,
            task: task.cloned(),
            answered,
        };
        self.send(jsonrpc::request(
            &RequestId::Int(number),
            method,
            Some(params),
        ))
        .await;
        Some(request)
    }

    /// Takes a response; one that nobody waits for is ignored (D-29).
    pub(super) fn answered(&self, id: &RequestId, answer: Result<&RawValue, ErrorBody>) {
        let RequestId::Int(number) = id else { return };
        let waiting = lock(&self.asked).waiting.remove(number);
        if let Some(waiting) = waiting {
            let _ = waiting.send(answer.map(|raw| Arc::from(raw.to_owned())));
        }
    }
}

/// A request to the client. Dropped before the answer, it is cancelled (N-72).
#[derive(Debug)]
pub(super) struct AskedRequest {
    connection: Arc<Connection>,
    number: i64,
    /// The draft task that it belongs to.
    task: Option<TaskId>,
    answered: oneshot::Receiver<Answer>,
}

impl AskedRequest {
    /// The client's answer; `None` when it has gone.
    pub(super) async fn answer(mut self) -> Option<Answer> {
        (&mut self.answered).await.ok()
    }
}

impl Drop for AskedRequest {
    fn drop(&mut self) {
        if lock(&self.connection.asked)
            .waiting
            .remove(&self.number)
            .is_some()
        {
            let id = RequestId::Int(self.number);
            self.connection
                .send_lossy(cancelled_notification(&id, self.task.as_ref()));
        }
    }
}

/// `notifications/cancelled` for a request of ours.
fn cancelled_notification(id: &RequestId, task: Option<&TaskId>) -> Vec<u8> {
    #[derive(Serialize)]
    struct Params<'a> {
        #[serde(rename = "requestId")]
        request_id: &'a RequestId,
        #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
        meta: Option<Link<'a>>,
    }
    let params = Params {
        request_id: id,
        meta: task.map(Link),
    };
    jsonrpc::notification(notification::CANCELLED, Some(&params))
}

/// No invariant spans a panic: each holder changes one entry.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
