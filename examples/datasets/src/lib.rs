//! Summarises CSV files, column by column.
//!
//! [`analyze_dataset()`] is the tool. The work itself knows no protocol: [`analysis`] reads a file
//! step by step, so that whoever runs it can tell how far it is; [`directory`] lets names that come
//! from outside reach the files below one directory, and no others.

pub mod analysis;
pub mod directory;
mod tool;

pub use directory::DataDirectory;
pub use tool::analyze_dataset;

#[cfg(test)]
mod testing;
