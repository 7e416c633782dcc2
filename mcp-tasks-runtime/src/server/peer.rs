//! The ways from a running tool to its client, in the handshake era: among the messages of its
//! request, or, for a task of 2025-11-25, wherever a way is open.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use serde_json::value::RawValue;

use super::asked::{AskedRequest, Way};
use super::session::Session;
use crate::protocol::ask;
use crate::protocol::lifecycle::{ClientCapabilities, Version};
use crate::protocol::link::Tie;
use crate::protocol::meta::ProgressToken;
use crate::protocol::v2026_07_28::errors::Capability;
use crate::protocol::v2026_07_28::input::needed;
use crate::tool::{
    Answered, Answering, Ask, AskError, Askable, CallPeer, LogLevel, NotSupported, Progress,
};

/// The client of one call.
#[derive(Debug)]
pub(super) struct SessionPeer {
    /// Weak: a context that a tool keeps must not keep the session open.
    session: Weak<Session>,
    version: Version,
    way: Way,
    token: Option<ProgressToken>,
    tie: Tie,
    /// Held while a report is sent: none follows the answer (D-46).
    open: Mutex<bool>,
}

impl SessionPeer {
    pub(super) fn new(
        session: &Arc<Session>,
        version: Version,
        way: Way,
        token: Option<ProgressToken>,
        tie: Tie,
    ) -> Self {
        Self {
            session: Arc::downgrade(session),
            version,
            way,
            token,
            tie,
            open: Mutex::new(true),
        }
    }

    /// The call is about to be answered: nothing of it is sent from now on.
    pub(super) fn close(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = false;
    }

    /// Sends a notification, unless the call was answered.
    fn tell(&self, session: &Session, message: Vec<u8>) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if *open {
            match &self.way {
                Way::Request(outlet) => outlet.send_lossy(message),
                Way::Task(task) => session.routes.tell(task, message),
            }
        }
    }
}

impl CallPeer for SessionPeer {
    fn progress(&self, progress: &Progress) {
        let (Some(token), Some(session)) = (&self.token, self.session.upgrade()) else {
            return;
        };
        let messages = self.version.has_progress_messages();
        self.tell(&session, self.tie.progress(token, progress, messages));
    }

    /// No dialect of the handshake era has status texts for a plain call.
    fn status(&self, _message: &str) {}

    fn settled(&self, ask: &Ask) -> Option<Answered> {
        let Some(session) = self.session.upgrade() else {
            return Some(Err(AskError::Disconnected));
        };
        if answers(session.capabilities(), self.version, ask) {
            return None;
        }
        let refusal = NotSupported::new(Arc::clone(&ask.method), None);
        Some(Err(AskError::NotSupported(refusal)))
    }

    fn ask<'a>(&'a self, ask: &'a Ask) -> Answering<'a> {
        Box::pin(async move {
            let session = self.session.upgrade().ok_or(AskError::Disconnected)?;
            let asked = AskedRequest::send(&session, ask, self.way.clone(), self.tie.clone()).await;
            drop(session);
            let response = asked.ok_or(AskError::Disconnected)?.response().await;
            response
                .ok_or(AskError::Disconnected)?
                .map_err(AskError::Refused)
        })
    }

    fn log(&self, level: LogLevel, logger: Option<&str>, data: &RawValue) {
        if let Some(session) = self.session.upgrade()
            && session.log_level().is_some_and(|least| level >= least)
        {
            self.tell(&session, self.tie.log(level, logger, data));
        }
    }

    fn can_ask(&self, what: Askable) -> bool {
        self.session.upgrade().is_some_and(|session| {
            declares(session.capabilities(), what)
                && (self.version.has_elicitation() || what != Askable::Elicitation)
        })
    }
}

/// Whether a client that declared this answers such a question.
fn answers(declared: ClientCapabilities, version: Version, ask: &Ask) -> bool {
    match needed(&ask.method, &ask.params) {
        Some(Capability::ElicitationForm) => declared.elicitation && version.has_elicitation(),
        Some(Capability::ElicitationUrl) => declared.elicitation_url,
        Some(Capability::Sampling) => declared.sampling,
        Some(Capability::SamplingTools) => declared.sampling_tools,
        Some(Capability::Roots) => declared.roots,
        Some(Capability::Tasks) | None => &*ask.method == ask::PING,
    }
}

/// Whether a client that declared this can be asked that.
pub(super) fn declares(declared: ClientCapabilities, what: Askable) -> bool {
    match what {
        Askable::Elicitation => declared.elicitation,
        Askable::UrlElicitation => declared.elicitation_url,
        Askable::Sampling => declared.sampling,
        Askable::Roots => declared.roots,
    }
}
