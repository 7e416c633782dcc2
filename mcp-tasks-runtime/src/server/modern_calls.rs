//! `tools/call` in 2026-07-28: as a plain call in as many rounds as it has questions, or as a
//! task if the server decides so and the client can follow it (J-61, J-62).

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;

use super::dispatch::{Reply, Via};
use super::in_flight::InFlight;
use super::outlet::Outlet;
use super::rounds::{Given, PollingPeer, Reports, RoundPeer};
use super::session::Session;
use crate::engine::{Keep, TaskRequest};
use crate::protocol::dialect::Told;
use crate::protocol::jsonrpc::{Answer, RequestId};
use crate::protocol::tools::{Call, unknown_tool};
use crate::protocol::v2026_07_28::answer::{self, ResultType};
use crate::protocol::v2026_07_28::errors::{Capability, missing_capabilities};
use crate::protocol::v2026_07_28::headers::check_params;
use crate::protocol::v2026_07_28::input::{InputRequired, Repeated};
use crate::protocol::v2026_07_28::meta::{Declared, RequestMeta};
use crate::protocol::v2026_07_28::state::Bound;
use crate::task::{Clock as _, Dialect, ErrorBody, TaskId, TaskRef, Timestamp};
use crate::tool::{RegisteredTool, TaskSupport};

/// How long a client may take for one round.
const ROUND: Duration = Duration::from_secs(60 * 60);

/// A call whose parameters are read and checked.
struct ReadCall {
    id: RequestId,
    tool: Arc<RegisteredTool>,
    arguments: Option<Arc<RawValue>>,
    given: Given,
    declared: Declared,
    reports: Reports,
}

impl Session {
    pub(super) async fn modern_call(
        self: &Arc<Self>,
        id: RequestId,
        meta: RequestMeta<'_>,
        params: Option<&RawValue>,
        via: Via<'_>,
    ) -> Reply {
        let call = match self.read_modern_call(id.clone(), meta, params, via) {
            Ok(call) => call,
            Err(error) => return Reply::error(&id, &error),
        };
        if call.declared.tasks && self.support(&call.tool) != TaskSupport::Forbidden {
            self.call_as_modern_task(call).await
        } else {
            self.call_in_rounds(call)
        }
    }

    /// Whether the tool becomes a task on this server.
    fn support(&self, tool: &RegisteredTool) -> TaskSupport {
        match self.core.has_tasks() {
            true => tool.descriptor.task,
            false => TaskSupport::Forbidden,
        }
    }

    fn read_modern_call(
        &self,
        id: RequestId,
        meta: RequestMeta<'_>,
        params: Option<&RawValue>,
        via: Via<'_>,
    ) -> Result<ReadCall, ErrorBody> {
        let call = Call::read(params)?;
        let tools = self.core.tools();
        let tool = tools
            .registry
            .get(&call.name)
            .ok_or_else(|| unknown_tool(&call.name))?;
        if let Some(headers) = via.headers {
            check_params(headers, tools.param_headers(tool), call.arguments)?;
        }
        if self.support(tool) == TaskSupport::Required && !meta.client.tasks {
            return Err(missing_capabilities(&[Capability::Tasks]));
        }
        let arguments = call.arguments.map(|raw| Arc::from(raw.to_owned()));
        let repeated = Repeated::read(call.retry)?;
        let given = self.given(tool, arguments.as_deref(), repeated)?;
        Ok(ReadCall {
            id,
            tool: Arc::clone(tool),
            arguments,
            given,
            declared: meta.client,
            reports: Reports {
                outlet: via.outlet.clone(),
                token: meta.progress_token,
                log_level: meta.log_level,
            },
        })
    }

    /// The answers of all rounds so far: those of the rounds before come sealed in the state
    /// (J-35).
    fn given(
        &self,
        tool: &RegisteredTool,
        arguments: Option<&RawValue>,
        repeated: Repeated<'_>,
    ) -> Result<Given, ErrorBody> {
        let mut given = match &repeated.state {
            None => Given::new(),
            Some(sealed) => {
                let arguments = value(arguments);
                let bound = self.bound(tool, &arguments);
                let state = self.core.state_key.open(&bound, self.core.now(), sealed)?;
                serde_json::from_slice(&state).unwrap_or_default()
            }
        };
        for (key, response) in repeated.responses {
            given.insert(key, Arc::from(response.to_owned()));
        }
        Ok(given)
    }

