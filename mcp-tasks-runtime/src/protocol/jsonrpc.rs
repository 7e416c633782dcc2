//! The JSON-RPC 2.0 envelope (N-10 … N-12): read with borrowed strings and raw parts, written in
//! one pass.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::task::ErrorBody;

#[cfg(test)]
mod tests;

/// The text is no JSON.
pub(crate) const PARSE_ERROR: i64 = -32700;
/// The JSON is no request.
pub(crate) const INVALID_REQUEST: i64 = -32600;
/// There is no such method.
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;
/// The parameters are wrong.
pub(crate) const INVALID_PARAMS: i64 = -32602;
/// A fault of the server.
pub(crate) const INTERNAL_ERROR: i64 = crate::task::INTERNAL_ERROR;
/// The request was cancelled.
pub(crate) const CANCELLED: i64 = -32800;

/// The id of a request: a string or an integer, never null (N-10).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RequestId {
    /// An integer of 64 bits.
    Int(i64),
    /// An integer beyond that, in its digits.
    Big(Box<str>),
    /// A string.
    Text(Box<str>),
}

impl RequestId {
    /// Reads an id from its JSON; `None` when it is neither a string nor an integer.
    pub(crate) fn from_raw(raw: &RawValue) -> Option<Self> {
        let json = raw.get();
        if json.starts_with('"') {
            return Some(Self::Text(string(raw)?.into()));
        }
        let digits = json.strip_prefix('-').unwrap_or(json);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        Some(
            json.parse()
                .map_or_else(|_| Self::Big(json.into()), Self::Int),
        )
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(id) => serializer.serialize_i64(*id),
            Self::Text(id) => serializer.serialize_str(id),
            Self::Big(digits) => RawValue::from_string(digits.to_string())
                .map_err(serde::ser::Error::custom)?
                .serialize(serializer),
        }
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(id) => write!(f, "{id}"),
            Self::Big(id) | Self::Text(id) => f.write_str(id),
        }
    }
}

/// A message, read but for its parameters or payload.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    Request {
        id: RequestId,
        method: Cow<'a, str>,
        params: Option<&'a RawValue>,
    },
    Notification {
        method: Cow<'a, str>,
        params: Option<&'a RawValue>,
    },
    Response {
        id: RequestId,
        outcome: Result<&'a RawValue, ErrorBody>,
    },
    /// A response or a notification that is not as it should be, such as a response under no id,
    /// which says that the peer could not read that of a request. Neither is ever answered
    /// (N-12), lest two peers complain to each other for ever.
    Stray,
}

/// Why a text is no message, and the id to answer under if there was a usable one (N-11).
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) id: Option<RequestId>,
    pub(crate) error: ErrorBody,
}

impl Malformed {
    fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            id: None,
            error: ErrorBody::new(code, message),
        }
    }
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

/// Tells `null` from an absent member.
pub(crate) fn present<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// The value of a JSON string.
pub(crate) fn string(raw: &RawValue) -> Option<Cow<'_, str>> {
    let inner = raw.get().strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        return serde_json::from_str(raw.get()).ok().map(Cow::Owned);
    }
    Some(Cow::Borrowed(inner))
}

impl<'a> Message<'a> {
    /// Reads one message.
    pub(crate) fn parse(json: &'a str) -> Result<Self, Malformed> {
        // The decoder would take the elements of an array for the members of an object.
        if !json.trim_start().starts_with('{') && serde_json::from_str::<&RawValue>(json).is_ok() {
            let message = "Invalid request: a message must be an object";
            return Err(Malformed::new(INVALID_REQUEST, message));
        }
        let envelope: Envelope<'a> = serde_json::from_str(json).map_err(|error| {
            if error.is_data() {
                Malformed::new(INVALID_REQUEST, format!("Invalid request: {error}"))
            } else {
                Malformed::new(PARSE_ERROR, format!("Parse error: {error}"))
            }
        })?;
        envelope.into_message()
    }
}

impl<'a> Envelope<'a> {
    fn is_response(&self) -> bool {
        self.method.is_none() && (self.result.is_some() || self.error.is_some())
    }

