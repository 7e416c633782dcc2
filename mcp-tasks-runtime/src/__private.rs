//! What generated code uses besides the public items. No part of the public interface.

pub use crate::tool::run_blocking;
pub use schemars;
pub use serde;
