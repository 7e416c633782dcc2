//! What the headers of a request say.

use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, HeaderName};

use super::events::EVENT_STREAM;
use crate::protocol::lifecycle::Version;
use crate::protocol::v2026_07_28::VERSION;
use crate::protocol::v2026_07_28::era::Carrier;
use crate::protocol::v2026_07_28::headers::PROTOCOL_VERSION;

/// The type of a lone answer.
pub(super) const JSON: &str = "application/json";

/// Whether `Accept` names a type, or a range that has it.
pub(super) fn accepts(headers: &HeaderMap, wanted: &str) -> bool {
    let kind = wanted.split('/').next().unwrap_or_default();
    ranges(headers).any(|range| {
        range.eq_ignore_ascii_case(wanted)
            || range == "*/*"
            || range
                .strip_suffix("/*")
                .is_some_and(|range| range.eq_ignore_ascii_case(kind))
    })
}

/// Whether `Accept` names streams of events before JSON: such a client gets one even for a lone
/// answer.
pub(super) fn prefers_stream(headers: &HeaderMap) -> bool {
    let is = |range: &str, wanted: &str| range.eq_ignore_ascii_case(wanted);
    ranges(headers)
        .find(|range| is(range, EVENT_STREAM) || is(range, JSON))
        .is_some_and(|range| is(range, EVENT_STREAM))
}

/// The ranges of `Accept`, in order.
fn ranges(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    headers
        .get_all(ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(media_type)
}

/// A media type without its parameters.
pub(super) fn media_type(value: &str) -> &str {
    value.split(';').next().unwrap_or_default().trim()
}

pub(super) fn carrier(headers: &HeaderMap) -> Carrier<'_> {
    Carrier::Http {
        version: version(headers),
        stateless: false,
    }
}

/// The value of `MCP-Protocol-Version`.
pub(super) fn version(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(PROTOCOL_VERSION)?;
    Some(value.to_str().unwrap_or_default().trim())
}

/// Whether that header, if it is there, names a version that is served (N-113).
pub(super) fn is_served(headers: &HeaderMap) -> bool {
    version(headers).is_none_or(|version| version == VERSION || Version::parse(version).is_some())
}

pub(super) fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use axum::http::header::ACCEPT;
    use axum::http::{HeaderMap, HeaderValue};

    use super::super::events::EVENT_STREAM;
    use super::{JSON, accepts, prefers_stream};

    fn accept(values: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(ACCEPT, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn ranges_name_all_their_types() {
        for values in [
            &["application/json, text/event-stream"][..],
            &["text/event-stream;q=0.5", "Application/JSON"],
            &["*/*"],
            &["application/*,text/*"],
        ] {
            let headers = accept(values);
            assert!(accepts(&headers, JSON) && accepts(&headers, EVENT_STREAM));
        }
        assert!(!accepts(&accept(&[]), JSON), "nothing is named");
        assert!(!accepts(&accept(&["text/html"]), JSON));
    }

    #[test]
    fn the_first_that_is_named_is_preferred() {
        for (values, expected) in [
            (&["application/json, text/event-stream"][..], false),
            (&["text/event-stream, application/json"], true),
            (&["*/*", "text/event-stream"], true),
            (&["*/*"], false),
            (&[], false),
        ] {
            assert_eq!(prefers_stream(&accept(values)), expected, "{values:?}");
        }
    }
}
