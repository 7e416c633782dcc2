//! The state of a connection: which requests are open, and the way out.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::error::ClientError;
use super::exchange::{Exchange, Failure, Known};
use super::lock;
use super::observe::{Direction, Observers, OnProgress};
use crate::protocol::client::Cancellation;
use crate::protocol::draft::Link;
use crate::protocol::{jsonrpc, notification};
use crate::task::{ErrorBody, TaskId};
use crate::tool::Progress;

/// What both halves of a connection share: the client's calls and the reading task.
#[derive(Debug)]
pub(super) struct Connection {
    /// Taken when the connection ends, which closes the stream once all is written.
    outgoing: Mutex<Option<mpsc::Sender<Vec<u8>>>>,
    /// Held while a message is shown and handed over, so that both happen in one order.
    showing: Mutex<()>,
    pub(super) observers: Observers,
    last_id: AtomicI64,
    requests: Mutex<Requests>,
    /// Cancelled when the reading task has ended.
    pub(super) ended: CancellationToken,
}

#[derive(Debug, Default)]
struct Requests {
    /// Those that wait for an answer. An entry lives at most as long as its [`Exchange`].
    open: HashMap<i64, Open>,
    /// Which of them asked for which task.
    by_task: HashMap<TaskId, i64>,
    /// Set when no answer will come any more: to why, as far as that is known.
    lost: Option<Option<Arc<io::Error>>>,
}

#[derive(Debug)]
struct Open {
    known: Arc<watch::Sender<Known>>,
    task: Option<TaskId>,
    on_progress: Option<Arc<OnProgress>>,
}

/// A request to be made.
#[derive(Debug, Default)]
pub(super) struct Opening {
    pub(super) method: String,
    pub(super) task: Option<TaskId>,
    pub(super) on_progress: Option<OnProgress>,
    pub(super) timeout: Option<Duration>,
}

impl Requests {
    fn remove(&mut self, id: i64) -> Option<Open> {
        let open = self.open.remove(&id)?;
        if let Some(task) = &open.task
            && self.by_task.get(task) == Some(&id)
        {
            self.by_task.remove(task);
        }
        Some(open)
    }
}

impl Connection {
    pub(super) fn new(outgoing: mpsc::Sender<Vec<u8>>, observers: Observers) -> Self {
        Self {
            outgoing: Mutex::new(Some(outgoing)),
            showing: Mutex::default(),
            observers,
            last_id: AtomicI64::new(0),
            requests: Mutex::default(),
            ended: CancellationToken::new(),
        }
    }

    /// Opens a request, from when on its answer, its progress and the creation of its task are
    /// looked out for: they may come before anybody waits for them.
    pub(super) fn open(self: &Arc<Self>, opening: Opening) -> Exchange {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let known = Arc::new(watch::Sender::new(Known::default()));
        let mut requests = lock(&self.requests);
        match requests.lost.clone() {
            Some(lost) => known.send_modify(|known| known.answer = Some(Err(Failure::Lost(lost)))),
            None => {
                // Of two requests for one task, the earlier is the one that creates it.
                if let Some(task) = opening.task.clone() {
                    requests.by_task.entry(task).or_insert(id);
                }
                let open = Open {
                    known: known.clone(),
                    task: opening.task,
                    on_progress: opening.on_progress.map(Arc::new),
                };
                requests.open.insert(id, open);
            }
        }
        drop(requests);
        Exchange::new(self.clone(), id, opening.method, known, opening.timeout)
    }

    pub(super) fn forget(&self, id: i64) {
        lock(&self.requests).remove(id);
    }

    /// Takes in the answer to a request; one that nobody waits for is ignored (N-74).
    pub(super) fn answered(&self, id: i64, answer: Result<&RawValue, ErrorBody>) {
        let Some(open) = lock(&self.requests).remove(id) else {
            tracing::debug!(id, "an answer that nobody waits for");
            return;
        };
        let answer = answer
            .map(|result| Arc::from(result.to_owned()))
            .map_err(Failure::Rpc);
        open.known.send_modify(|known| known.answer = Some(answer));
    }

