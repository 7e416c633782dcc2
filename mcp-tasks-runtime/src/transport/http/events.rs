//! Server-sent events, as bytes.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderName, HeaderValue, Response};

use axum::body::{Body, Bytes};

/// The type of a stream of events.
pub(super) const EVENT_STREAM: &str = "text/event-stream";

/// How long a client waits before it takes a stream up again.
const RETRY_MS: u32 = 3000;

/// A comment, which keeps a quiet connection from being taken for dead (J-103).
pub(super) const KEEP_ALIVE: &[u8] = b":\n\n";

/// One message as an event, with an id where the stream can be taken up again.
pub(super) fn message(id: Option<&str>, json: &[u8]) -> Bytes {
    let mut event = Vec::with_capacity(json.len() + 48);
    if let Some(id) = id {
        event.extend_from_slice(b"id: ");
        event.extend_from_slice(id.as_bytes());
        event.push(b'\n');
    }
    event.extend_from_slice(b"data: ");
    event.extend_from_slice(json);
    event.extend_from_slice(b"\n\n");
    event.into()
}

/// The first event of a stream that can be taken up again: an id and no data (N-101).
pub(super) fn primer(id: &str) -> Bytes {
    format!("id: {id}\nretry: {RETRY_MS}\ndata: \n\n").into()
}

/// A response that is a stream of events.
pub(super) fn response(body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(EVENT_STREAM));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let unbuffered = HeaderName::from_static("x-accel-buffering");
    headers.insert(unbuffered, HeaderValue::from_static("no"));
    response
}
