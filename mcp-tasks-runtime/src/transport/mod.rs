//! Bytes ↔ messages: one message per line (N-90), over any pair of byte streams or the process's
//! own standard input and output.

#[cfg(feature = "http")]
pub(crate) mod http;
pub(crate) mod lines;
#[cfg(feature = "client")]
mod memory;
mod pipes;
mod serve;
mod signals;
mod stdio;

#[cfg(feature = "client")]
pub(crate) use lines::{Frame, LineDecoder};
#[cfg(feature = "client")]
pub(crate) use pipes::{Incoming, Written, read_from, write_to};
