//! The errors that only this revision has, with their data, and the HTTP status of each error
//! (`2026-07-28 §9`).

use serde_json::value::to_raw_value;
use serde_json::{Map, Value, json};

use super::{TASKS, VERSION};
use crate::protocol::jsonrpc::{INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR};
use crate::task::{ErrorBody, Refusal};

/// An HTTP header is missing, malformed, or not what the body says (J-111).
pub(crate) const HEADER_MISMATCH: i64 = -32020;
/// The client did not declare a capability that the request needs (J-14).
pub(crate) const MISSING_CAPABILITY: i64 = -32021;
/// The version is not served (J-20).
pub(crate) const UNSUPPORTED_VERSION: i64 = -32022;

/// A client capability that a request may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Capability {
    Tasks,
    ElicitationForm,
    ElicitationUrl,
    Sampling,
    SamplingTools,
    Roots,
}

impl Capability {
    /// Where its object stands within `clientCapabilities`.
    fn path(self) -> &'static [&'static str] {
        match self {
            Self::Tasks => &["extensions", TASKS],
            Self::ElicitationForm => &["elicitation", "form"],
            Self::ElicitationUrl => &["elicitation", "url"],
            Self::Sampling => &["sampling"],
            Self::SamplingTools => &["sampling", "tools"],
            Self::Roots => &["roots"],
        }
    }
}

/// The error for capabilities that the request did not declare, named in its data (J-14).
pub(crate) fn missing_capabilities(missing: &[Capability]) -> ErrorBody {
    let mut required = Map::new();
    for capability in missing {
        insert(&mut required, capability.path());
    }
    ErrorBody {
        data: to_raw_value(&json!({ "requiredCapabilities": required })).ok(),
        ..ErrorBody::new(MISSING_CAPABILITY, "Missing required client capability")
    }
}

/// Makes an object at the path, and one at each step to it.
fn insert(map: &mut Map<String, Value>, path: &[&str]) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    let inner = map
        .entry(*first)
        .or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(inner) = inner {
        insert(inner, rest);
    }
}

/// The error for a version that is not served (J-20), or that a request cannot name (C-03).
pub(crate) fn unsupported_version(requested: &str, supported: &[&str]) -> ErrorBody {
    let data = json!({ "supported": supported, "requested": requested });
    ErrorBody {
        data: to_raw_value(&data).ok(),
        ..ErrorBody::new(UNSUPPORTED_VERSION, "Unsupported protocol version")
    }
}

/// The versions that an answer may name: this one, then those of the handshake era that are
/// served, newest first. A request that itself names one of those is told of this one only, for
/// no request can select them (C-03).
pub(crate) fn supported(requested: Option<&str>) -> Vec<&'static str> {
    use crate::protocol::lifecycle::Version;
    let legacy = Version::ALL.into_iter().rev().map(Version::as_str);
    let all: Vec<&str> = std::iter::once(VERSION).chain(legacy).collect();
    match requested {
        Some(requested) if requested != VERSION && all.contains(&requested) => vec![VERSION],
        _ => all,
    }
}

/// The error for a header that is not as it must be.
pub(crate) fn header_mismatch(what: impl std::fmt::Display) -> ErrorBody {
    ErrorBody::new(HEADER_MISMATCH, format!("Header mismatch: {what}"))
}

/// The error for a method that is not there, was removed, or needs what the server does not
/// advertise (J-13).
pub(crate) fn method_not_found(method: &str) -> ErrorBody {
    ErrorBody::new(METHOD_NOT_FOUND, format!("Method not found: {method}"))
}

/// The error for a task that is not there, if the refusal says so (J-81). That one existed is
/// not told.
pub(crate) fn absent(refusal: Refusal) -> Option<ErrorBody> {
    matches!(refusal, Refusal::NotFound | Refusal::Expired)
        .then(|| ErrorBody::new(INVALID_PARAMS, "Task not found"))
}

/// The HTTP status of an answer with this error, when it comes from a handler (J-112). Whatever
/// [`headers::check`](super::headers::check) refuses has status 400.
#[cfg_attr(not(feature = "http"), allow(dead_code))]
pub(crate) fn http_status(code: i64) -> u16 {
    match code {
        METHOD_NOT_FOUND => 404,
        PARSE_ERROR | INVALID_REQUEST | HEADER_MISMATCH | MISSING_CAPABILITY
        | UNSUPPORTED_VERSION => 400,
        _ => 200,
    }
}
