//! `#[mcp_tool]`: parse → classify → validate → expand.
//!
//! The attribute and the function are always both read, and every rule is checked even after
//! another was broken, so that one compilation shows all that is wrong.

mod args;
mod attributes;
mod checks;
mod descriptor;
mod expand;
mod fallback;
mod input;
mod item;
mod mark;
mod model;
mod signature;
mod validate;

#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;

use crate::diag::Diagnostics;
use crate::paths::CratePath;
use crate::syntax::function::Function;

/// The tool that a function becomes.
pub(crate) fn mcp_tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let diag = Diagnostics::new();
    let mut args = args::parse(arguments, &diag);
    let krate = CratePath::new(args.krate.take());
    let function = match syn::parse2::<Function>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            diag.push(error);
            let errors = diag.finish().err();
            return quote!(#errors #item);
        }
    };
    let signature = signature::classify(&function, &diag);
    let model = validate::validate(args, &function, signature, &krate, &diag);
    match diag.finish() {
        Ok(()) => expand::expand(&model),
        Err(errors) => fallback::expand(&function, &krate, errors),
    }
}
