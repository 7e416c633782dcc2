//! What generated code uses besides the public items. No part of the public interface.

pub use crate::tool::run_blocking;
pub use schemars;
pub use serde;

/// Removes what a flattened part of the arguments says about itself from the schema of the whole.
pub fn without_description(schema: &mut schemars::Schema) {
    schema.remove("description");
}
