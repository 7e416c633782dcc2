//! Whole-program tests, in one binary so that they link once.

mod macro_behaviour;
mod macro_ui;
