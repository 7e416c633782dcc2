//! The way from a running tool to the client on its connection.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use serde::Serialize;
use serde_json::value::RawValue;

use super::connection::Connection;
use crate::protocol::draft::Link;
use crate::protocol::lifecycle::{ClientCapabilities, Version};
use crate::protocol::meta::{ProgressToken, with_draft_link};
use crate::protocol::{ask, jsonrpc, notification};
use crate::task::TaskId;
use crate::tool::{AskError, CallPeer, Progress};

/// The client of one call.
#[derive(Debug)]
pub(super) struct ConnectionPeer {
    /// Weak: a context that a tool keeps must not keep the connection open.
    connection: Weak<Connection>,
    version: Version,
    token: Option<ProgressToken>,
    /// The draft task whose link every message carries (D-26).
    task: Option<TaskId>,
    /// Held while a report is sent: none follows the answer (D-46).
    open: Mutex<bool>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProgressParams<'a> {
    progress_token: &'a ProgressToken,
    progress: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Link<'a>>,
}

/// A number without a decimal point where it needs none.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Whole(i64),
    Fraction(f64),
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        /// Up to here every integer has its own `f64`.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if number.fract() == 0.0 && number.abs() <= EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "it is an integer in range")]
            return Self::Whole(number as i64);
        }
        Self::Fraction(number)
    }
}

impl ConnectionPeer {
    pub(super) fn new(
        connection: &Arc<Connection>,
        version: Version,
        token: Option<ProgressToken>,
        task: Option<TaskId>,
    ) -> Self {
        let connection = Arc::downgrade(connection);
        Self {
            connection,
            version,
            token,
            task,
            open: Mutex::new(true),
        }
    }

    /// The call is about to be answered: nothing of it is sent from now on.
    pub(super) fn close(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = false;
    }
}

impl CallPeer for ConnectionPeer {
    fn progress(&self, progress: &Progress) {
        let (Some(token), Some(connection)) = (&self.token, self.connection.upgrade()) else {
            return;
        };
        let message = progress
            .message
            .as_deref()
            .filter(|_| self.version.has_progress_messages());
        let params = ProgressParams {
            progress_token: token,
            progress: progress.done.into(),
            total: progress.total.map(Number::from),
            message,
            meta: self.task.as_ref().map(Link),
        };
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if *open {
            connection.send_lossy(jsonrpc::notification(notification::PROGRESS, Some(&params)));
        }
    }

    /// No dialect of the handshake era has status texts for a plain call.
    fn status(&self, _message: &str) {}

    fn ask<'a>(
        &'a self,
        method: &'a str,
        params: Arc<RawValue>,
    ) -> Pin<Box<dyn Future<Output = Result<Arc<RawValue>, AskError>> + Send + 'a>> {
        Box::pin(async move {
            let connection = self.connection.upgrade().ok_or(AskError::Disconnected)?;
            if !answers(connection.capabilities(), self.version, method) {
                return Err(AskError::NotSupported(method.to_owned()));
            }
            let asked = match &self.task {
                Some(task) => {
                    let params = with_draft_link(&params, task.as_str());
                    connection.ask(method, &params, Some(task)).await
                }
                None => connection.ask(method, &params, None).await,
            };
            drop(connection);
            let answer = asked.ok_or(AskError::Disconnected)?.answer().await;
            answer
                .ok_or(AskError::Disconnected)?
                .map_err(AskError::Refused)
        })
    }
}

/// Whether a client that declared this answers such requests.
fn answers(declared: ClientCapabilities, version: Version, method: &str) -> bool {
    match method {
        ask::ELICIT => declared.elicitation && version.has_elicitation(),
        ask::SAMPLE => declared.sampling,
        ask::ROOTS => declared.roots,
        ask::PING => true,
        _ => false,
    }
}