    fn bound<'a>(
        &'a self,
        tool: &'a RegisteredTool,
        arguments: &'a serde_json::Value,
    ) -> Bound<'a> {
        Bound {
            owner: &self.identity.owner,
            method: "tools/call",
            name: &tool.name,
            arguments,
        }
    }

    fn call_in_rounds(self: &Arc<Self>, call: ReadCall) -> Reply {
        let request = InFlight::call();
        let cancel = request.cancel.clone();
        self.in_flight.begin(&call.id, request);
        let session = Arc::clone(self);
        Reply::Later(Box::pin(async move {
            let ReadCall {
                id,
                tool,
                arguments,
                given,
                declared,
                reports,
            } = call;
            let outlet = reports.outlet.clone();
            let peer = Arc::new(RoundPeer::new(declared, given.clone(), reports));
            let owner = session.identity.owner.clone();
            let engine = &session.core.engine;
            let run = engine.call(
                &tool,
                arguments.clone(),
                owner,
                Arc::clone(&peer) as _,
                cancel.clone(),
                peer.asked(),
            );
            let mut run = std::pin::pin!(run);
            let outcome = tokio::select! {
                biased;
                outcome = &mut run => outcome,
                // Whoever closes the stream cancels the request (J-45).
                () = outlet.closed() => {
                    cancel.cancel();
                    run.await
                }
            };
            peer.close();
            let waits = session.in_flight.end(&id);
            let answer = match outcome {
                Some(outcome) => session.speech().outcome(&id, &outcome, false, None),
                None => session.next_round(&id, &tool, arguments.as_deref(), &given, &peer),
            };
            waits.then_some(answer)
        }))
    }

    /// The answer that asks for input (J-31).
    fn next_round(
        &self,
        id: &RequestId,
        tool: &RegisteredTool,
        arguments: Option<&RawValue>,
        given: &Given,
        peer: &RoundPeer,
    ) -> Answer {
        let questions = peer.open();
        let state = serde_json::to_vec(given).unwrap_or_default();
        let arguments = value(arguments);
        let expires = self.core.now().saturating_add(ROUND);
        let sealed = self
            .core
            .state_key
            .seal(&self.bound(tool, &arguments), expires, &state);
        let body = InputRequired::asking(&questions, Some(&sealed));
        answer::Answer::new(ResultType::InputRequired, body, &self.core.info).encode(id)
    }

    /// The answer is not given before the task can be read (J-66); if nobody is left to take it,
    /// nobody will ever know the task, and it is given up (C-08).
    async fn call_as_modern_task(self: &Arc<Self>, call: ReadCall) -> Reply {
        let task = TaskRef::new(self.identity.owner.clone(), TaskId::random());
        let outlet: Outlet = call.reports.outlet;
        let peer = PollingPeer {
            declared: call.declared,
            given: call.given,
        };
        let created = self
            .create(TaskRequest {
                tool: call.tool,
                arguments: call.arguments,
                owner: task.owner.clone(),
                id: task.id.clone(),
                dialect: Dialect::V2026_07_28,
                keep: Keep::AfterEnd(None),
                peer: Arc::new(peer),
            })
            .await;
        let created = match created {
            Ok(created) => created,
            Err(error) => return Reply::error(&call.id, &error),
        };
        let engine = &self.core.engine;
        let told = {
            let poll = engine.poll_hint(&created.record);
            self.speech().created(&call.id, &created.record, poll)
        };
        let ended = created.run();
        drop(ended);
        if outlet.is_closed() {
            let _ = engine
                .cancel(&task, Some("the client has gone".to_owned()))
                .await;
            let _ = engine.delete(&task.owner, &task.id).await;
        }
        match told {
            Told::Answered(answer) => Reply::Now(answer),
            Told::Aside(_) => Reply::None,
        }
    }
}

impl super::Core {
    /// The present moment, for what is sealed until another.
    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }
}

/// Arguments as a value; none is an empty object.
fn value(arguments: Option<&RawValue>) -> serde_json::Value {
    arguments
        .and_then(|raw| serde_json::from_str(raw.get()).ok())
        .unwrap_or_else(|| serde_json::json!({}))
}
