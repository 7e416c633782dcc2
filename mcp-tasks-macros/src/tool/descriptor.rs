//! The expression of the tool's descriptor.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use super::model::{DescriptorModel, Hints, TaskMode};
use crate::paths::CratePath;
use crate::syntax::duration::Milliseconds;

/// `ToolDescriptor::new(…)` with what is set; the rest keeps the runtime's defaults.
pub(crate) fn expand(descriptor: &DescriptorModel, krate: &CratePath) -> TokenStream {
    let DescriptorModel {
        name,
        title,
        description,
        task,
        hints,
        keep_alive,
        poll,
        timeout,
        retries,
        icons,
        meta,
        input_schema,
        output_schema,
    } = descriptor;
    let title = title.iter().map(|text| quote!(.with_title(#text)));
    let description = description
        .iter()
        .map(|text| quote!(.with_description(#text)));
    let task = task.iter().map(|mode| {
        let mode = task_support(*mode);
        quote!(.with_task(#krate::TaskSupport::#mode))
    });
    let hints = hints.any().then(|| annotations(*hints, krate)).into_iter();
    let keep_alive = keep_alive
        .map(duration)
        .into_iter()
        .map(|it| quote!(.with_keep_alive(#it)));
    let poll = poll
        .map(duration)
        .into_iter()
        .map(|it| quote!(.with_poll(#it)));
    let timeout = timeout
        .map(duration)
        .into_iter()
        .map(|it| quote!(.with_timeout(#it)));
    let retries = retries.iter().map(|count| quote!(.with_retries(#count)));
    let icons = icons.iter().map(|value| {
        let icons = icon_array(value, krate);
        quote!(.with_icons(#icons))
    });
    let meta = meta.iter().map(|value| quote!(.with_meta(#value)));
    let input_schema = input_schema
        .iter()
        .map(|value| quote!(.with_input_schema(#value)));
    let output_schema = output_schema
        .iter()
        .map(|value| quote!(.with_output_schema(#value)));
    quote! {
        #krate::ToolDescriptor::new(#name)
            #(#title)* #(#description)* #(#task)* #(#hints)*
            #(#keep_alive)* #(#poll)* #(#timeout)* #(#retries)*
            #(#icons)* #(#meta)* #(#input_schema)* #(#output_schema)*
    }
}

fn task_support(mode: TaskMode) -> TokenStream {
    match mode {
        TaskMode::Forbidden => quote!(Forbidden),
        TaskMode::Optional => quote!(Optional),
        TaskMode::Required => quote!(Required),
    }
}

fn annotations(hints: Hints, krate: &CratePath) -> TokenStream {
    let hint = |value: Option<bool>| match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    };
    let read_only = hint(hints.read_only);
    let destructive = hint(hints.destructive);
    let idempotent = hint(hints.idempotent);
    let open_world = hint(hints.open_world);
    quote! {
        .with_annotations(#krate::ToolAnnotations {
            read_only_hint: #read_only,
            destructive_hint: #destructive,
            idempotent_hint: #idempotent,
            open_world_hint: #open_world,
        })
    }
}

fn duration(milliseconds: Milliseconds) -> TokenStream {
    quote!(::core::time::Duration::from_millis(#milliseconds))
}

/// The elements of an array are converted one by one, so that they can be of different types.
fn icon_array(value: &Expr, krate: &CratePath) -> TokenStream {
    let Expr::Array(array) = value else {
        return quote!(#value);
    };
    let elements = array.elems.iter();
    quote!([#(<#krate::Icon as ::core::convert::From<_>>::from(#elements)),*])
}
