//! `tools/call`: as a plain call, or as a task of the draft dialect.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::connection::{Connection, InFlight};
use super::dispatch::Reply;
use super::peer::ConnectionPeer;
use crate::engine::{CreateError, TaskRequest};
use crate::protocol::draft;
use crate::protocol::jsonrpc::{self, INTERNAL_ERROR, RequestId};
use crate::protocol::lifecycle::Version;
use crate::protocol::meta::ProgressToken;
use crate::protocol::tools::{Call, CallResult, needs_wrapper, unknown_tool};
use crate::store::StoreError;
use crate::task::{Dialect, ErrorBody, Outcome, Refusal, TaskId, TaskRef};
use crate::tool::{RegisteredTool, TaskSupport};

/// A call whose parameters are read.
struct ReadCall {
    id: RequestId,
    version: Version,
    tool: Arc<RegisteredTool>,
    arguments: Option<Arc<RawValue>>,
    token: Option<ProgressToken>,
}

impl Connection {
    pub(super) async fn call_tool(
        self: &Arc<Self>,
        id: RequestId,
        version: Version,
        params: Option<&RawValue>,
    ) -> Reply {
        let call = match Call::read(params) {
            Ok(call) => call,
            Err(error) => return Reply::error(&id, &error),
        };
        let Some(tool) = self.core.registry.get(&call.name) else {
            return Reply::error(&id, &unknown_tool(&call.name));
        };
        // Where tasks are not supported, a wish for one is not even looked at (D-01).
        let supported = self.core.tasks && tool.descriptor.task != TaskSupport::Forbidden;
        let wish = match call
            .meta
            .draft_task
            .filter(|_| supported)
            .map(draft::Wish::read)
        {
            None => None,
            Some(Ok(wish)) => Some(wish),
            Some(Err(error)) => return Reply::error(&id, &error),
        };
        let call = ReadCall {
            id,
            version,
            tool: Arc::clone(tool),
            arguments: call.arguments.map(|raw| Arc::from(raw.to_owned())),
            token: call.meta.progress_token,
        };
        match wish {
            None => self.call_plainly(call),
            Some(wish) => self.call_as_task(call, wish).await,
        }
    }

    fn call_plainly(self: &Arc<Self>, call: ReadCall) -> Reply {
        let ReadCall {
            id,
            version,
            tool,
            arguments,
            token,
        } = call;
        let request = InFlight::call();
        let cancel = request.cancel.clone();
        self.begin(&id, request);
        let connection = Arc::clone(self);
        Reply::Later(Box::pin(async move {
            let peer = Arc::new(ConnectionPeer::new(&connection, version, token, None));
            let owner = connection.owner.clone();
            let engine = &connection.core.engine;
            let outcome = engine
                .call(&tool, arguments, owner, Arc::clone(&peer) as _, cancel)
                .await;
            peer.close();
            let waits = connection.end(&id);
            waits.then(|| answer(&id, version, &tool, &outcome, None))
        }))
    }

    /// The task can be read before `created` goes out (D-08), and the original request is
    /// answered when it ends (D-09).
    async fn call_as_task(self: &Arc<Self>, call: ReadCall, wish: draft::Wish) -> Reply {
        let ReadCall {
            id,
            version,
            tool,
            arguments,
            token,
        } = call;
        let task_id = wish.id.clone();
        let peer = ConnectionPeer::new(self, version, token, Some(task_id.clone()));
        let peer = Arc::new(peer);
        let request = TaskRequest {
            tool: Arc::clone(&tool),
            arguments,
            owner: self.owner.clone(),
            id: wish.id,
            dialect: Dialect::Draft,
            keep_alive: wish.keep_alive,
            peer: Arc::clone(&peer) as _,
        };
        let created = match self.core.engine.create(request).await {
            Ok(created) => created,
            Err(error) => return Reply::error(&id, &not_created(&task_id, &error)),
        };
        self.begin(
            &id,
            InFlight::task(TaskRef::new(self.owner.clone(), task_id.clone())),
        );
        self.send(draft::created(&task_id)).await;
        let ended = created.run();
        let connection = Arc::clone(self);
        Reply::Later(Box::pin(async move {
            let outcome = ended.await.unwrap_or_else(|_| {
                Arc::new(Outcome::Lost {
                    reason: "the task's run was dropped".to_owned(),
                })
            });
            // What belongs to the original request stops with its answer (D-46).
            peer.close();
            connection.end(&id);
            Some(answer(&id, version, &tool, &outcome, Some(&task_id)))
        }))
    }
}

/// The answer to a call that ended so.
fn answer(
    id: &RequestId,
    version: Version,
    tool: &RegisteredTool,
    outcome: &Outcome,
    task: Option<&TaskId>,
) -> Vec<u8> {
    match outcome {
        Outcome::Result(body) => {
            let wrap = needs_wrapper(tool.descriptor.output_schema.as_ref());
            jsonrpc::result(
                id,
                &CallResult {
                    body,
                    version,
                    wrap,
                    task,
                },
            )
        }
        Outcome::Error(error) => jsonrpc::error(Some(id), error),
        Outcome::Cancelled { reason } if task.is_some() => {
            jsonrpc::error(Some(id), &draft::cancelled(reason.as_deref()))
        }
        // A plain call that its client did not cancel was ended by the server.
        Outcome::Cancelled { .. } => {
            let error = ErrorBody::new(INTERNAL_ERROR, "The server is shutting down");
            jsonrpc::error(Some(id), &error)
        }
        Outcome::Lost { reason } => {
            jsonrpc::error(Some(id), &ErrorBody::new(INTERNAL_ERROR, reason.clone()))
        }
    }
}

fn not_created(id: &TaskId, error: &CreateError) -> ErrorBody {
    match error {
        CreateError::TooMany(limit) => ErrorBody::new(
            INTERNAL_ERROR,
            format!("Too many tasks: {limit} are running already, try again later"),
        ),
        CreateError::Store(StoreError::Refused(Refusal::Exists)) => draft::id_exists(id),
        CreateError::Store(error) => store_fault(error),
    }
}

/// The error for a store that did not do its part; the cause is logged, not sent.
pub(super) fn store_fault(error: &StoreError) -> ErrorBody {
    tracing::error!(error = error as &dyn std::error::Error, "task store");
    ErrorBody::new(INTERNAL_ERROR, error.to_string())
}
