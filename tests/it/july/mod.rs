//! Protocol version 2026-07-28 with the tasks extension, on a pipe.

mod asking;
mod calls;
mod cancelling;
mod completeness;
mod creating;
mod discover;
mod listen;
mod logging;
mod reading;
mod removed;
mod rounds;
mod state;
mod tools;
mod undeclared;
mod update;
