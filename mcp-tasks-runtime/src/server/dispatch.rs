//! From a message to its answer: which era it belongs to, and who handles it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::OwnedSemaphorePermit;

use super::outlet::Outlet;
use super::session::Session;
use crate::protocol::jsonrpc::{
    self, Answer, INVALID_REQUEST, METHOD_NOT_FOUND, Malformed, Message, PARSE_ERROR, RequestId,
    present,
};
use crate::protocol::lifecycle::Version;
use crate::protocol::meta::RequestMeta;
use crate::protocol::notification;
use crate::protocol::v2026_07_28::era::{self, Carrier, Era, Signs};
use crate::protocol::v2026_07_28::errors::{supported, unsupported_version};
use crate::protocol::v2026_07_28::headers::Lookup;
use crate::protocol::v2026_07_28::meta::Keys;
use crate::task::ErrorBody;

/// What a message is answered with.
pub(crate) enum Reply {
    /// Nothing.
    None,
    /// This, now.
    Now(Answer),
    /// This, now; once it is on its way, the rest begins, of which the client hears by its name.
    First(Answer, Then),
    /// What comes of it, if anything does.
    Later(Later),
    /// The same, where the answer is that of a task, which has a limit of its own and goes on
    /// without it.
    Followed(Later),
}

/// Ends a request with the error that stands in its way.
macro_rules! or_refuse {
    ($id:expr, $read:expr) => {
        match $read {
            Ok(read) => read,
            Err(error) => return Reply::error(&$id, &error),
        }
    };
}
pub(super) use or_refuse;

/// What begins once an answer is on its way.
pub(crate) type Then = Pin<Box<dyn Future<Output = ()> + Send>>;

/// An answer that takes its time.
pub(crate) type Later = Pin<Box<dyn Future<Output = Option<Answer>> + Send>>;

impl Reply {
    pub(super) fn result(id: &RequestId, result: &impl Serialize) -> Self {
        Self::Now(Answer::result(id, result))
    }

    pub(super) fn error(id: &RequestId, error: &ErrorBody) -> Self {
        Self::Now(Answer::error(Some(id), error))
    }

    pub(super) fn of(id: &RequestId, result: Result<impl Serialize, ErrorBody>) -> Self {
        match result {
            Ok(result) => Self::result(id, &result),
            Err(error) => Self::error(id, &error),
        }
    }
}

/// How a message came, and where what belongs to it goes.
#[derive(Clone, Copy)]
pub(crate) struct Via<'a> {
    /// Takes the messages that precede the answer.
    pub(crate) outlet: &'a Outlet,
    pub(crate) carrier: Carrier<'a>,
    /// The headers that it came with, if it came with any.
    pub(crate) headers: Option<Lookup<'a>>,
}

impl Session {
    /// Handles a line of a pipe. What takes time is spawned; the rest is answered before this
    /// returns.
    pub(crate) async fn receive(self: &Arc<Self>, line: &[u8], outlet: &Outlet) {
        let Ok(text) = std::str::from_utf8(line) else {
            let error = ErrorBody::new(PARSE_ERROR, "Parse error: the message is not UTF-8");
            return outlet.answer(Answer::error(None, &error)).await;
        };
        let via = Via {
            outlet,
            carrier: Carrier::Pipe,
            headers: None,
        };
        if text.trim_start().starts_with('[') {
            return self.receive_batch(text, via).await;
        }
        match self.handle(Message::parse(text), via).await {
            Reply::None => {}
            Reply::Now(answer) => outlet.answer(answer).await,
            Reply::First(answer, then) => {
                outlet.answer(answer).await;
                then.await;
            }
            Reply::Later(answer) => {
                // A client that does not read, or asks faster than it is answered, is not read
                // from either.
                let slot = self.call_slot(outlet).await;
                self.answer_later(answer, outlet, slot);
            }
            Reply::Followed(answer) => self.answer_later(answer, outlet, None),
        }
    }

