//! The JSON-RPC 2.0 envelope (N-10 … N-12): read with borrowed strings and raw parts, written in
//! one pass.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::task::ErrorBody;

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
}

/// Why a text is no message, and the id to answer under if there was a usable one (N-11).
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) id: Option<RequestId>,
    /// It names no method: the id is one of the reader's own.
    pub(crate) is_response: bool,
    pub(crate) error: ErrorBody,
}

impl Malformed {
    fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            id: None,
            is_response: false,
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
    fn into_message(self) -> Result<Message<'a>, Malformed> {
        let id = self.id.map(|raw| RequestId::from_raw(raw).ok_or(raw));
        let is_response = self.method.is_none();
        let invalid = |id: Option<RequestId>, message: String| Malformed {
            id,
            is_response,
            ..Malformed::new(INVALID_REQUEST, format!("Invalid request: {message}"))
        };
        let id = match id {
            None => None,
            Some(Ok(id)) => Some(id),
            // A peer may answer a message whose id it could not read under a null id.
            Some(Err(raw)) if self.method.is_none() && raw.get() == "null" => {
                return Err(invalid(None, "a response to no request".to_owned()));
            }
            Some(Err(_)) => {
                return Err(invalid(
                    None,
                    "`id` must be a string or an integer".to_owned(),
                ));
            }
        };
        if self.jsonrpc.is_none_or(|raw| raw.get() != "\"2.0\"") {
            return Err(invalid(id, "`jsonrpc` must be \"2.0\"".to_owned()));
        }
        if let Some(method) = self.method {
            let Some(method) = string(method) else {
                return Err(invalid(id, "`method` must be a string".to_owned()));
            };
            let params = self.params.filter(|raw| raw.get() != "null");
            if params.is_some_and(|raw| !raw.get().starts_with('{')) {
                return Err(Malformed {
                    id,
                    is_response,
                    error: ErrorBody::new(
                        INVALID_PARAMS,
                        "Invalid params: `params` must be an object",
                    ),
                });
            }
            return Ok(match id {
                Some(id) => Message::Request { id, method, params },
                None => Message::Notification { method, params },
            });
        }
        let Some(id) = id else {
            return Err(invalid(
                None,
                "neither `method` nor `id` is there".to_owned(),
            ));
        };
        // Some peers write the member that does not apply as null.
        let is_null = |raw: &RawValue| raw.get() == "null";
        let error = self.error.filter(|raw| !is_null(raw));
        match (self.result, error) {
            (Some(result), None) => Ok(Message::Response {
                id,
                outcome: Ok(result),
            }),
            (result, Some(error)) if result.is_none_or(is_null) => {
                let error = serde_json::from_str(error.get()).unwrap_or_else(|_| {
                    ErrorBody::new(INTERNAL_ERROR, format!("unreadable error: {error}"))
                });
                Ok(Message::Response {
                    id,
                    outcome: Err(error),
                })
            }
            _ => Err(invalid(Some(id), "`method` is missing".to_owned())),
        }
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
    serde_json::to_vec(out).unwrap_or_else(|fault| {
        let body = ErrorBody::new(
            INTERNAL_ERROR,
            format!("the answer does not serialise: {fault}"),
        );
        error(id, &body)
    })
}
