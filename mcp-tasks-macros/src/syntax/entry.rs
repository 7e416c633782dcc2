//! `key`, or `key = value`, as the macros' own attributes are written.

use proc_macro2::TokenTree;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Expr, ExprLit, ExprPath, Ident, Lit, LitStr, Path, Token};

use super::duration::{self, Milliseconds};
use crate::diag::Diagnostics;

/// A key, and its value where one is given.
pub(crate) struct Entry {
    pub(crate) key: Ident,
    pub(crate) value: Option<Expr>,
}

/// A value together with the key that it was given for.
pub(crate) struct Keyed<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

/// Reads entries separated by commas. One that cannot be read is reported, and the next is read.
pub(crate) fn parse_entries(tokens: proc_macro2::TokenStream, diag: &Diagnostics) -> Vec<Entry> {
    let read = |input: ParseStream<'_>| {
        let mut entries = Vec::new();
        while !input.is_empty() {
            match input.parse() {
                Ok(entry) => entries.push(entry),
                Err(error) => {
                    diag.push(error);
                    while !input.is_empty() && !input.peek(Token![,]) {
                        input.parse::<TokenTree>()?;
                    }
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(entries)
    };
    read.parse2(tokens).unwrap_or_else(|error| {
        diag.push(error);
        Vec::new()
    })
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(Ident::peek_any) {
            return Err(input
                .error("expected a key\nhelp: write `key` or `key = value`, separated by commas"));
        }
        let key = input.call(Ident::parse_any)?;
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            if input.is_empty() || input.peek(Token![,]) {
                let message = format!("`{key}` is given no value\nhelp: write `{key} = value`");
                return Err(syn::Error::new_spanned(key, message));
            }
            return Ok(Self {
                key,
                value: Some(input.parse()?),
            });
        }
        if input.is_empty() || input.peek(Token![,]) {
            return Ok(Self { key, value: None });
        }
        let message = format!("unexpected token after `{key}`\nhelp: write `{key} = value`");
        Err(input.error(message))
    }
}

impl Entry {
    /// A switch: on when it has no value.
    pub(crate) fn flag(&self, diag: &Diagnostics) -> Option<bool> {
        match &self.value {
            None => Some(true),
            Some(Expr::Lit(ExprLit {
                lit: Lit::Bool(value),
                ..
            })) => Some(value.value),
            Some(other) => {
                let key = &self.key;
                diag.error(
                    other,
                    format!("`{key}` is either true or false"),
                    format!("write `{key}`, or `{key} = false`"),
                );
                None
            }
        }
    }

    /// A string literal that says something.
    pub(crate) fn string(&self, example: &str, diag: &Diagnostics) -> Option<LitStr> {
        let value = self.value(example, diag)?;
        match value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => self.not_blank(text, diag).cloned(),
            other => {
                self.wrong_kind(other, "a string literal", example, diag);
                None
            }
        }
    }

    /// A text: a string literal that says something, or an expression.
    pub(crate) fn text(&self, example: &str, diag: &Diagnostics) -> Option<Expr> {
        let value = self.value(example, diag)?;
        match value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => self.not_blank(text, diag).map(|_| value.clone()),
            Expr::Lit(_) | Expr::Array(_) => {
                self.wrong_kind(value, "a text", example, diag);
                None
            }
            _ => Some(value.clone()),
        }
    }

    /// A duration, written as a string literal.
    pub(crate) fn duration(&self, diag: &Diagnostics) -> Option<Keyed<Milliseconds>> {
        // Whoever writes `30s` lacks the quotes only.
        let example = match &self.value {
            Some(Expr::Lit(ExprLit {
                lit: Lit::Int(number),
                ..
            })) if !number.suffix().is_empty() => format!("\"{number}\""),
            _ => "\"30s\"".to_owned(),
        };
        let literal = self.string(&example, diag)?;
        match duration::parse(&literal.value()) {
            Ok(value) => Some(Keyed {
                key: self.key.clone(),
                value,
            }),
            Err(fault) => {
                diag.error(
                    &literal,
                    format!("{:?} is no duration: {fault}", literal.value()),
                    duration::CURE,
                );
                None
            }
        }
    }

    /// A count.
    pub(crate) fn count(&self, diag: &Diagnostics) -> Option<Keyed<u32>> {
        let value = self.value("3", diag)?;
        if let Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) = value
        {
            match number.base10_parse() {
                Ok(value) => {
                    return Some(Keyed {
                        key: self.key.clone(),
                        value,
                    });
                }
                Err(_) => {
                    let key = &self.key;
                    let mistake = format!("`{key}` takes a whole number up to {}", u32::MAX);
                    diag.error(number, mistake, format!("write `{key} = 3`"));
                }
            }
        } else {
            self.wrong_kind(value, "a whole number", "3", diag);
        }
        None
    }

    /// A path.
    pub(crate) fn path(&self, example: &str, diag: &Diagnostics) -> Option<Path> {
        match self.value(example, diag)? {
            Expr::Path(ExprPath {
                qself: None, path, ..
            }) => Some(path.clone()),
            other => {
                self.wrong_kind(other, "a path without quotes", example, diag);
                None
            }
        }
    }

    /// The value, which must be there.
    pub(crate) fn value(&self, example: &str, diag: &Diagnostics) -> Option<&Expr> {
        if self.value.is_none() {
            let key = &self.key;
            diag.error(
                key,
                format!("`{key}` needs a value"),
                format!("write `{key} = {example}`"),
            );
        }
        self.value.as_ref()
    }

    /// Reports a value of the wrong kind.
    pub(crate) fn wrong_kind(&self, value: &Expr, kind: &str, example: &str, diag: &Diagnostics) {
        let key = &self.key;
        diag.error(
            value,
            format!("`{key}` takes {kind}"),
            format!("write `{key} = {example}`"),
        );
    }

    fn not_blank<'a>(&self, text: &'a LitStr, diag: &Diagnostics) -> Option<&'a LitStr> {
        if text.value().trim().is_empty() {
            let key = &self.key;
            diag.error(
                text,
                format!("`{key}` is empty"),
                format!("say something, or leave `{key}` out"),
            );
            return None;
        }
        Some(text)
    }
}
