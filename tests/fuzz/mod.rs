//! What is fuzzed: each target takes any bytes, and panics when something does not hold of them.
//! The fuzzer is in `fuzz/`; `it/fuzzed.rs` runs every target on its corpus and on changes of it.

mod server;

pub use mcp_tasks_runtime::fuzzing::{draft, envelope, framing, july, november};
pub use server::server;

/// A target: its name, which is that of its corpus too, and what it runs.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 6] = [
    ("framing", framing),
    ("envelope", envelope),
    ("draft", draft),
    ("november", november),
    ("july", july),
    ("server", server),
];
