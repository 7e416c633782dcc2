//! Whole-program tests, in one binary so that they link once.

mod draft;
mod macro_behaviour;
mod macro_ui;
mod support;
mod wire;
