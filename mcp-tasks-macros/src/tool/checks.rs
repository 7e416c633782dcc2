//! What the signature's types must implement, as `where` clauses of the generated items.
//!
//! Inside an item, its own `where` clauses are taken for granted, and outside, the compiler
//! reports a false one at its span with a text that depends on nothing else; equal reports are
//! printed once. So a type that lacks a trait is one error, at the parameter, instead of one for
//! every place of the derived code that uses the trait.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

use super::model::{Field, Parameter, ToolModel};
use crate::paths::CratePath;

/// The type of an argument can be decoded, and has a schema.
pub(crate) fn of_field(field: &Field, krate: &CratePath) -> TokenStream {
    let private = krate.private();
    let bounds = quote! {
        #private::serde::de::DeserializeOwned + #private::schemars::JsonSchema
            + ::core::marker::Send
    };
    bound(&field.ty, bounds)
}

/// All that the signature asserts.
pub(crate) fn of_signature(model: &ToolModel<'_>) -> TokenStream {
    let krate = model.krate;
    let parameters = model
        .parameters
        .iter()
        .filter_map(|parameter| match parameter {
            Parameter::Field(field) => Some(of_field(field, krate)),
            Parameter::Extracted { ty } => Some(bound(ty, quote!(#krate::FromCall))),
            Parameter::Context { .. } => None,
        });
    let output = bound(&model.output, quote!(#krate::ToolOutput));
    quote!(#(#parameters,)* #output)
}

fn bound(ty: &Type, bounds: TokenStream) -> TokenStream {
    // The compiler underlines a clause as a whole only when all of it was written in one place.
    let bounds = respanned(quote!(: #bounds), ends(ty));
    quote!(#ty #bounds)
}

/// An associated type, which the compiler blames as a whole for being more private than the tool.
pub(crate) fn associated_type(name: &str, ty: &impl ToTokens) -> TokenStream {
    let (first, last) = ends(ty);
    let name = Ident::new(name, first);
    let begin = quote_spanned!(first=> type #name =);
    let end = quote_spanned!(last=> ;);
    quote!(#begin #ty #end)
}

/// Generated tokens, as if they stood where `place` stands: an error about them underlines all of
/// it. Variables in them still are those of the generated code.
pub(crate) fn spanned_like(place: &impl ToTokens, tokens: TokenStream) -> TokenStream {
    let (first, last) = ends(place);
    let here = Span::call_site();
    respanned(tokens, (first.resolved_at(here), last.resolved_at(here)))
}

/// The spans of the first and the last token.
fn ends(place: &impl ToTokens) -> (Span, Span) {
    let mut spans = place
        .to_token_stream()
        .into_iter()
        .map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}

/// The first token gets the first span, and every other the last.
fn respanned(tokens: TokenStream, (first, last): (Span, Span)) -> TokenStream {
    let mut tokens = tokens.into_iter();
    let begin = tokens
        .next()
        .into_iter()
        .map(|token| with_span(token, first));
    begin
        .chain(tokens.map(|token| with_span(token, last)))
        .collect()
}

fn with_span(token: TokenTree, span: Span) -> TokenTree {
    let mut token = match token {
        TokenTree::Group(group) => {
            let inner = group
                .stream()
                .into_iter()
                .map(|token| with_span(token, span))
                .collect();
            TokenTree::Group(Group::new(group.delimiter(), inner))
        }
        other => other,
    };
    token.set_span(span);
    token
}
