//! The generated code: the function as it was written, a type of the same name, and its
//! implementation of `Tool`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Type;

use super::model::{InputModel, Parameter, ToolModel};
use super::{attributes, checks, descriptor, input, item};
use crate::syntax::function::Function;

/// All that the macro generates. Infallible: the model is legal.
pub(crate) fn expand(model: &ToolModel<'_>) -> TokenStream {
    let function = callable(model.function);
    let tool_type = tool_type(model.function);
    let cfgs = model.function.cfgs();
    let (input_item, input_type) = input::expand(model);
    let implementation = implementation(model, &input_type);
    quote! {
        // An argument is decoded for the call, so taking it by value is no waste.
        #[allow(clippy::needless_pass_by_value)]
        #function
        #tool_type
        #(#cfgs)*
        #[allow(deprecated, trivial_bounds)]
        const _: () = {
            #input_item
            #implementation
        };
    }
}

/// The function without what only the macro understands.
pub(crate) fn callable(function: &Function) -> Function {
    let mut function = function.clone();
    function.attrs.retain(|attr| !item::is_this_macro(attr));
    function.strip_parameters(attributes::stays);
    function
}

/// The type of the function's name. Its braces keep it out of the namespace of functions.
pub(crate) fn tool_type(function: &Function) -> TokenStream {
    let cfgs = function.cfgs();
    let (vis, name) = (&function.vis, &function.sig.ident);
    let doc = format!("The function `{}` as a tool.", function.name());
    quote! {
        #(#cfgs)*
        #[doc = #doc]
        #[allow(non_camel_case_types, missing_debug_implementations, missing_copy_implementations)]
        #vis struct #name {}
    }
}

fn implementation(model: &ToolModel<'_>, input_type: &TokenStream) -> TokenStream {
    let krate = model.krate;
    let name = &model.function.sig.ident;
    let bounds = checks::of_signature(model);
    let input_type = checks::associated_type("Input", input_type);
    let output_type = checks::associated_type("Output", &model.output);
    let descriptor = descriptor::expand(&model.descriptor, krate);
    let requirements = requirements(model);
    let call = call(model);
    quote! {
        #[automatically_derived]
        impl #krate::Tool for #name
        where
            #bounds
        {
            #input_type
            #output_type

            fn descriptor() -> #krate::ToolDescriptor {
                #descriptor
            }

            #requirements

            #call
        }
    }
}

/// What the extractors need, when there are any.
fn requirements(model: &ToolModel<'_>) -> Option<TokenStream> {
    let krate = model.krate;
    let extracted: Vec<_> = extracted(model).map(|(_, ty)| ty).collect();
    if extracted.is_empty() {
        return None;
    }
    Some(quote! {
        fn requirements(requirements: &mut #krate::Requirements<'_>) {
            #(<#extracted as #krate::FromCall>::requirements(requirements);)*
        }
    })
}

/// Takes what is extracted, then calls the function: in place when it is async, and where it may
/// block when it is not.
fn call(model: &ToolModel<'_>) -> TokenStream {
    let krate = model.krate;
    let function = &model.function.sig.ident;
    let (input, context) = (local("input"), local("context"));
    let extractions = extracted(model).map(|(variable, ty)| {
        quote!(let #variable = <#ty as #krate::FromCall>::from_call(&#context).await?;)
    });
    let arguments = arguments(model, &input, &context);
    let call = quote!(#function(#(#arguments),*));
    let run = if model.function.sig.asyncness.is_some() {
        quote!(#call.await)
    } else {
        let private = krate.private();
        quote!(#private::run_blocking(move || #call).await)
    };
    let taken_input = match model.input() {
        InputModel::Nothing => quote!(_),
        _ => quote!(#input),
    };
    let needs_context = |parameter: &Parameter| parameter.as_field().is_none();
    let taken_context = match model.parameters.iter().any(needs_context) {
        true => quote!(#context),
        false => quote!(_),
    };
    // The compiler blames a future that is not `Send` on the declared type of its result.
    let result = quote!(-> ::core::result::Result<Self::Output, #krate::ToolError>);
    let result = checks::spanned_like(function, result);
    quote! {
        async fn call(#taken_input: Self::Input, #taken_context: #krate::TaskContext) #result {
            #(#extractions)*
            ::core::result::Result::Ok(#run)
        }
    }
}

/// What the function is called with, in its order.
fn arguments<'a>(
    model: &'a ToolModel<'_>,
    input: &'a Ident,
    context: &'a Ident,
) -> impl Iterator<Item = TokenStream> + 'a {
    let whole = matches!(model.input(), InputModel::Whole(_));
    let mut variables = extracted(model).map(|(variable, _)| variable);
    model
        .parameters
        .iter()
        .map(move |parameter| match parameter {
            Parameter::Field(_) if whole => quote!(#input),
            Parameter::Field(field) => {
                let name = &field.name;
                quote!(#input.#name)
            }
            Parameter::Context { ty, borrowed: true } => {
                checks::spanned_like(ty, quote!(&#context))
            }
            Parameter::Context {
                ty,
                borrowed: false,
            } => checks::spanned_like(ty, quote!(::core::clone::Clone::clone(&#context))),
            Parameter::Extracted { .. } => {
                let variable = variables.next();
                quote!(#variable)
            }
        })
}

/// The extracted parameters, each with the variable that holds it.
fn extracted<'a>(model: &'a ToolModel<'_>) -> impl Iterator<Item = (Ident, &'a Type)> {
    let types = model
        .parameters
        .iter()
        .filter_map(|parameter| match parameter {
            Parameter::Extracted { ty } => Some(ty),
            _ => None,
        });
    types
        .enumerate()
        .map(|(index, ty)| (local(&format!("extracted_{index}")), ty))
}

/// A variable of the generated code.
fn local(name: &str) -> Ident {
    format_ident!("__mcp_tasks_{name}")
}
