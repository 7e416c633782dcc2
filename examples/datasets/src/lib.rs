//! Summarises CSV files, column by column.
//!
//! The work itself, without any protocol: [`analysis`] reads a file step by step, so that whoever
//! runs it can tell how far it is; [`directory`] lets names that come from outside reach the files
//! below one directory, and no others.

pub mod analysis;
pub mod directory;

#[cfg(test)]
mod testing;
