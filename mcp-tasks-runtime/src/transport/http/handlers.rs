//! POST, GET and DELETE.

use std::sync::{Arc, Once};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};

use super::events::{self, EVENT_STREAM};
use super::headers::{self, accepts, carrier, media_type, text};
use super::in_session;
use super::respond;
use super::sessions::{HttpSession, Sessions};
use crate::protocol::jsonrpc::{Answer, INVALID_REQUEST, Malformed, Message, PARSE_ERROR};
use crate::protocol::lifecycle::Version;
use crate::protocol::v2026_07_28::era::Era;
use crate::protocol::v2026_07_28::meta::Keys;
use crate::protocol::v2026_07_28::{self};
use crate::server::{Identity, Outgoing, Outlet, Reply, Server, Session, Via};
use crate::task::ErrorBody;

/// The header that names a session.
const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");

/// Why a message is refused that is no request and names a version that is not served. Requests
/// are told the versions that are.
const UNSERVED: &str = "`MCP-Protocol-Version` is not a version that is served";

/// How many messages of one request may wait to be sent.
const OUTGOING: usize = 64;

/// The endpoint.
#[derive(Debug)]
pub(super) struct Endpoint {
    server: Server,
    sessions: Arc<Sessions>,
    sweeping: Once,
}

impl Endpoint {
    pub(super) fn new(server: Server) -> Self {
        Self {
            server,
            sessions: Arc::default(),
            sweeping: Once::new(),
        }
    }
}

/// Handles a request.
pub(super) async fn handle(
    State(endpoint): State<Arc<Endpoint>>,
    request: Request<Body>,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let allowed = &endpoint.server.core.settings.allowed;
    if let Some(why) = allowed.refusal(&parts.headers, &parts.uri) {
        return respond::refusal(StatusCode::FORBIDDEN, INVALID_REQUEST, why);
    }
    match parts.method {
        Method::POST => post(&endpoint, &parts.headers, body).await,
        Method::GET => get(&endpoint, &parts.headers).await,
        Method::DELETE => delete(&endpoint, &parts.headers).await,
        _ => not_allowed(),
    }
}

fn not_allowed() -> Response<Body> {
    let mut response = respond::empty(StatusCode::METHOD_NOT_ALLOWED);
    let methods = HeaderValue::from_static("POST, GET, DELETE");
    response.headers_mut().insert(ALLOW, methods);
    response
}

async fn post(endpoint: &Arc<Endpoint>, headers: &HeaderMap, body: Body) -> Response<Body> {
    if !accepts(headers, headers::JSON) || !accepts(headers, EVENT_STREAM) {
        let why = "`Accept` must name application/json and text/event-stream";
        return respond::refusal(StatusCode::NOT_ACCEPTABLE, INVALID_REQUEST, why);
    }
    let content = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    if !content.is_some_and(|content| media_type(content).eq_ignore_ascii_case(headers::JSON)) {
        let why = "`Content-Type` must be application/json";
        return respond::refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST, why);
    }
    let longest = endpoint.server.core.settings.longest_message;
    let body: Bytes = match axum::body::to_bytes(body, longest).await {
        Ok(body) => body,
        Err(_) => {
            let why = format!("the body is longer than {longest} bytes, or broke off");
            return respond::refusal(StatusCode::PAYLOAD_TOO_LARGE, INVALID_REQUEST, &why);
        }
    };
    let Ok(text) = std::str::from_utf8(&body) else {
        return respond::refusal(
            StatusCode::BAD_REQUEST,
            PARSE_ERROR,
            "the body is not UTF-8",
        );
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('[') {
        return batch(endpoint, headers, text).await;
    }
    let message = Message::parse(text);
    let arrival = Arrival { headers, message };
    arrival.handle(endpoint).await
}

/// A message with the headers that it came with.
struct Arrival<'a> {
    headers: &'a HeaderMap,
    message: Result<Message<'a>, Malformed>,
}

