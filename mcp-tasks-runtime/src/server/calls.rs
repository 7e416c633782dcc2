//! `tools/call` in the handshake era: as a plain call, or as a task of the draft dialect or of
//! 2025-11-25.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::asked::Way;
use super::dispatch::{Reply, or_refuse};
use super::in_flight::InFlight;
use super::outlet::Outlet;
use super::peer::SessionPeer;
use super::plain::Waiting;
use super::session::Session;
use crate::engine::{CreateError, Created, Job, Keep, TaskRequest};
use crate::protocol::dialect::{Creation, Speech, Told};
use crate::protocol::jsonrpc::{INTERNAL_ERROR, RequestId};
use crate::protocol::lifecycle::Version;
use crate::protocol::meta::ProgressToken;
use crate::protocol::tools::{Call, needs_wrapper, unknown_tool};
use crate::protocol::{draft, v2025_11_25};
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
    outlet: Outlet,
}

/// What the client wishes the call to become.
enum Wish {
    Plain,
    Draft(draft::Wish),
    V2025_11_25(v2025_11_25::Wish),
}

impl Session {
    pub(super) async fn call_tool(
        self: &Arc<Self>,
        id: RequestId,
        version: Version,
        params: Option<&RawValue>,
        outlet: &Outlet,
    ) -> Reply {
        let call = or_refuse!(id, Call::read(params));
        let tools = self.core.tools();
        let Some(tool) = tools.get(&call.name) else {
            return Reply::error(&id, &unknown_tool(&call.name));
        };
        let wish = or_refuse!(id, self.wish(version, &call, tool));
        let call = ReadCall {
            id,
            version,
            tool: Arc::clone(tool),
            arguments: call.arguments.map(|raw| Arc::from(raw.to_owned())),
            token: call.meta.progress_token,
            outlet: outlet.clone(),
        };
        match wish {
            Wish::Plain => self.call_plainly(call),
            Wish::Draft(wish) => self.call_as_draft_task(call, wish).await,
            Wish::V2025_11_25(wish) => self.call_as_task(call, wish).await,
        }
    }

    /// Reads what the client wishes, by the rules of its dialects (B-2 … B-4, C-14).
    fn wish(
        &self,
        version: Version,
        call: &Call<'_>,
        tool: &RegisteredTool,
    ) -> Result<Wish, ErrorBody> {
        if !self.core.has_tasks() {
            // Where tasks are not supported, a wish for one is not even looked at (D-01, N-22).
            return Ok(Wish::Plain);
        }
        let support = tool.descriptor.task;
        let by_version = call.task.filter(|_| version.has_tasks());
        if let Some(task) = by_version {
            self.note_draft(false);
            if let Some(error) = v2025_11_25::policy_error(&tool.name, support, true) {
                return Err(error);
            }
            return Ok(Wish::V2025_11_25(v2025_11_25::Wish::read(task)?));
        }
        if let Some(task) = call.meta.draft_task {
            self.note_draft(true);
            if support != TaskSupport::Forbidden {
                return Ok(Wish::Draft(draft::Wish::read(task)?));
            }
        }
        if version.has_tasks()
            && let Some(error) = v2025_11_25::policy_error(&tool.name, support, false)
        {
            return Err(error);
        }
        Ok(Wish::Plain)
    }

    fn call_plainly(self: &Arc<Self>, call: ReadCall) -> Reply {
        let ReadCall {
            id,
            version,
            tool,
            arguments,
            token,
            outlet,
        } = call;
        let waiting = Waiting {
            id,
            version,
            token,
            outlet,
        };
        let job = Job::call(&tool, arguments, false);
        self.run_plainly(waiting, job, move |id, body| {
            let outcome = Outcome::Result(body);
            speech(version).outcome(id, &outcome, wraps(&tool), None)
        })
    }

