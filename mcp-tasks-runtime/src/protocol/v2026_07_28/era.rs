//! Which era a message belongs to, told by the message itself (`mapping §2`, step A): the tests
//! in their order, the first match wins.

use super::VERSION;
use super::meta::Keys;
use crate::protocol::Method;
use crate::protocol::lifecycle::Version;

/// What the era is told by.
#[derive(Debug)]
pub(crate) struct Signs<'a> {
    /// The keys of the message's `_meta`.
    pub(crate) keys: &'a Keys<'a>,
    pub(crate) method: &'a str,
    /// How the message came.
    pub(crate) carrier: Carrier<'a>,
    /// Whether a handshake was done: on this pipe, or in the session that the message names.
    pub(crate) session: bool,
}

/// How a message came.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Carrier<'a> {
    /// On a pipe.
    Pipe,
    /// By a POST.
    #[allow(dead_code, reason = "for the HTTP transport")]
    Http {
        /// The value of `MCP-Protocol-Version`.
        version: Option<&'a str>,
        /// Whether messages of the handshake era are served without a session.
        stateless: bool,
    },
}

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// This revision: by a key (row 1), the header (row 2), or a method that exists nowhere else
    /// (row 5). Whether the message is complete is for
    /// [`headers::check`](super::headers::check) to say.
    Modern,
    /// `initialize`, which opens a session or binds the pipe (row 3).
    Handshake,
    /// The handshake era, at the version that was agreed on (row 4).
    Session,
    /// The handshake era without a session, at this version (row 6).
    Stateless(Version),
    /// On a pipe before `initialize` (row 7): refused with −32600, but for `ping` and what the
    /// draft dialect may do without a handshake.
    TooEarly,
    /// No era that is served (row 7): HTTP status 400 and −32022.
    Unserved,
}

/// The version to assume for a POST without a header (N-114).
const WITHOUT_HEADER: Version = Version::V2025_03_26;

/// The era of a message. A version that no era has is refused even within a session (N-113).
pub(crate) fn of(signs: &Signs<'_>) -> Era {
    let header = match signs.carrier {
        Carrier::Pipe => None,
        Carrier::Http { version, .. } => version.map(str::trim),
    };
    let legacy = header.map_or(Some(WITHOUT_HEADER), Version::parse);
    if signs.keys.any() || header == Some(VERSION) {
        return Era::Modern;
    }
    let method = Method::parse(signs.method);
    if method == Some(Method::Initialize) {
        return Era::Handshake;
    }
    if signs.session && legacy.is_some() {
        return Era::Session;
    }
    if method.is_some_and(is_modern_only) {
        return Era::Modern;
    }
    match (signs.carrier, legacy) {
        (Carrier::Pipe, _) => Era::TooEarly,
        (
            Carrier::Http {
                stateless: true, ..
            },
            Some(version),
        ) => Era::Stateless(version),
        (Carrier::Http { .. }, _) => Era::Unserved,
    }
}

/// The methods that no revision before had.
fn is_modern_only(method: Method) -> bool {
    matches!(
        method,
        Method::Discover | Method::Listen | Method::TasksUpdate
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::testing::raw;
    use serde_json::{Value, json};

    fn verdict(meta: Value, method: &str, carrier: Carrier<'_>, session: bool) -> Era {
        let params = raw(&json!({ "_meta": meta }));
        let keys = Keys::of_params(Some(&params));
        of(&Signs {
            keys: &keys,
            method,
            carrier,
            session,
        })
    }

    fn http(version: Option<&str>, stateless: bool) -> Carrier<'_> {
        Carrier::Http { version, stateless }
    }

    #[test]
    fn row_1_a_key_of_this_revision_decides() {
        for key in ["protocolVersion", "clientCapabilities", "clientInfo"] {
            let mut meta = json!({});
            meta[format!("io.modelcontextprotocol/{key}")] = json!(null);
            for method in ["tools/call", "initialize", "no/such", "ping"] {
                for session in [false, true] {
                    for carrier in [
                        Carrier::Pipe,
                        http(None, true),
                        http(Some("2025-11-25"), false),
                        http(Some("banana"), false),
                    ] {
                        let era = verdict(meta.clone(), method, carrier, session);
                        assert_eq!(era, Era::Modern, "{key} {method} {carrier:?}");
                    }
                }
            }
        }
        let others = json!({ "progressToken": 1, "io.modelcontextprotocol/related-task": {} });
        assert_eq!(
            verdict(others, "tools/call", Carrier::Pipe, true),
            Era::Session
        );
    }

    #[test]
    fn rows_2_to_7_in_their_order() {
        let (pipe, none) = (Carrier::Pipe, http(None, true));
        let (strict, now) = (http(None, false), http(Some("2026-07-28"), false));
        let (old, padded) = (
            http(Some("2025-06-18"), true),
            http(Some(" 2025-06-18\t"), true),
        );
        let old_strict = http(Some("2025-06-18"), false);
        let wrong = http(Some("banana"), true);
        let table = [
            // Row 2, before anything that the method or a session could say.
            ("tools/call", now, false, Era::Modern),
            ("initialize", now, false, Era::Modern),
            ("tools/call", now, true, Era::Modern),
            // Row 3.
            ("initialize", pipe, false, Era::Handshake),
            ("initialize", pipe, true, Era::Handshake),
            ("initialize", strict, false, Era::Handshake),
            ("initialize", old_strict, false, Era::Handshake),
            ("initialize", wrong, false, Era::Handshake),
            // Row 4.
            ("tools/call", pipe, true, Era::Session),
            ("server/discover", pipe, true, Era::Session),
            ("tools/call", strict, true, Era::Session),
            ("tools/call", old_strict, true, Era::Session),
            ("tools/call", wrong, true, Era::Unserved),
            // Row 5.
            ("server/discover", pipe, false, Era::Modern),
            ("subscriptions/listen", none, false, Era::Modern),
            ("tasks/update", old, false, Era::Modern),
            // Row 6.
            (
                "tools/call",
                none,
                false,
                Era::Stateless(Version::V2025_03_26),
            ),
            (
                "tools/call",
                old,
                false,
                Era::Stateless(Version::V2025_06_18),
            ),
            (
                "tools/call",
                padded,
                false,
                Era::Stateless(Version::V2025_06_18),
            ),
            ("tools/call", strict, false, Era::Unserved),
            ("tools/call", old_strict, false, Era::Unserved),
            // Row 7.
            ("tools/call", pipe, false, Era::TooEarly),
            ("ping", pipe, false, Era::TooEarly),
            ("tools/call", wrong, false, Era::Unserved),
        ];
        for (method, carrier, session, expected) in table {
            let era = verdict(json!({}), method, carrier, session);
            assert_eq!(era, expected, "{method} {carrier:?} {session}");
        }
    }

    #[test]
    fn unreadable_parameters_have_no_keys() {
        for params in [
            json!([]),
            json!({ "_meta": 5 }),
            json!({ "_meta": null }),
            json!({}),
        ] {
            assert!(!Keys::of_params(Some(&raw(&params))).any(), "{params}");
        }
        assert!(!Keys::of_params(None).any());
    }
}
