//! The paths that generated code uses, all absolute: nothing that a user's module calls `Result`
//! or `serde` can change what they mean.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Path;

/// The path of the runtime crate.
#[derive(Clone)]
pub(crate) struct CratePath(Path);

impl CratePath {
    /// The one given as `crate = …`, or the crate's own name.
    pub(crate) fn new(given: Option<Path>) -> Self {
        Self(given.unwrap_or_else(|| syn::parse_quote!(::mcp_tasks_runtime)))
    }

    /// What generated code uses besides public items.
    pub(crate) fn private(&self) -> TokenStream {
        quote!(#self::__private)
    }

    /// The path of a crate that the runtime re-exports for derives, as the string that their
    /// `crate` attributes want.
    pub(crate) fn derive_crate(&self, name: &str) -> String {
        let mut path = String::new();
        for (index, segment) in self.0.segments.iter().enumerate() {
            if index > 0 || self.0.leading_colon.is_some() {
                path.push_str("::");
            }
            path.push_str(&segment.ident.to_string());
        }
        format!("{path}::__private::{name}")
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}
