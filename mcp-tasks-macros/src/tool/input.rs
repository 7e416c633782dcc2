//! The struct that the arguments are decoded into.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::checks;
use super::model::{Field, InputModel, ToolModel};

/// The generated struct, if there is one, and the type of the arguments.
pub(crate) fn expand(model: &ToolModel<'_>) -> (TokenStream, TokenStream) {
    let name = model.item("Input");
    match model.input() {
        InputModel::Whole(ty) => (TokenStream::new(), quote!(#ty)),
        InputModel::Nothing => {
            let derives = derives(model);
            // A client that sends arguments means another tool, or another version of this one.
            let item = quote! {
                #derives
                #[serde(deny_unknown_fields)]
                pub struct #name {}
            };
            (item, quote!(#name))
        }
        InputModel::Fields(fields) => (fields_struct(model, &name, &fields), quote!(#name)),
    }
}

fn fields_struct(model: &ToolModel<'_>, name: &Ident, fields: &[&Field]) -> TokenStream {
    let derives = derives(model);
    let private = model.krate.private();
    let has_parts = fields.iter().any(|field| field.flatten);
    let transform =
        has_parts.then(|| quote!(#[schemars(transform = #private::without_description)]));
    let bounds = fields
        .iter()
        .map(|field| checks::of_field(field, model.krate));
    let fields = fields.iter().map(|field| {
        let (name, ty, attrs) = (&field.name, &field.ty, &field.attrs);
        let flatten = field.flatten.then(|| quote!(#[serde(flatten)]));
        quote!(#(#attrs)* #flatten #name: #ty)
    });
    quote! {
        #derives
        #transform
        pub struct #name
        where
            #(#bounds),*
        {
            #(#fields),*
        }
    }
}

fn derives(model: &ToolModel<'_>) -> TokenStream {
    let private = model.krate.private();
    let serde = model.krate.derive_crate("serde");
    let schemars = model.krate.derive_crate("schemars");
    quote! {
        #[derive(#private::serde::Deserialize, #private::schemars::JsonSchema)]
        #[serde(crate = #serde)]
        #[schemars(crate = #schemars)]
    }
}
