//! Nothing but the documents of the repository, whose code is compiled as doctests. The tests are
//! in `it`.

#![doc = include_str!("../README.md")]
