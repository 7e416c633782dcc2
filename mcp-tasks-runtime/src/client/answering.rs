//! Requests from the server: who answers them, each in a task of its own.

use std::collections::HashMap;
use std::fmt;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use tokio::task::AbortHandle;

use super::connection::Connection;
use super::lock;
use crate::protocol::ask;
use crate::protocol::client::linked_task;
use crate::protocol::draft::LINK_KEY;
use crate::protocol::jsonrpc::{self, INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, RequestId};
use crate::protocol::lifecycle::Empty;
use crate::protocol::meta::with_link;
use crate::task::{ErrorBody, TaskId};

/// How many requests of the server are answered at once; more are refused.
const AT_ONCE: usize = 256;

/// A request from the server.
#[derive(Debug)]
pub struct ServerRequest {
    method: String,
    params: Option<Box<RawValue>>,
    task: Option<TaskId>,
}

impl ServerRequest {
    /// What is asked for.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The parameters, a JSON object.
    pub fn params(&self) -> Option<&RawValue> {
        self.params.as_deref()
    }

    /// The task that asks, if one does (D-15).
    pub fn task_id(&self) -> Option<&TaskId> {
        self.task.as_ref()
    }

    /// The parameters as a `T`.
    ///
    /// # Errors
    ///
    /// When they do not read as a `T`: the error to answer with.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, ErrorBody> {
        let params = self.params.as_deref().map_or("{}", RawValue::get);
        serde_json::from_str(params)
            .map_err(|error| ErrorBody::new(INVALID_PARAMS, format!("Invalid params: {error}")))
    }
}

type Answer = Result<Box<RawValue>, ErrorBody>;
type Answering = Pin<Box<dyn Future<Output = Answer> + Send>>;
type Handler = Box<dyn Fn(ServerRequest) -> Answering + Send + Sync>;

/// Who answers which method.
#[derive(Default)]
pub(super) struct Handlers(HashMap<String, Handler>);

impl Handlers {
    pub(super) fn set<F, Fut, T>(&mut self, method: &str, handler: F)
    where
        F: Fn(ServerRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, ErrorBody>> + Send + 'static,
        T: Serialize,
    {
        let handler = move |request| -> Answering {
            let answering = handler(request);
            Box::pin(async move { encode(&answering.await?) })
        };
        self.0.insert(method.to_owned(), Box::new(handler));
    }

    pub(super) fn answers(&self, method: &str) -> bool {
        self.0.contains_key(method)
    }

    async fn answer(&self, request: ServerRequest) -> Answer {
        if request.method == ask::PING {
            return encode(&Empty {});
        }
        let Some(handler) = self.0.get(&request.method) else {
            let message = format!("Method not found: {}", request.method);
            return Err(ErrorBody::new(METHOD_NOT_FOUND, message));
        };
        let method = request.method.clone();
        let answer = unpanicked(|| handler(request)).await;
        answer.unwrap_or_else(|| {
            tracing::error!(method, "the handler of a request panicked");
            Err(ErrorBody::new(INTERNAL_ERROR, "Internal error"))
        })
    }
}

impl fmt::Debug for Handlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

fn encode(answer: &impl Serialize) -> Answer {
    let fault = |what: String| ErrorBody::new(INTERNAL_ERROR, format!("Internal error: {what}"));
    let raw = to_raw_value(answer).map_err(|error| fault(error.to_string()))?;
    if !raw.get().starts_with('{') {
        return Err(fault("the answer is no object".to_owned()));
    }
    Ok(raw)
}

/// What the future gives; `None` when it, or making it, panics.
async fn unpanicked(start: impl FnOnce() -> Answering) -> Option<Answer> {
    let mut answering = catch_unwind(AssertUnwindSafe(start)).ok()?;
    poll_fn(|cx| {
        let poll = catch_unwind(AssertUnwindSafe(|| answering.as_mut().poll(cx)));
        match poll {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(answer)) => Poll::Ready(Some(answer)),
            Err(_) => Poll::Ready(None),
        }
    })
    .await
}

/// The requests of the server that are being answered. Dropping it drops them.
#[derive(Debug)]
pub(super) struct Desk {
    connection: Arc<Connection>,
    handlers: Arc<Handlers>,
    running: Arc<Mutex<HashMap<RequestId, AbortHandle>>>,
}

impl Desk {
    pub(super) fn new(connection: Arc<Connection>, handlers: Arc<Handlers>) -> Self {
        Self {
            connection,
            handlers,
            running: Arc::default(),
        }
    }

    /// Begins to answer a request. Never waits: the answer may have to, for room.
    pub(super) fn take(&self, id: RequestId, method: &str, params: Option<&RawValue>) {
        let mut running = lock(&self.running);
        if running.len() >= AT_ONCE {
            let refusal = ErrorBody::new(INTERNAL_ERROR, "Too many requests at once");
            self.connection
                .try_send(jsonrpc::error(Some(&id), &refusal));
            return;
        }
        let request = ServerRequest {
            method: method.to_owned(),
            params: params.map(ToOwned::to_owned),
            task: linked_task(params),
        };
        let (connection, handlers) = (self.connection.clone(), self.handlers.clone());
        let (done, name) = (self.running.clone(), id.clone());
        let task = tokio::spawn(async move {
            let linked = request.task.clone();
            let answer = handlers.answer(request).await;
            // There is nobody to tell that the connection is gone.
            let _ = connection.send(message(&name, answer, linked)).await;
            lock(&done).remove(&name);
        });
        running.insert(id, task.abort_handle());
    }

    /// Stops answering a request that the server withdrew; it gets no answer (N-73).
    pub(super) fn withdraw(&self, id: &RequestId) {
        if let Some(task) = lock(&self.running).remove(id) {
            task.abort();
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        for (_, task) in lock(&self.running).drain() {
            task.abort();
        }
    }
}

/// The answer to a request, which belongs to the task that the request belongs to (D-26).
fn message(id: &RequestId, answer: Answer, task: Option<TaskId>) -> Vec<u8> {
    match (answer, task) {
        (Err(error), _) => jsonrpc::error(Some(id), &error),
        (Ok(result), None) => jsonrpc::result(id, &result),
        (Ok(result), Some(task)) => {
            jsonrpc::result(id, &with_link(&result, LINK_KEY, task.as_str()))
        }
    }
}
