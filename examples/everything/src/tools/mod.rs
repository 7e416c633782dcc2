//! The tools, by what they are there for.

pub(crate) mod asking;
pub(crate) mod conformance;
pub(crate) mod endings;
pub(crate) mod plain;
pub(crate) mod rounds;
pub(crate) mod session;
pub(crate) mod stateless;
