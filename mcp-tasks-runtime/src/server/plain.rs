//! Jobs of the handshake era that are no tasks: a request waits for what comes of them.

use std::future::Future;
use std::sync::Arc;

use super::asked::Way;
use super::dispatch::Reply;
use super::in_flight::InFlight;
use super::outlet::Outlet;
use super::peer::SessionPeer;
use super::session::Session;
use crate::engine::{Caller, Ended, Job};
use crate::protocol::jsonrpc::{Answer, INTERNAL_ERROR, RequestId};
use crate::protocol::lifecycle::Version;
use crate::protocol::link::Tie;
use crate::protocol::meta::ProgressToken;
use crate::task::ErrorBody;
use crate::tool::Given;

/// A request that waits for a job.
pub(super) struct Waiting {
    pub(super) id: RequestId,
    pub(super) version: Version,
    pub(super) token: Option<ProgressToken>,
    pub(super) outlet: Outlet,
}

impl Session {
    /// Runs a job, and answers with what comes of it.
    pub(super) fn run_plainly<T: Send + 'static>(
        self: &Arc<Self>,
        waiting: Waiting,
        job: Job<T>,
        answer: impl FnOnce(&RequestId, T) -> Answer + Send + 'static,
    ) -> Reply {
        let Waiting {
            id,
            version,
            token,
            outlet,
        } = waiting;
        let request = InFlight::call();
        let cancel = request.cancel.clone();
        self.in_flight.begin(&id, request);
        let session = Arc::clone(self);
        Reply::Later(Box::pin(async move {
            let way = Way::Request(outlet.clone());
            let peer = SessionPeer::new(&session, version, way, token, Tie::default());
            let peer = Arc::new(peer);
            let caller = Caller {
                owner: session.identity.owner.clone(),
                peer: Arc::clone(&peer) as _,
                cancel,
                given: Given::new(),
            };
            let ended = session
                .run_for(job, caller, &outlet, std::future::pending())
                .await;
            peer.close();
            let waits = session.in_flight.end(&id);
            waits.then(|| match ended {
                Ended::Done(Ok(done)) => answer(&id, done),
                Ended::Done(Err(error)) => Answer::error(Some(&id), &error),
                // Nothing interrupts a job of this era.
                Ended::Cancelled | Ended::Interrupted => Answer::error(Some(&id), &stopped()),
            })
        }))
    }

    /// Runs a job for as long as somebody waits at the other end of `outlet`: whoever closes it
    /// cancels the request (J-45).
    pub(super) async fn run_for<T: Send + 'static>(
        &self,
        job: Job<T>,
        caller: Caller,
        outlet: &Outlet,
        interrupt: impl Future<Output = ()>,
    ) -> Ended<T> {
        let cancel = caller.cancel.clone();
        let run = self.core.engine.run(job, caller, interrupt);
        let mut run = std::pin::pin!(run);
        tokio::select! {
            biased;
            ended = &mut run => ended,
            () = outlet.closed() => {
                cancel.cancel();
                run.await
            }
        }
    }
}

/// The error for a job that its client did not cancel: the server has ended it.
pub(super) fn stopped() -> ErrorBody {
    ErrorBody::new(INTERNAL_ERROR, "The server is shutting down")
}
