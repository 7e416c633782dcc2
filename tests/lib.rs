//! The documents of the repository, whose code is compiled as doctests, and what a fuzzer and the
//! tests both run. The tests are in `it`.

#![doc = include_str!("../README.md")]

pub mod fuzz;
