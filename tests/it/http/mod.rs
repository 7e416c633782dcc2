//! Streamable HTTP, in process: a router is called as the service that it is, so that no socket
//! is in the way and the clock can be paused.

mod client;
mod handshake;
mod stateless;
mod streams;
mod three_clients;
