//! From an answer to a response.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Response, StatusCode};
use futures_util::stream;

use super::events;
use super::stream::QUIET;
use crate::protocol::jsonrpc::Answer;
use crate::protocol::v2026_07_28::errors::http_status;
use crate::server::{Later, Outbound, Outgoing, Outlet};
use crate::task::ErrorBody;

/// A JSON body.
pub(super) fn json(status: StatusCode, body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

/// Nothing but a status.
pub(super) fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// A refusal of the request as such, with an error under no id.
pub(super) fn refusal(status: StatusCode, code: i64, message: &str) -> Response<Body> {
    let error = ErrorBody::new(code, message);
    json(status, Answer::error(None, &error).json)
}

/// An answer of 2026-07-28, whose errors have a status each (J-112). `streamed` when it is to be
/// a stream, which a refusal never is.
pub(super) fn modern(answer: Answer, streamed: bool) -> Response<Body> {
    let status = answer.error.map_or(200, http_status);
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    if streamed && status == StatusCode::OK {
        return events::response(Body::from(events::message(None, &answer.json)));
    }
    json(status, answer.json)
}

/// An answer of 2026-07-28 that takes its time: JSON if it comes first, else events. Nobody waits
/// for it any more once the response is dropped.
pub(super) async fn modern_later(
    later: Later,
    outlet: Outlet,
    mut outgoing: Outgoing,
    streamed: bool,
) -> Response<Body> {
    let mut call = Detach(Some(later));
    let first = tokio::select! {
        biased;
        first = outgoing.recv() => first,
        answer = call.answer() => {
            let Some(answer) = answer else { return empty(StatusCode::ACCEPTED) };
            match outgoing.try_recv() {
                Err(_) => return modern(answer, streamed),
                Ok(first) => {
                    outlet.answer(answer).await;
                    Some(first)
                }
            }
        }
    };
    if let Some(later) = call.0.take() {
        tokio::spawn(async move {
            if let Some(answer) = later.await {
                outlet.answer(answer).await;
            }
        });
    }
    events::response(body(first, outgoing))
}

/// The messages up to the answer, as events.
fn body(first: Option<Outbound>, outgoing: Outgoing) -> Body {
    Body::from_stream(stream::unfold(
        (first, Some(outgoing)),
        |(first, outgoing)| async move {
            let mut outgoing = outgoing?;
            let next = match first {
                Some(first) => Some(first),
                None => match tokio::time::timeout(QUIET, outgoing.recv()).await {
                    Ok(next) => next,
                    Err(_) => {
                        let comment = Bytes::from_static(events::KEEP_ALIVE);
                        return Some((Ok::<_, Infallible>(comment), (None, Some(outgoing))));
                    }
                },
            };
            let next = next?;
            let goes_on = matches!(next, Outbound::Message(_));
            let event = events::message(None, &Vec::from(next));
            Some((Ok(event), (None, goes_on.then_some(outgoing))))
        },
    ))
}

/// A call that goes on by itself when it is dropped: it then finds that nobody waits, and ends as
/// a cancelled call does.
struct Detach(Option<Later>);

impl Detach {
    async fn answer(&mut self) -> Option<Answer> {
        let answer = match &mut self.0 {
            Some(later) => later.await,
            None => None,
        };
        self.0 = None;
        answer
    }
}

impl Drop for Detach {
    fn drop(&mut self) {
        if let (Some(later), Ok(runtime)) = (self.0.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(later);
        }
    }
}
