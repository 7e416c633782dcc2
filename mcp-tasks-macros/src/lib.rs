//! The attribute macros of `mcp-tasks-runtime`, which re-exports and documents them.
//!
//! Entry points only. Each macro is a pipeline: parse the attribute and the item, classify what
//! they say, validate it into a model, expand the model.

mod diag;
mod paths;
mod syntax;
mod tool;

use proc_macro::TokenStream;

// Documented where it is re-exported, so that its examples can use the runtime.
#[allow(missing_docs)]
#[proc_macro_attribute]
pub fn mcp_tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    tool::mcp_tool(arguments.into(), item.into()).into()
}
