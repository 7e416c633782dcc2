//! Pieces of Rust that every macro of this crate reads: functions, keys with values, doc
//! comments, durations, types.

pub(crate) mod doc;
pub(crate) mod duration;
pub(crate) mod entry;
pub(crate) mod function;
pub(crate) mod types;
