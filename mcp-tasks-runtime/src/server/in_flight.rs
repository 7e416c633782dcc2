//! The requests of a session that are being worked on.

use std::collections::HashMap;
use std::sync::Mutex;

use tokio_util::sync::CancellationToken;

use super::session::lock;
use crate::protocol::jsonrpc::RequestId;
use crate::task::TaskRef;

/// The requests in flight, by id.
#[derive(Debug, Default)]
pub(super) struct InFlightRequests(Mutex<HashMap<RequestId, InFlight>>);

/// A request that is being worked on.
#[derive(Clone, Debug)]
pub(super) struct InFlight {
    /// Ends a plain call.
    pub(super) cancel: CancellationToken,
    /// The task that stands behind the request.
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

impl InFlightRequests {
    /// Notes a request as in flight; false when one of that id is already.
    pub(super) fn begin(&self, id: &RequestId, request: InFlight) -> bool {
        let mut in_flight = lock(&self.0);
        if in_flight.contains_key(id) {
            return false;
        }
        in_flight.insert(id.clone(), request);
        true
    }

    /// The request is about to be answered. True when the client waits for the answer.
    pub(super) fn end(&self, id: &RequestId) -> bool {
        !lock(&self.0)
            .remove(id)
            .is_some_and(|request| request.by_client)
    }

    pub(super) fn contains(&self, id: &RequestId) -> bool {
        lock(&self.0).contains_key(id)
    }

    /// The client cancels a request: a plain call ends at once; a task is left to the caller.
    pub(super) fn cancel_by_client(&self, id: &RequestId) -> Option<TaskRef> {
        let cancel = {
            let mut in_flight = lock(&self.0);
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

    pub(super) fn all(&self) -> Vec<InFlight> {
        lock(&self.0).values().cloned().collect()
    }
}
