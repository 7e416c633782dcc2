//! Doc comments as descriptions.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The expression of a text with what the doc comments say; `None` when they say nothing.
///
/// `#[doc = include_str!(…)]` and the like are no literals, so they are joined to the rest by the
/// compiler.
pub(crate) fn description(attrs: &[Attribute]) -> Option<TokenStream> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for attr in attrs {
        match doc_value(attr) {
            Some(Expr::Lit(ExprLit {
                lit: Lit::Str(line),
                ..
            })) => match parts.last_mut() {
                Some(Part::Lines(lines)) => lines.push(line.value()),
                _ => parts.push(Part::Lines(vec![line.value()])),
            },
            Some(other) => parts.push(Part::Expr(other)),
            None => {}
        }
    }
    match parts.as_slice() {
        [] => None,
        [Part::Lines(lines)] => {
            let text = clean(lines);
            (!text.is_empty()).then(|| quote!(#text))
        }
        [Part::Expr(only)] => Some(quote!(#only)),
        several => {
            let pieces = several.iter().enumerate().map(|(index, part)| {
                let gap = (index > 0).then(|| quote!("\n",));
                match part {
                    Part::Lines(lines) => {
                        let text = clean(lines);
                        quote!(#gap #text)
                    }
                    Part::Expr(expr) => quote!(#gap #expr),
                }
            });
            Some(quote!(::core::concat!(#(#pieces),*)))
        }
    }
}

enum Part<'a> {
    Lines(Vec<String>),
    Expr(&'a Expr),
}

/// The value of `#[doc = …]`, which is also what a doc comment is.
fn doc_value(attr: &Attribute) -> Option<&Expr> {
    match &attr.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => Some(&doc.value),
        _ => None,
    }
}

/// The text of doc comments, without what only the comment needed: the space after `///`, the
/// stars of a block, blank lines around.
fn clean(comments: &[String]) -> String {
    let lines: Vec<String> = comments
        .iter()
        .flat_map(|comment| lines_of(comment))
        .collect();
    let indent = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = lines
        .iter()
        .map(|line| line.get(indent..).unwrap_or_default().trim_end())
        .collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The lines of one comment. In a block, every line after the first may begin with a star.
fn lines_of(comment: &str) -> Vec<String> {
    let starred = comment.lines().count() > 1
        && comment.lines().skip(1).all(|line| {
            let line = line.trim_start();
            line.is_empty() || line.starts_with('*')
        });
    if !starred {
        return comment.split('\n').map(str::to_owned).collect();
    }
    let without_star = |line: &str| {
        let line = line.trim_start();
        line.strip_prefix('*').unwrap_or(line).to_owned()
    };
    comment.lines().map(without_star).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(comment: TokenStream) -> Option<String> {
        let function: syn::ItemFn = syn::parse2(quote!(#comment fn f() {})).unwrap();
        description(&function.attrs).map(|tokens| tokens.to_string())
    }

    #[test]
    fn lines_lose_their_common_indentation_only() {
        let text = clean(&[
            " Say:".into(),
            "".into(),
            "   - a".into(),
            " - b  ".into(),
            "".into(),
        ]);
        assert_eq!(text, "Say:\n\n  - a\n- b");
    }

    #[test]
    fn stars_of_a_block_are_no_text() {
        assert_eq!(
            clean(&["\n     * One.\n     * Two.\n     ".into()]),
            "One.\nTwo."
        );
        assert_eq!(clean(&["* a\n* b".into()]), "a\nb");
    }

    #[test]
    fn blank_comments_say_nothing() {
        assert_eq!(text_of(quote!(#[doc = " "])), None);
        assert_eq!(text_of(quote!(#[doc(hidden)])), None);
    }

    #[test]
    fn included_text_is_joined_by_the_compiler() {
        let text = text_of(quote!(#[doc = " Head."] #[doc = include_str!("x.md")]));
        let expected = quote!(::core::concat!("Head.", "\n", include_str!("x.md")));
        assert_eq!(text, Some(expected.to_string()));
    }
}