    pub(super) fn task_created(&self, task: &TaskId) {
        let requests = lock(&self.requests);
        let open = requests
            .by_task
            .get(task)
            .and_then(|id| requests.open.get(id));
        if let Some(open) = open {
            open.known.send_modify(|known| known.created = true);
        }
    }

    pub(super) fn progressed(&self, id: i64, progress: Progress) {
        let observer = lock(&self.requests)
            .open
            .get(&id)
            .and_then(|open| open.on_progress.clone());
        if let Some(observer) = observer {
            observer.tell(progress);
        }
    }

    /// Sends a message, once there is room for it.
    pub(super) async fn send(&self, message: Vec<u8>) -> Result<(), ClientError> {
        let outgoing = lock(&self.outgoing).clone();
        let outgoing = outgoing.ok_or_else(|| self.disconnected())?;
        let permit = outgoing.reserve().await.map_err(|_| self.disconnected())?;
        self.hand_over(permit, message);
        Ok(())
    }

    /// Sends a message if there is room for it.
    pub(super) fn try_send(&self, message: Vec<u8>) {
        let outgoing = lock(&self.outgoing).clone();
        match outgoing.as_ref().map(mpsc::Sender::try_reserve) {
            Some(Ok(permit)) => self.hand_over(permit, message),
            _ => tracing::warn!("the server does not read; a message to it is left out"),
        }
    }

    fn hand_over(&self, permit: mpsc::Permit<'_, Vec<u8>>, message: Vec<u8>) {
        let _in_order = lock(&self.showing);
        if self.observers.wire.is_some() {
            let json = String::from_utf8_lossy(&message);
            self.observers.wire(Direction::Sent, &json);
        }
        permit.send(message);
    }

    /// Tells the server that the answer is no longer wanted. Nothing is sent when it already
    /// came, or the request was cancelled before (N-72).
    pub(super) async fn cancel(&self, id: i64, reason: Option<&str>) -> Result<(), ClientError> {
        let open = lock(&self.requests)
            .open
            .get(&id)
            .map(|open| (open.known.clone(), open.task.clone()));
        let Some((known, task)) = open else {
            return Ok(());
        };
        if known.borrow().cancelled.is_some() {
            return Ok(());
        }
        self.send(cancellation(id, reason, task.as_ref())).await?;
        known.send_modify(|known| known.cancelled = Some(Instant::now()));
        Ok(())
    }

    /// Gives a request up for that reason, and tells the server if there is room to.
    pub(super) fn abandon(&self, id: i64, failure: Failure) {
        let Some(open) = lock(&self.requests).remove(id) else {
            return;
        };
        self.try_send(cancellation(id, None, open.task.as_ref()));
        open.known
            .send_modify(|known| known.answer = Some(Err(failure)));
    }

    /// Lets the stream to the server end once all is written.
    pub(super) fn stop_sending(&self) {
        lock(&self.outgoing).take();
    }

    /// Ends the connection: no answer will come any more.
    pub(super) fn lose(&self, cause: Option<io::Error>) {
        let cause = cause.map(Arc::new);
        let open = {
            let mut requests = lock(&self.requests);
            requests.lost.get_or_insert(cause.clone());
            requests.by_task.clear();
            std::mem::take(&mut requests.open)
        };
        for open in open.into_values() {
            let lost = Failure::Lost(cause.clone());
            open.known
                .send_modify(|known| known.answer = Some(Err(lost)));
        }
        self.stop_sending();
        self.ended.cancel();
    }

    #[cfg(test)]
    pub(super) fn open_requests(&self) -> usize {
        let requests = lock(&self.requests);
        requests.open.len() + requests.by_task.len()
    }

    fn disconnected(&self) -> ClientError {
        let source = lock(&self.requests).lost.clone().flatten();
        ClientError::Disconnected { source }
    }
}

fn cancellation(id: i64, reason: Option<&str>, task: Option<&TaskId>) -> Vec<u8> {
    let params = Cancellation {
        request_id: id,
        reason,
        meta: task.map(Link),
    };
    jsonrpc::notification(notification::CANCELLED, Some(&params))
}