impl Arrival<'_> {
    async fn handle(self, endpoint: &Arc<Endpoint>) -> Response<Body> {
        let named = text(self.headers, &SESSION);
        let known = named.and_then(|id| endpoint.sessions.get(id));
        let (outlet, outgoing) = Outlet::new(OUTGOING);
        match self.era(known.as_deref()) {
            Ok(Some(Era::Modern)) => self.modern(endpoint, outlet, outgoing).await,
            Ok(Some(Era::Handshake)) => self.open(endpoint, &outlet).await,
            // In a session a version is all that can be amiss.
            Ok(Some(Era::Unserved)) if known.is_some() => {
                self.without_session(endpoint, &outlet).await
            }
            Ok(_) => match (known, named) {
                (Some(session), _) => self.in_session(&session, outlet, outgoing).await,
                (None, Some(_)) => NoSession::Ended.refusal(),
                (None, None) => self.without_session(endpoint, &outlet).await,
            },
            Err(answer) => respond::json(StatusCode::BAD_REQUEST, answer.json),
        }
    }

    /// The era of the message; `None` for what is no request, and tells it by its session or its
    /// header alone.
    fn era(&self, known: Option<&HttpSession>) -> Result<Option<Era>, Answer> {
        let carrier = carrier(self.headers);
        match &self.message {
            Ok(Message::Request { method, params, .. }) => {
                let keys = Keys::of_params(*params);
                let nobody = v2026_07_28::era::Signs {
                    keys: &keys,
                    method,
                    carrier,
                    session: known.is_some_and(|known| known.session.version().is_some()),
                };
                Ok(Some(v2026_07_28::era::of(&nobody)))
            }
            Ok(_) if !headers::is_served(self.headers) => Err(Answer::error(
                None,
                &ErrorBody::new(INVALID_REQUEST, UNSERVED),
            )),
            Ok(_) => {
                let modern = headers::version(self.headers) == Some(v2026_07_28::VERSION);
                Ok(modern.then_some(Era::Modern))
            }
            Err(malformed) => Err(Answer::error(malformed.id.as_ref(), &malformed.error)),
        }
    }

    /// A message of 2026-07-28, which stands alone.
    async fn modern(
        self,
        endpoint: &Arc<Endpoint>,
        outlet: Outlet,
        outgoing: Outgoing,
    ) -> Response<Body> {
        let core = Arc::clone(&endpoint.server.core);
        let session = Arc::new(Session::new(core, Identity::anonymous("")));
        let streamed = headers::prefers_stream(self.headers);
        match self.reply(&session, &outlet).await {
            Reply::None => respond::empty(StatusCode::ACCEPTED),
            Reply::Now(answer) => respond::modern(answer, streamed),
            Reply::First(answer, then) => {
                tokio::spawn(then);
                respond::modern(answer, streamed)
            }
            Reply::Later(later) | Reply::Followed(later) => {
                respond::modern_later(later, outlet, outgoing, streamed).await
            }
        }
    }

    /// `initialize` makes a session, and its answer names it.
    async fn open(self, endpoint: &Arc<Endpoint>, outlet: &Outlet) -> Response<Body> {
        let id = Sessions::new_id();
        let core = Arc::clone(&endpoint.server.core);
        let session = Arc::new(HttpSession::new(core, &id));
        let Reply::Now(answer) = self.reply(&session.session, outlet).await else {
            return respond::empty(StatusCode::ACCEPTED);
        };
        if answer.error.is_some() {
            return respond::json(StatusCode::OK, answer.json);
        }
        let Ok(value) = HeaderValue::from_str(&id) else {
            return respond::empty(StatusCode::INTERNAL_SERVER_ERROR);
        };
        if !endpoint.sessions.insert(id, session) {
            let why = "too many sessions, try again later";
            return respond::refusal(StatusCode::SERVICE_UNAVAILABLE, INVALID_REQUEST, why);
        }
        let sessions = Arc::downgrade(&endpoint.sessions);
        endpoint
            .sweeping
            .call_once(|| drop(tokio::spawn(Sessions::sweep(sessions))));
        let mut response = respond::json(StatusCode::OK, answer.json);
        response.headers_mut().insert(SESSION, value);
        response
    }

    /// A message within a session.
    async fn in_session(
        self,
        known: &Arc<HttpSession>,
        outlet: Outlet,
        outgoing: Outgoing,
    ) -> Response<Body> {
        let streamed = headers::prefers_stream(self.headers);
        let reply = self.reply(&known.session, &outlet).await;
        drop(outlet);
        in_session::respond(known, reply, outgoing, streamed).await
    }

    /// A message of the handshake era that names no session.
    async fn without_session(self, endpoint: &Arc<Endpoint>, outlet: &Outlet) -> Response<Body> {
        if !matches!(self.message, Ok(Message::Request { .. })) {
            return NoSession::Unnamed.refusal();
        }
        let core = Arc::clone(&endpoint.server.core);
        let session = Arc::new(Session::new(core, Identity::anonymous("")));
        match self.reply(&session, outlet).await {
            Reply::Now(answer) => respond::json(StatusCode::BAD_REQUEST, answer.json),
            Reply::None | Reply::First(..) | Reply::Later(_) | Reply::Followed(_) => {
                NoSession::Unnamed.refusal()
            }
        }
    }

    async fn reply(self, session: &Arc<Session>, outlet: &Outlet) -> Reply {
        let headers = self.headers;
        let lookup = |name: &str| headers.get(name).map(HeaderValue::as_bytes);
        let via = Via {
            outlet,
            carrier: carrier(headers),
            headers: Some(&lookup),
        };
        session.handle(self.message, via).await
    }
}