    fn into_message(self) -> Result<Message<'a>, Malformed> {
        if self.is_response() {
            return Ok(self.into_response().unwrap_or(Message::Stray));
        }
        let invalid = |id: Option<RequestId>, message: &str| Malformed {
            id,
            ..Malformed::new(INVALID_REQUEST, format!("Invalid request: {message}"))
        };
        let id = match self.id.map(RequestId::from_raw) {
            None => None,
            Some(Some(id)) => Some(id),
            Some(None) => return Err(invalid(None, "`id` must be a string or an integer")),
        };
        if !self.is_version_2() {
            return Err(invalid(id, "`jsonrpc` must be \"2.0\""));
        }
        let Some(method) = self.method else {
            return Err(invalid(id, "`method` is missing"));
        };
        let Some(method) = string(method) else {
            return Err(invalid(id, "`method` must be a string"));
        };
        let params = self.params.filter(|raw| raw.get() != "null");
        let usable = params.is_none_or(|raw| raw.get().starts_with('{'));
        match id {
            Some(id) if usable => Ok(Message::Request { id, method, params }),
            None if usable => Ok(Message::Notification { method, params }),
            Some(id) => Err(Malformed {
                id: Some(id),
                ..Malformed::new(INVALID_PARAMS, "Invalid params: `params` must be an object")
            }),
            None => Ok(Message::Stray),
        }
    }

    fn is_version_2(&self) -> bool {
        self.jsonrpc.and_then(string).as_deref() == Some("2.0")
    }

    fn into_response(self) -> Option<Message<'a>> {
        if !self.is_version_2() {
            return None;
        }
        let id = RequestId::from_raw(self.id?)?;
        // Some peers write the member that does not apply as null.
        let error = self.error.filter(|raw| raw.get() != "null");
        let outcome = match (self.result, error) {
            (_, Some(error)) => Err(serde_json::from_str(error.get()).unwrap_or_else(|_| {
                ErrorBody::new(INTERNAL_ERROR, format!("unreadable error: {error}"))
            })),
            (Some(result), None) => Ok(result),
            (None, None) => return None,
        };
        Some(Message::Response { id, outcome })
    }
}

#[derive(Serialize)]
struct Out<'a, P, R> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RequestId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<P>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<R>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a ErrorBody>,
}

impl<P, R> Out<'_, P, R> {
    const EMPTY: Self = Self {
        jsonrpc: "2.0",
        id: None,
        method: None,
        params: None,
        result: None,
        error: None,
    };
}

/// A successful answer.
pub(crate) fn result(id: &RequestId, result: &impl Serialize) -> Vec<u8> {
    encode(
        &Out {
            id: Some(id),
            result: Some(result),
            ..Out::<(), _>::EMPTY
        },
        Some(id),
    )
}

/// An answer that says what went wrong; without an id when the request's was unreadable.
pub(crate) fn error(id: Option<&RequestId>, error: &ErrorBody) -> Vec<u8> {
    encode(
        &Out {
            id,
            error: Some(error),
            ..Out::<(), ()>::EMPTY
        },
        id,
    )
}

/// The answer to a request, encoded.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) json: Vec<u8>,
    /// The code, if it is an error: some transports show it in their own way.
    pub(crate) error: Option<i64>,
}

impl Answer {
    pub(crate) fn result(id: &RequestId, body: &impl Serialize) -> Self {
        Self {
            json: result(id, body),
            error: None,
        }
    }

    /// Without an id when the request's was unreadable.
    pub(crate) fn error(id: Option<&RequestId>, body: &ErrorBody) -> Self {
        Self {
            json: error(id, body),
            error: Some(body.code),
        }
    }
}

/// A notification.
pub(crate) fn notification(method: &str, params: Option<&impl Serialize>) -> Vec<u8> {
    encode(
        &Out {
            method: Some(method),
            params,
            ..Out::<_, ()>::EMPTY
        },
        None,
    )
}

/// A request.
pub(crate) fn request(id: &RequestId, method: &str, params: Option<&impl Serialize>) -> Vec<u8> {
    encode(
        &Out {
            id: Some(id),
            method: Some(method),
            params,
            ..Out::<_, ()>::EMPTY
        },
        Some(id),
    )
}

fn encode<P: Serialize, R: Serialize>(out: &Out<'_, P, R>, id: Option<&RequestId>) -> Vec<u8> {
    // What is sent are strings, numbers, raw JSON and maps with string keys, which all serialise;
    // should one ever fail, the peer is told instead of left to wait.
    let mut json = serde_json::to_vec(out).unwrap_or_else(|fault| {
        let body = ErrorBody::new(
            INTERNAL_ERROR,
            format!("the answer does not serialise: {fault}"),
        );
        error(id, &body)
    });
    keep_on_one_line(&mut json);
    json
}

/// Raw JSON is sent as it came, maybe over several lines, and a message must be one line on a pipe
/// and in an event. Within strings the ends of lines are escaped; others are space between tokens.
fn keep_on_one_line(json: &mut [u8]) {
    let mut rest = json;
    while let Some(at) = memchr::memchr2(b'\n', b'\r', rest) {
        rest[at] = b' ';
        rest = &mut rest[at + 1..];
    }
}
