//! Three dialects on one pipe: which one a message speaks, and tasks that are read in another
//! dialect than they were made in.

mod cancelling;
mod eras;
mod interleaved;
mod questions;
mod races;
mod readers;
mod walk;