    fn answer_later(
        self: &Arc<Self>,
        answer: Later,
        outlet: &Outlet,
        slot: Option<OwnedSemaphorePermit>,
    ) {
        let (session, outlet) = (Arc::clone(self), outlet.clone());
        tokio::spawn(async move {
            if let Some(answer) = answer.await {
                outlet.answer(answer).await;
            }
            // Held until now: whoever will answer holds the session.
            drop((session, slot));
        });
    }

    /// Waits until there is room for a further call, and for what comes of it.
    async fn call_slot(&self, outlet: &Outlet) -> Option<OwnedSemaphorePermit> {
        outlet.has_room().await;
        Arc::clone(&self.call_slots).acquire_owned().await.ok()
    }

    /// A line beyond the limit was skipped; which id it had is not known.
    pub(crate) async fn refuse_length(&self, outlet: &Outlet) {
        let limit = self.core.settings.longest_message;
        let message = format!("Invalid request: the message is longer than {limit} bytes");
        let error = ErrorBody::new(INVALID_REQUEST, message);
        outlet.answer(Answer::error(None, &error)).await;
    }

    /// Handles a message.
    pub(crate) async fn handle(
        self: &Arc<Self>,
        message: Result<Message<'_>, Malformed>,
        via: Via<'_>,
    ) -> Reply {
        match message {
            Ok(Message::Request { id, method, params }) => {
                self.request(id, &method, params, via).await
            }
            Ok(Message::Notification { method, params }) => {
                self.notification(&method, params).await;
                Reply::None
            }
            Ok(Message::Response { id, outcome }) => {
                self.asked.answered(&id, outcome);
                Reply::None
            }
            Ok(Message::Stray) => Reply::None,
            Err(malformed) => Reply::Now(Answer::error(malformed.id.as_ref(), &malformed.error)),
        }
    }

    async fn request(
        self: &Arc<Self>,
        id: RequestId,
        method: &str,
        params: Option<&RawValue>,
        via: Via<'_>,
    ) -> Reply {
        if self.in_flight.contains(&id) {
            let message = format!("Invalid request: the id {id} is in use");
            return Reply::error(&id, &ErrorBody::new(INVALID_REQUEST, message));
        }
        let keys = Keys::of_params(params);
        match self.era(&keys, method, via.carrier) {
            Era::Modern => self.modern(id, method, params, &keys, via).await,
            Era::Handshake => self.initialize(&id, params),
            Era::Session => {
                let version = self.version().unwrap_or(Version::NEWEST);
                self.legacy(id, version, method, params, via.outlet).await
            }
            Era::Stateless(version) => self.legacy(id, version, method, params, via.outlet).await,
            Era::TooEarly => self.too_early(id, method, params, via.outlet).await,
            Era::Unserved => {
                let asked = match via.carrier {
                    Carrier::Http { version, .. } => version.unwrap_or_default(),
                    Carrier::Pipe => "",
                };
                Reply::error(&id, &unsupported_version(asked, &supported(None)))
            }
        }
    }

    /// The era of a message with these marks.
    pub(crate) fn era(&self, keys: &Keys<'_>, method: &str, carrier: Carrier<'_>) -> Era {
        let session = self.version().is_some();
        era::of(&Signs {
            keys,
            method,
            carrier,
            session,
        })
    }

    /// A request on a pipe before any handshake. One of the draft dialect tells its era by
    /// itself; another one needs the handshake first (N-01), but for a ping (N-04).
    async fn too_early(
        self: &Arc<Self>,
        id: RequestId,
        method: &str,
        params: Option<&RawValue>,
        outlet: &Outlet,
    ) -> Reply {
        let is_draft = RequestMeta::of_params(params).is_ok_and(|meta| meta.is_draft());
        if is_draft {
            self.agree_by_dialect();
        } else if method != crate::protocol::ask::PING {
            let message = "Invalid request: `initialize` has to come first";
            return Reply::error(&id, &ErrorBody::new(INVALID_REQUEST, message));
        }
        self.legacy(id, Version::V2025_06_18, method, params, outlet)
            .await
    }

