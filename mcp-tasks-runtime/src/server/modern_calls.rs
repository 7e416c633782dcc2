//! `tools/call` in 2026-07-28: as a plain call in as many rounds as it has questions, or as a
//! task if the server decides so and the client can follow it (J-61, J-62).

use std::sync::Arc;

use serde_json::value::RawValue;

use super::dispatch::{Reply, Via, or_refuse};
use super::modern_rounds::{Round, Subject};
use super::rounds::PollingPeer;
use super::session::Session;
use crate::engine::{Job, Keep, TaskRequest};
use crate::protocol::Method;
use crate::protocol::dialect::Told;
use crate::protocol::jsonrpc::{Answer, RequestId};
use crate::protocol::tools::{Call, unknown_tool};
use crate::protocol::v2026_07_28::errors::{Capability, missing_capabilities};
use crate::protocol::v2026_07_28::headers::check_params;
use crate::protocol::v2026_07_28::meta::RequestMeta;
use crate::task::{
    Clock as _, Dialect, ErrorBody, Outcome, ResultBody, TaskId, TaskRef, Timestamp,
};
use crate::tool::{RegisteredTool, TaskSupport};

/// A call whose parameters are read and checked.
struct ReadCall {
    tool: Arc<RegisteredTool>,
    round: Round,
}

impl Session {
    pub(super) async fn modern_call(
        self: &Arc<Self>,
        id: RequestId,
        meta: RequestMeta<'_>,
        params: Option<&RawValue>,
        via: Via<'_>,
    ) -> Reply {
        let call = or_refuse!(id, self.read_modern_call(id.clone(), meta, params, via));
        if !call.round.declared.tasks || self.support(&call.tool) == TaskSupport::Forbidden {
            let job = Job::call(&call.tool, call.round.subject.arguments.clone(), false);
            return self.run_in_rounds(call.round, job, Self::called);
        }
        if call.tool.preparation.is_some() {
            return self.prepare(call);
        }
        let answer = self.call_as_modern_task(call, false).await;
        answer.map_or(Reply::None, Reply::Now)
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
            .get(&call.name)
            .ok_or_else(|| unknown_tool(&call.name))?;
        if let Some(headers) = via.headers {
            check_params(headers, tools.param_headers(&tool.name), call.arguments)?;
        }
        if self.support(tool) == TaskSupport::Required && !meta.client.tasks {
            return Err(missing_capabilities(&[Capability::Tasks]));
        }
        let subject = Subject {
            method: Method::ToolsCall,
            name: Arc::clone(&tool.name),
            arguments: call.arguments.map(|raw| Arc::from(raw.to_owned())),
        };
        Ok(ReadCall {
            tool: Arc::clone(tool),
            round: self.round(id, subject, call.retry, meta, via)?,
        })
    }

    fn called(&self, id: &RequestId, body: ResultBody) -> Answer {
        let outcome = Outcome::Result(body);
        self.speech().outcome(id, &outcome, false, None)
    }

    /// Runs what comes before a task, in as many rounds as it needs, and makes the task in the
    /// last one (J-69).
    fn prepare(self: &Arc<Self>, call: ReadCall) -> Reply {
        let cancel = self.begin_round(&call.round);
        let session = Arc::clone(self);
        Reply::Later(Box::pin(async move {
            let (id, round) = (call.round.id.clone(), call.round.clone());
            let job = Job::preparation(&call.tool, round.subject.arguments.clone());
            let came = session.take_round(round, job, cancel).await;
            if !session.in_flight.end(&id) {
                return None;
            }
            match came {
                Ok(Ok(None)) => session.call_as_modern_task(call, true).await,
                Ok(Ok(Some(failed))) => Some(session.called(&id, failed)),
                Ok(Err(error)) => Some(Answer::error(Some(&id), &error)),
                Err(questions) => Some(questions),
            }
        }))
    }

    /// The answer is not given before the task can be read (J-66); if nobody is left to take it,
    /// nobody will ever know the task, and it is given up (C-08). It is not asked again what came
    /// with the call (J-69).
    async fn call_as_modern_task(
        self: &Arc<Self>,
        call: ReadCall,
        prepared: bool,
    ) -> Option<Answer> {
        let Round {
            id,
            subject,
            given,
            declared,
            reports,
        } = call.round;
        let task = TaskRef::new(self.identity.owner.clone(), TaskId::random());
        let created = self
            .create(TaskRequest {
                tool: call.tool,
                arguments: subject.arguments,
                owner: task.owner.clone(),
                id: task.id.clone(),
                dialect: Dialect::V2026_07_28,
                keep: Keep::AfterEnd(None),
                peer: Arc::new(PollingPeer { declared }),
            })
            .await;
        let created = match created {
            Ok(created) => created.with_answers(given, prepared),
            Err(error) => return Some(Answer::error(Some(&id), &error)),
        };
        let engine = &self.core.engine;
        let told = {
            let poll = engine.poll_hint(&created.record);
            self.speech().created(&id, &created.record, poll)
        };
        let ended = created.run();
        drop(ended);
        if reports.outlet.is_closed() {
            let _ = engine
                .cancel(&task, Some("the client has gone".to_owned()))
                .await;
            let _ = engine.delete(&task.owner, &task.id).await;
        }
        match told {
            Told::Answered(answer) => Some(answer),
            Told::Aside(_) => None,
        }
    }
}

impl super::Core {
    /// The present moment, for what is sealed until another.
    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
