//! Tools in a crate that denies every warning, knows the runtime by another name, and has modules
//! in which nothing is called what it usually is. That it compiles is the test.

#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_results,
    single_use_lifetimes,
    trivial_casts,
    clippy::all,
    clippy::pedantic
)]
#![forbid(unsafe_code)]

pub mod shadowed;
pub mod strict;
