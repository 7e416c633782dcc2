//! The other attributes of parameters: which move to the field, which stay, which are mistakes.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, PatType, Token, token};

use crate::diag::Diagnostics;
use crate::syntax::types;

/// Whether an attribute of a parameter stays on the function: lint levels do. The others are this
/// macro's, or mistakes that the compiler would report once more.
pub(crate) fn stays(attr: &Attribute) -> bool {
    ["allow", "expect", "warn", "deny", "forbid"]
        .iter()
        .any(|level| attr.path().is_ident(level))
}

/// Whether an attribute of a parameter moves to its field.
pub(crate) fn is_carried(attr: &Attribute) -> bool {
    ["doc", "serde", "schemars"]
        .iter()
        .any(|name| attr.path().is_ident(name))
}

/// Attributes that a parameter cannot have in a tool.
pub(crate) fn check_attributes(input: &PatType, diag: &Diagnostics) {
    for attr in &input.attrs {
        let path = attr.path();
        if stays(attr) || is_carried(attr) || path.is_ident("mcp") {
            continue;
        }
        let name = types::printed(path);
        let cure = if path.is_ident("cfg") || path.is_ident("cfg_attr") {
            "the arguments of a tool are the same in every build; write a second function under \
             the `#[cfg]` instead"
        } else {
            "an argument can have doc comments, `#[serde(…)]`, `#[schemars(…)]` and `#[mcp(…)]`; \
             validation goes into `#[schemars(…)]` or the argument's type"
        };
        diag.error(
            attr,
            format!("`#[{name}]` cannot be on a tool's parameter"),
            cure,
        );
    }
}

/// What describes a field means nothing on a parameter that is none.
pub(crate) fn refuse_field_attributes(input: &PatType, what: &str, diag: &Diagnostics) {
    // A doc comment of several lines is one mistake.
    if let Some(attr) = input.attrs.iter().find(|attr| is_carried(attr)) {
        let (kind, cure) = match &attr.meta {
            Meta::NameValue(_) => (
                "a doc comment describes an argument".to_owned(),
                "remove it, or write an ordinary `//` comment",
            ),
            _ => (
                format!("`#[{}]` describes an argument", types::printed(attr.path())),
                "remove it, or put it where the type is defined",
            ),
        };
        diag.error(attr, format!("{kind}, and {what} is not one"), cure);
    }
}

/// Words of serde that belong on a type. On a field, the derive would reject them, and with them
/// everything that depends on it.
const OF_TYPES: &[&str] = &[
    "rename_all",
    "rename_all_fields",
    "deny_unknown_fields",
    "tag",
    "content",
    "untagged",
    "transparent",
    "from",
    "try_from",
    "into",
    "remote",
    "crate",
    "expecting",
];

/// Checks what serde is told about an argument, and finds the name that it is given for clients.
pub(crate) fn read_serde(attrs: &[Attribute], diag: &Diagnostics) -> Option<String> {
    let mut name = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        let read = attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                name = renamed(&meta)?.or(name.take());
                return Ok(());
            }
            check_serde_word(&meta, diag);
            skip_value(&meta)
        });
        if let Err(error) = read {
            diag.push(error);
        }
    }
    name
}

fn check_serde_word(meta: &ParseNestedMeta<'_>, diag: &Diagnostics) {
    let path = &meta.path;
    if path.is_ident("borrow") {
        let cure = "remove `borrow`, and take an owned type";
        diag.error(path, "an argument of a tool cannot borrow", cure);
    } else if let Some(word) = OF_TYPES.iter().find(|word| path.is_ident(word)) {
        let mistake = format!("`{word}` is an attribute of a type, not of one argument");
        let cure = "put it on the argument's type, or rename the arguments one by one with \
                    `#[serde(rename = \"…\")]`";
        diag.error(path, mistake, cure);
    }
}

/// The name in `rename = "…"` or `rename(deserialize = "…")`.
fn renamed(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<String>> {
    if meta.input.peek(Token![=]) {
        return Ok(match meta.value()?.parse()? {
            Expr::Lit(ExprLit {
                lit: Lit::Str(name),
                ..
            }) => Some(name.value()),
            _ => None,
        });
    }
    let mut name = None;
    meta.parse_nested_meta(|direction| {
        if direction.path.is_ident("deserialize") {
            name = renamed(&direction)?;
            return Ok(());
        }
        skip_value(&direction)
    })?;
    Ok(name)
}

fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<Expr>()?;
    } else if meta.input.peek(token::Paren) {
        meta.input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}
