//! The client of a call in 2026-07-28, to whom no request can be sent: what a plain call asks ends
//! it, and it is run again with the answers (J-30 … J-36); what a task asks stands in its record.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::value::RawValue;
use tokio::sync::Notify;

use super::outlet::Outlet;
use super::peer::declares;
use crate::protocol::link::Tie;
use crate::protocol::meta::ProgressToken;
use crate::protocol::v2026_07_28::errors::missing_capabilities;
use crate::protocol::v2026_07_28::input::needed;
use crate::protocol::v2026_07_28::meta::Declared;
use crate::task::Question;
use crate::tool::{
    Answered, Answering, Ask, AskError, Askable, CallPeer, LogLevel, NotSupported, Progress,
};

/// The client of a plain call.
#[derive(Debug)]
pub(super) struct RoundPeer {
    declared: Declared,
    open: Mutex<Vec<Question>>,
    /// A question is open.
    asked: Notify,
    reports: Reports,
    /// Whether the call is not answered yet: nothing follows its answer.
    unanswered: Mutex<bool>,
}

/// Where the call's notifications go, and which the client wants.
#[derive(Clone, Debug)]
pub(super) struct Reports {
    pub(super) outlet: Outlet,
    pub(super) token: Option<ProgressToken>,
    pub(super) log_level: Option<LogLevel>,
}

impl RoundPeer {
    pub(super) fn new(declared: Declared, reports: Reports) -> Self {
        Self {
            declared,
            open: Mutex::default(),
            asked: Notify::new(),
            reports,
            unanswered: Mutex::new(true),
        }
    }

    /// The call is about to be answered.
    pub(super) fn close(&self) {
        *self
            .unanswered
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = false;
    }

    fn tell(&self, message: Vec<u8>) {
        let unanswered = self
            .unanswered
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if *unanswered {
            self.reports.outlet.send_lossy(message);
        }
    }

    /// Comes when a question is open, so that the call cannot go on.
    pub(super) async fn asked(&self) {
        self.asked.notified().await;
    }

    fn open_question(&self, ask: &Ask) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.push(Question {
            key: ask.key(),
            method: Arc::clone(&ask.method),
            params: Arc::clone(&ask.params),
            answer: None,
        });
        self.asked.notify_one();
    }

    /// The questions that the call cannot go on without.
    pub(super) fn open(&self) -> Vec<Question> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *open)
    }
}

impl CallPeer for RoundPeer {
    fn progress(&self, progress: &Progress) {
        if let Some(token) = &self.reports.token {
            self.tell(Tie::default().progress(token, progress, true));
        }
    }

    fn status(&self, _message: &str) {}

    fn settled(&self, ask: &Ask) -> Option<Answered> {
        settled(&self.declared, ask)
    }

    fn ask<'a>(&'a self, ask: &'a Ask) -> Answering<'a> {
        Box::pin(async move {
            self.open_question(ask);
            // The call ends here; its next run finds the answer.
            std::future::pending().await
        })
    }

    fn log(&self, level: LogLevel, logger: Option<&str>, data: &RawValue) {
        if self.reports.log_level.is_some_and(|least| level >= least) {
            self.tell(Tie::default().log(level, logger, data));
        }
    }

    fn can_ask(&self, what: Askable) -> bool {
        declares(self.declared.answers, what)
    }
}

/// The client of a task: it asks for what the record says (J-88).
#[derive(Debug)]
pub(super) struct PollingPeer {
    pub(super) declared: Declared,
}

impl CallPeer for PollingPeer {
    fn progress(&self, _progress: &Progress) {}

    fn status(&self, _message: &str) {}

    fn settled(&self, ask: &Ask) -> Option<Answered> {
        settled(&self.declared, ask)
    }

    /// The answer comes by way of the record.
    fn ask<'a>(&'a self, _ask: &'a Ask) -> Answering<'a> {
        Box::pin(std::future::pending())
    }

    fn log(&self, _level: LogLevel, _logger: Option<&str>, _data: &RawValue) {}

    fn can_ask(&self, what: Askable) -> bool {
        declares(self.declared.answers, what)
    }
}

/// Only what the request declared may be asked (J-32, C-18).
fn settled(declared: &Declared, ask: &Ask) -> Option<Answered> {
    let needed = needed(&ask.method, &ask.params);
    if needed.is_some_and(|capability| declared.has(capability)) {
        return None;
    }
    let error = needed.map(|capability| missing_capabilities(&[capability]));
    let refusal = NotSupported::new(Arc::clone(&ask.method), error);
    Some(Err(AskError::NotSupported(refusal)))
}
