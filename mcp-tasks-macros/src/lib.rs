//! The attribute macros of `mcp-tasks-runtime`, which re-exports and documents them.

use proc_macro::TokenStream;

#[allow(missing_docs)]
#[proc_macro_attribute]
pub fn mcp_tool(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    item
}
