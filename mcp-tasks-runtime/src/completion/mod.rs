//! What a client may suggest while a person types an argument of a prompt or a variable of a
//! resource template.

mod completer;
mod values;

pub(crate) use completer::{Completer, Completers};
pub use values::{Completion, CompletionRequest};
