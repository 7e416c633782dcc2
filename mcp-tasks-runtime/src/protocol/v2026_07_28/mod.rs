//! Protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks` (J-01 …
//! J-120): no handshake, no session, no request from the server.
//!
//! One file for each part: what a request says about itself ([`meta`], [`era`]), what its HTTP
//! headers must repeat ([`headers`], [`annotations`]), what it is answered with ([`answer`],
//! [`task`]), how a client is asked for input ([`input`], [`state`]) and told of changes
//! ([`listen`]).

pub(crate) mod annotations;
pub(crate) mod answer;
pub(crate) mod era;
pub(crate) mod errors;
pub(crate) mod headers;
pub(crate) mod input;
pub(crate) mod listen;
pub(crate) mod meta;
pub(crate) mod state;
pub(crate) mod task;

/// The version's name.
pub(crate) const VERSION: &str = "2026-07-28";
/// The extension's name (J-60).
pub(crate) const TASKS: &str = "io.modelcontextprotocol/tasks";

#[cfg(test)]
mod tests;
