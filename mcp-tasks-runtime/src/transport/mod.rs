//! Bytes ↔ messages: one message per line (N-90), over any pair of byte streams or the process's
//! own standard input and output.

mod lines;
#[cfg(feature = "client")]
mod memory;
mod pipes;
mod stdio;

pub(crate) use lines::{Frame, LineDecoder};
pub(crate) use pipes::{Incoming, Written, read_from, write_to};
pub(crate) use stdio::stdio;