    async fn notification(&self, name: &str, params: Option<&RawValue>) {
        match name {
            notification::CANCELLED => self.cancelled(params).await,
            notification::INITIALIZED => self.note_initialized(),
            _ => {}
        }
    }

    /// `notifications/cancelled`. One that is malformed or names no request in flight is ignored.
    async fn cancelled(&self, params: Option<&RawValue>) {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(rename = "requestId", borrow, default, deserialize_with = "present")]
            request_id: Option<&'a RawValue>,
            #[serde(borrow, default)]
            reason: Option<&'a RawValue>,
        }
        let params = params.map(|raw| serde_json::from_str::<Params<'_>>(raw.get()));
        let Some(Ok(params)) = params else { return };
        let Some(id) = params.request_id.and_then(RequestId::from_raw) else {
            return;
        };
        if let Some(task) = self.in_flight.cancel_by_client(&id) {
            let reason = params.reason.and_then(jsonrpc::string);
            let reason = reason.map(|text| text.into_owned());
            // Refused when it has ended already, as a late cancellation should be (D-28).
            let _ = self.core.engine.cancel(&task, reason).await;
        }
    }

    /// A batch (C-27): its answers come together, as an array, once all of them are there.
    pub(crate) async fn receive_batch(self: &Arc<Self>, text: &str, via: Via<'_>) {
        let outlet = via.outlet;
        let members: Vec<&RawValue> = match serde_json::from_str(text) {
            Ok(members) => members,
            Err(error) => {
                let error = ErrorBody::new(PARSE_ERROR, format!("Parse error: {error}"));
                return outlet.answer(Answer::error(None, &error)).await;
            }
        };
        let refusal = if !self.version().is_some_and(Version::has_batches) {
            Some("batches are not part of this protocol version")
        } else if members.is_empty() {
            Some("the batch is empty")
        } else if members.len() > MOST_MEMBERS {
            Some("a batch has at most 100 messages")
        } else {
            None
        };
        if let Some(refusal) = refusal {
            let error = ErrorBody::new(INVALID_REQUEST, format!("Invalid request: {refusal}"));
            return outlet.answer(Answer::error(None, &error)).await;
        }
        let mut replies = Vec::with_capacity(members.len());
        for member in members {
            replies.push(self.handle(Message::parse(member.get()), via).await);
        }
        let (session, outlet) = (Arc::clone(self), outlet.clone());
        tokio::spawn(async move {
            let answers = join(replies).await;
            if !answers.is_empty() {
                let mut json = vec![b'['];
                json.extend_from_slice(&answers.join(&b','));
                json.push(b']');
                outlet.answer(Answer { json, error: None }).await;
            }
            drop(session);
        });
    }
}

/// How many messages a batch may have: their answers are held until all of them are there.
const MOST_MEMBERS: usize = 100;

/// The refusal of a method that is not there.
pub(super) fn no_method(id: &RequestId, method: &str) -> Reply {
    let message = format!("Method not found: {method}");
    Reply::error(id, &ErrorBody::new(METHOD_NOT_FOUND, message))
}

/// Waits for all replies, which run side by side.
async fn join(replies: Vec<Reply>) -> Vec<Vec<u8>> {
    let mut answers = Vec::new();
    let mut later = tokio::task::JoinSet::new();
    for reply in replies {
        match reply {
            Reply::None => {}
            Reply::Now(answer) => answers.push(answer.json),
            Reply::First(answer, then) => {
                answers.push(answer.json);
                then.await;
            }
            Reply::Later(answer) | Reply::Followed(answer) => drop(later.spawn(answer)),
        }
    }
    while let Some(answer) = later.join_next().await {
        answers.extend(answer.ok().flatten().map(|answer| answer.json));
    }
    answers
}
