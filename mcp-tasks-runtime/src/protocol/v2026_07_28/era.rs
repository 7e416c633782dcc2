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
