//! The client against a scripted server in memory, on a paused clock: no test waits for real,
//! except for the few child processes.

mod fake;
mod race;
