//! Tasks of protocol version 2025-11-25, on a pipe.

mod asking;
mod calls;
mod cancelling;
mod capability;
mod creating;
mod draft_key;
mod drain;
mod immediate;
mod listing;
mod logging;
mod policy;
mod progress;
mod results;
mod status;
mod ttl;

/// The key with which this version says to which task a message belongs.
pub(crate) const LINK: &str = "io.modelcontextprotocol/related-task";
