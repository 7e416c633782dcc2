//! What a client may suggest while a person types an argument of a prompt or a variable of a
//! resource template.

mod completer;
mod options;
mod values;

pub(crate) use completer::{Completer, Completers};
pub(crate) use options::completion_options;
pub use values::{Completion, CompletionRequest};