    /// The task can be read before `created` goes out (D-08), and the original request is
    /// answered when it ends (D-09).
    async fn call_as_draft_task(self: &Arc<Self>, call: ReadCall, wish: draft::Wish) -> Reply {
        let speech = Speech::Draft(call.version);
        let task = TaskRef::new(self.identity.draft_owner.clone(), wish.id);
        let tie = speech.tie(&task.id);
        let way = Way::Request(call.outlet.clone());
        let peer = SessionPeer::new(self, call.version, way, call.token, tie);
        let peer = Arc::new(peer);
        let created = self
            .create(TaskRequest {
                tool: Arc::clone(&call.tool),
                arguments: call.arguments,
                owner: task.owner.clone(),
                id: task.id.clone(),
                dialect: Dialect::Draft,
                keep: Keep::AfterEnd(wish.keep_alive),
                peer: Arc::clone(&peer) as _,
            })
            .await;
        let created = or_refuse!(call.id, created);
        let id = call.id;
        self.in_flight.begin(&id, InFlight::task(task.clone()));
        if let Told::Aside(message) = speech.created(&id, &created.record, None) {
            call.outlet.send(message).await;
        }
        let (session, tool) = (Arc::clone(self), call.tool);
        let ended = created.run();
        let version = call.version;
        Reply::Followed(Box::pin(async move {
            let outcome = ended.await.unwrap_or_else(|_| {
                Arc::new(Outcome::Lost {
                    reason: "the task's run was dropped".to_owned(),
                })
            });
            // What belongs to the original request stops with its answer (D-46).
            peer.close();
            session.in_flight.end(&id);
            Some(Speech::Draft(version).outcome(&id, &outcome, wraps(&tool), Some(&task.id)))
        }))
    }

    /// The request is answered with the task (N-41); the rest comes by way of the session.
    async fn call_as_task(self: &Arc<Self>, call: ReadCall, wish: v2025_11_25::Wish) -> Reply {
        let task = TaskRef::new(self.identity.owner.clone(), TaskId::random());
        let way = Way::Task(task.id.clone());
        let tie = speech(call.version).tie(&task.id);
        let peer = Arc::new(SessionPeer::new(self, call.version, way, call.token, tie));
        let keep = wish.ttl.map_or(Keep::AfterEnd(None), Keep::FromCreation);
        let created = self
            .create(TaskRequest {
                tool: Arc::clone(&call.tool),
                arguments: call.arguments,
                owner: task.owner.clone(),
                id: task.id.clone(),
                dialect: Dialect::V2025_11_25,
                keep,
                peer: Arc::clone(&peer) as _,
            })
            .await;
        let created = or_refuse!(call.id, created);
        let record = &created.record;
        let speech = Speech::V2025_11_25(Creation {
            immediate_response: call.tool.descriptor.immediate_response.as_deref(),
            plain_clients: self.core.settings.plain_clients,
        });
        let told = speech.created(&call.id, record, self.core.engine.poll_hint(record));
        let Told::Answered(answer) = told else {
            return Reply::None;
        };
        let session = Arc::clone(self);
        // What the task asks and tells comes after its id.
        let then = async move {
            session.follow(&created.record).await;
            let ended = created.run();
            tokio::spawn(async move {
                // Progress stops with the end (N-68); the outcome is on the record.
                let _ = ended.await;
                peer.close();
            });
        };
        Reply::First(answer, Box::pin(then))
    }

    /// Creates a task, or says why not.
    pub(super) async fn create(&self, request: TaskRequest) -> Result<Created, ErrorBody> {
        let id = request.id.clone();
        let created = self.core.engine.create(request).await;
        created.map_err(|error| not_created(&id, &error))
    }
}

/// What a session of that version speaks, but for draft tasks.
pub(super) fn speech(version: Version) -> Speech<'static> {
    if version.has_tasks() {
        Speech::V2025_11_25(Creation::default())
    } else {
        Speech::Draft(version)
    }
}

pub(super) fn wraps(tool: &RegisteredTool) -> bool {
    needs_wrapper(tool.descriptor.output_schema.as_ref())
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
