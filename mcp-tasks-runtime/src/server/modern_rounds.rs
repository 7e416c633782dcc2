//! Requests of 2026-07-28 that may ask: each round runs what was asked for from its beginning, and
//! ends with what comes of it, or with its questions (J-30 … J-36).

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;

use super::dispatch::{Reply, Via};
use super::in_flight::InFlight;
use super::plain::stopped;
use super::rounds::{Reports, RoundPeer};
use super::session::Session;
use crate::engine::{Caller, Ended, Job, Ran};
use crate::protocol::Method;
use crate::protocol::jsonrpc::{self, RequestId};
use crate::protocol::tools::Retry;
use crate::protocol::v2026_07_28::answer::{Answer, ResultType};
use crate::protocol::v2026_07_28::input::{InputRequired, Repeated};
use crate::protocol::v2026_07_28::meta::{Declared, RequestMeta};
use crate::protocol::v2026_07_28::state::Bound;
use crate::task::{ErrorBody, Owner};
use crate::tool::Given;

/// How long a client may take for one round.
const ROUND: Duration = Duration::from_secs(60 * 60);

/// What a request is about: its rounds have this in common.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub(super) method: Method,
    pub(super) name: Arc<str>,
    pub(super) arguments: Option<Arc<RawValue>>,
}

/// One round of a request, read and checked.
#[derive(Clone, Debug)]
pub(super) struct Round {
    pub(super) id: RequestId,
    pub(super) subject: Subject,
    /// The answers of all rounds before.
    pub(super) given: Given,
    pub(super) declared: Declared,
    pub(super) reports: Reports,
}

/// What one round comes to: an end, or the answer that asks for another one.
pub(super) type Came<T> = Result<Ran<T>, jsonrpc::Answer>;

impl Session {
    /// Reads a round. The answers of the rounds before the last come sealed in the state (J-35).
    pub(super) fn round(
        &self,
        id: RequestId,
        subject: Subject,
        retry: Retry<'_>,
        meta: RequestMeta<'_>,
        via: Via<'_>,
    ) -> Result<Round, ErrorBody> {
        let repeated = Repeated::read(retry)?;
        let mut given = match &repeated.state {
            None => Given::new(),
            Some(sealed) => {
                let (core, now) = (&self.core, self.core.now());
                let open = |bound: &Bound<'_>| core.state_key.open(bound, now, sealed);
                let state = subject.bound_to(&self.identity.owner, open)?;
                serde_json::from_slice(&state).unwrap_or_default()
            }
        };
        for (key, response) in repeated.responses {
            given.insert(key, Arc::from(response.to_owned()));
        }
        Ok(Round {
            id,
            subject,
            given,
            declared: meta.client,
            reports: Reports {
                outlet: via.outlet.clone(),
                token: meta.progress_token,
                log_level: meta.log_level,
            },
        })
    }

    /// Runs a job for one round, and answers with what comes of it.
    pub(super) fn run_in_rounds<T: Send + 'static>(
        self: &Arc<Self>,
        round: Round,
        job: Job<T>,
        answer: impl FnOnce(&Session, &RequestId, T) -> jsonrpc::Answer + Send + 'static,
    ) -> Reply {
        let cancel = self.begin_round(&round);
        let session = Arc::clone(self);
        Reply::Later(Box::pin(async move {
            let id = round.id.clone();
            let came = session.take_round(round, job, cancel).await;
            let waits = session.in_flight.end(&id);
            waits.then(|| match came {
                Ok(Ok(done)) => answer(&session, &id, done),
                Ok(Err(error)) => jsonrpc::Answer::error(Some(&id), &error),
                Err(questions) => questions,
            })
        }))
    }

    /// Notes a round as in flight; the token cancels it.
    pub(super) fn begin_round(&self, round: &Round) -> CancellationToken {
        let request = InFlight::call();
        let cancel = request.cancel.clone();
        self.in_flight.begin(&round.id, request);
        cancel
    }

    /// Runs a job for one round. Nothing of it is told once this is ready.
    pub(super) async fn take_round<T: Send + 'static>(
        &self,
        round: Round,
        job: Job<T>,
        cancel: CancellationToken,
    ) -> Came<T> {
        let outlet = round.reports.outlet.clone();
        let peer = Arc::new(RoundPeer::new(round.declared, round.reports));
        let caller = Caller {
            owner: self.identity.owner.clone(),
            peer: Arc::clone(&peer) as _,
            cancel,
            given: round.given.clone(),
        };
        let ended = self.run_for(job, caller, &outlet, peer.asked()).await;
        peer.close();
        match ended {
            Ended::Done(ran) => Ok(ran),
            Ended::Cancelled => Ok(Err(stopped())),
            Ended::Interrupted => {
                Err(self.next_round(&round.id, &round.subject, &round.given, &peer))
            }
        }
    }

    /// The answer that asks for input (J-31).
    fn next_round(
        &self,
        id: &RequestId,
        subject: &Subject,
        given: &Given,
        peer: &RoundPeer,
    ) -> jsonrpc::Answer {
        let questions = peer.open();
        let state = serde_json::to_vec(given).unwrap_or_default();
        let expires = self.core.now().saturating_add(ROUND);
        let seal = |bound: &Bound<'_>| self.core.state_key.seal(bound, expires, &state);
        let sealed = subject.bound_to(&self.identity.owner, seal);
        let body = InputRequired::asking(&questions, Some(&sealed));
        Answer::new(ResultType::InputRequired, body, &self.core.info).encode(id)
    }
}

impl Subject {
    /// Does something with what a state is sealed for. No arguments are as good as empty ones.
    fn bound_to<R>(&self, owner: &Owner, then: impl FnOnce(&Bound<'_>) -> R) -> R {
        let arguments = self.arguments.as_deref();
        let arguments = arguments
            .and_then(|raw| serde_json::from_str(raw.get()).ok())
            .unwrap_or_else(|| serde_json::json!({}));
        then(&Bound {
            owner,
            method: self.method.name(),
            name: &self.name,
            arguments: &arguments,
        })
    }
}
