//! What holds on every line-based connection, whatever the dialect: handshake, envelope, framing,
//! plain calls, and how calls and connections end.

mod batches;
mod busy;
mod calls;
mod drain;
mod endings;
mod envelope;
mod framing;
mod handshake;
mod ids;
mod mutations;
mod progress;
mod schemas;
mod stdio;
mod versions;
