//! The client against a scripted server in memory, on a paused clock: no test waits for real,
//! except for the few child processes.

mod connection;
mod fake;
mod following;
mod handshake;
mod own_server;
#[cfg(unix)]
mod process;
mod race;
mod server_requests;
mod tasks;
mod tools;
