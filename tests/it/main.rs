//! Whole-program tests, in one binary so that they link once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails with a panic, in its helpers too"
)]

mod catalog;
mod dependencies;
mod dialects;
mod draft;
mod fuzzed;
mod http;
mod july;
mod macro_behaviour;
mod macro_ui;
mod november;
mod support;
mod wire;
