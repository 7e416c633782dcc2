//! What is generated when something is wrong: the errors, and enough of the rest that nothing
//! else is reported because of them.

use proc_macro2::TokenStream;
use quote::quote;

use super::expand::{callable, tool_type};
use crate::paths::CratePath;
use crate::syntax::function::Function;

/// The function as it was written, and a tool of its name that does nothing.
pub(crate) fn expand(function: &Function, krate: &CratePath, errors: TokenStream) -> TokenStream {
    let original = callable(function);
    // A method stands in an `impl` block, where no type can be declared.
    if function.sig.receiver().is_some() {
        return quote!(#original #errors);
    }
    let tool_type = tool_type(function);
    let cfgs = function.cfgs();
    let name = &function.sig.ident;
    quote! {
        #errors
        #original
        #tool_type
        #(#cfgs)*
        const _: () = {
            #[automatically_derived]
            impl #krate::Tool for #name {
                type Input = ();
                type Output = ();

                fn descriptor() -> #krate::ToolDescriptor {
                    #krate::ToolDescriptor::new("")
                }

                async fn call(
                    _input: (),
                    _context: #krate::TaskContext,
                ) -> ::core::result::Result<(), #krate::ToolError> {
                    ::core::result::Result::Ok(())
                }
            }
        };
    }
}
