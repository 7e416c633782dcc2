//! The tools, by what they are there for.

pub(crate) mod conformance;
pub(crate) mod endings;
pub(crate) mod plain;