/// A batch, in the one version that has them (C-27).
async fn batch(endpoint: &Arc<Endpoint>, headers: &HeaderMap, text: &str) -> Response<Body> {
    let known = headers::text(headers, &SESSION).and_then(|id| endpoint.sessions.get(id));
    let batches = known
        .as_ref()
        .and_then(|known| known.session.version())
        .is_some_and(Version::has_batches)
        && headers::is_served(headers);
    let (Some(known), true) = (known, batches) else {
        let why = "batches are not part of this protocol version";
        return respond::refusal(StatusCode::BAD_REQUEST, INVALID_REQUEST, why);
    };
    let (outlet, outgoing) = Outlet::new(OUTGOING);
    let lookup = |name: &str| headers.get(name).map(HeaderValue::as_bytes);
    let via = Via {
        outlet: &outlet,
        carrier: carrier(headers),
        headers: Some(&lookup),
    };
    known.session.receive_batch(text, via).await;
    drop(outlet);
    in_session::respond_to_batch(&known, outgoing).await
}

/// A session's own stream, or one that is taken up again (N-104, N-107).
async fn get(endpoint: &Arc<Endpoint>, headers: &HeaderMap) -> Response<Body> {
    if headers::version(headers) == Some(v2026_07_28::VERSION) {
        return not_allowed();
    }
    if !accepts(headers, EVENT_STREAM) {
        let why = "`Accept` must name text/event-stream";
        return respond::refusal(StatusCode::NOT_ACCEPTABLE, INVALID_REQUEST, why);
    }
    let known = match session(endpoint, headers) {
        Ok((_, known)) => known,
        Err(none) => return none.refusal(),
    };
    if let Some(event) = text(headers, &LAST_EVENT) {
        return match known.find(event) {
            Some((stream, number)) => events::response(stream.body(number.saturating_add(1))),
            None => {
                let why = "the event is not known any more";
                respond::refusal(StatusCode::NOT_FOUND, INVALID_REQUEST, why)
            }
        };
    }
    let version = known.session.version().unwrap_or(Version::NEWEST);
    let stream = known.open(version.has_tasks());
    let (outlet, mut outgoing) = Outlet::new(OUTGOING);
    let (pumped, closing) = (Arc::clone(&stream), endpoint.server.core.closing.clone());
    tokio::spawn(async move {
        loop {
            tokio::select! {
                message = outgoing.recv() => match message {
                    Some(message) => pumped.push(&Vec::from(message)),
                    None => break,
                },
                () = closing.cancelled() => break,
            }
        }
        pumped.end();
    });
    known.session.open_stream(outlet).await;
    events::response(stream.body(0))
}

/// The end of a session (N-111).
async fn delete(endpoint: &Arc<Endpoint>, headers: &HeaderMap) -> Response<Body> {
    if headers::version(headers) == Some(v2026_07_28::VERSION) {
        return not_allowed();
    }
    match session(endpoint, headers) {
        Ok((id, known)) => {
            endpoint.sessions.remove(id);
            known.end().await;
            respond::empty(StatusCode::NO_CONTENT)
        }
        Err(none) => none.refusal(),
    }
}

/// The session that the headers name.
fn session<'h>(
    endpoint: &Endpoint,
    headers: &'h HeaderMap,
) -> Result<(&'h str, Arc<HttpSession>), NoSession> {
    if !headers::is_served(headers) {
        return Err(NoSession::Unserved);
    }
    let id = text(headers, &SESSION).ok_or(NoSession::Unnamed)?;
    let known = endpoint.sessions.get(id).ok_or(NoSession::Ended)?;
    Ok((id, known))
}

/// Why a message has no session.
enum NoSession {
    /// Its version is not served.
    Unserved,
    /// It names none.
    Unnamed,
    /// The one that it names has ended, or never was.
    Ended,
}

impl NoSession {
    fn refusal(self) -> Response<Body> {
        let (status, why) = match self {
            Self::Unserved => (StatusCode::BAD_REQUEST, UNSERVED),
            Self::Unnamed => (StatusCode::BAD_REQUEST, "`Mcp-Session-Id` is missing"),
            Self::Ended => (StatusCode::NOT_FOUND, "the session has ended, or never was"),
        };
        respond::refusal(status, INVALID_REQUEST, why)
    }
}
