//! What each parameter of the function is: an argument, the context, or taken from the call.

use quote::format_ident;
use syn::punctuated::Punctuated;
use syn::{Attribute, FnArg, Ident, Meta, PatType, Token, Type};

use super::model::{Field, Parameter};
use crate::diag::{Diagnostics, nearest, one_of};
use crate::syntax::function::Function;
use crate::syntax::types;

/// The words of `#[mcp(…)]`.
const MARKS: &[&str] = &["arg", "extract", "flatten"];

/// How a user marks a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Arg,
    Extract,
    Flatten,
}

/// The parameters, without those that cannot be one.
pub(crate) fn classify(function: &Function, diag: &Diagnostics) -> Vec<Parameter> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for (position, input) in function.sig.inputs.iter().enumerate() {
        // A receiver is reported with the rest of what a function must not be.
        let FnArg::Typed(input) = input else { continue };
        let Some(parameter) = classify_one(input, position, diag) else {
            continue;
        };
        let is_context = |parameter: &Parameter| matches!(parameter, Parameter::Context { .. });
        if is_context(&parameter) && parameters.iter().any(is_context) {
            let mistake = "a tool has one context";
            diag.error(
                input,
                mistake,
                "remove the second; a `TaskContext` can be cloned",
            );
            continue;
        }
        parameters.push(parameter);
    }
    parameters
}

/// Whether an attribute of a parameter stays on the function: lint levels do. The others are this
/// macro's, or mistakes that the compiler would report once more.
pub(crate) fn stays(attr: &Attribute) -> bool {
    ["allow", "expect", "warn", "deny", "forbid"]
        .iter()
        .any(|level| attr.path().is_ident(level))
}

/// Whether an attribute of a parameter moves to its field.
fn is_carried(attr: &Attribute) -> bool {
    ["doc", "serde", "schemars"]
        .iter()
        .any(|name| attr.path().is_ident(name))
}

fn classify_one(input: &PatType, position: usize, diag: &Diagnostics) -> Option<Parameter> {
    let mark = read_mark(input, diag).ok()?;
    check_attributes(input, diag);
    let role = match mark {
        Some(mark) => mark,
        None => match context(input, diag) {
            Some(parameter) => {
                refuse_field_attributes(input, "the context", diag);
                return Some(parameter);
            }
            None if types::is_named(&input.ty, "State") => Mark::Extract,
            None => Mark::Arg,
        },
    };
    let owned = check_type(&input.ty, diag);
    let parameter = match role {
        Mark::Extract => {
            refuse_field_attributes(input, "what is extracted from the call", diag);
            Some(Parameter::Extracted {
                ty: (*input.ty).clone(),
            })
        }
        Mark::Flatten => {
            refuse_field_attributes(input, "a flattened struct", diag);
            field(input, true, position, diag)
        }
        Mark::Arg => field(input, false, position, diag),
    };
    parameter.filter(|_| owned)
}

/// The mark of a parameter. `Err` when it is wrong, so that nothing is guessed from the rest.
fn read_mark(input: &PatType, diag: &Diagnostics) -> Result<Option<Mark>, ()> {
    let mut found: Option<(Mark, Ident)> = None;
    for attr in input
        .attrs
        .iter()
        .filter(|attr| attr.path().is_ident("mcp"))
    {
        let parser = Punctuated::<Ident, Token![,]>::parse_terminated;
        let words = match attr.parse_args_with(parser) {
            Ok(words) if !words.is_empty() => words,
            _ => {
                let cure = format!(
                    "write {}",
                    one_of(&["#[mcp(extract)]", "#[mcp(flatten)]", "#[mcp(arg)]"])
                );
                diag.error(attr, "`#[mcp(…)]` on a parameter takes one word", cure);
                return Err(());
            }
        };
        for word in words {
            let mark = match word.to_string().as_str() {
                "arg" => Mark::Arg,
                "extract" => Mark::Extract,
                "flatten" => Mark::Flatten,
                other => {
                    unknown_mark(&word, other, diag);
                    return Err(());
                }
            };
            if let Some((_, first)) = &found {
                let mistake = format!("`{first}` and `{word}` cannot both be");
                diag.error(
                    &word,
                    mistake,
                    "a parameter has one mark at most; remove one",
                );
                return Err(());
            }
            found = Some((mark, word));
        }
    }
    Ok(found.map(|(mark, _)| mark))
}

fn unknown_mark(word: &Ident, text: &str, diag: &Diagnostics) {
    let list = format!("a parameter is marked {}", one_of(MARKS));
    let cure = match nearest(text, MARKS) {
        Some(meant) => format!("did you mean `{meant}`? ({list})"),
        None => list,
    };
    diag.error(word, format!("`{text}` is no mark of a parameter"), cure);
}

/// Attributes that a parameter cannot have in a tool.
fn check_attributes(input: &PatType, diag: &Diagnostics) {
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
fn refuse_field_attributes(input: &PatType, what: &str, diag: &Diagnostics) {
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

/// The parameter as the context, when that is what it is.
fn context(input: &PatType, diag: &Diagnostics) -> Option<Parameter> {
    let ty = (*input.ty).clone();
    let Type::Reference(reference) = types::bare(&input.ty) else {
        let is_context = types::is_named(&ty, "TaskContext");
        return is_context.then_some(Parameter::Context {
            ty,
            borrowed: false,
        });
    };
    if !types::is_named(&reference.elem, "TaskContext") {
        return None;
    }
    let cure = "write `&TaskContext`; every method of the context takes `&self`";
    if let Some(mutability) = &reference.mutability {
        diag.error(mutability, "the context is not borrowed mutably", cure);
    } else if let Some(lifetime) = reference.lifetime.as_ref().filter(|it| it.ident != "_") {
        diag.error(lifetime, "the context is borrowed for the call only", cure);
    }
    Some(Parameter::Context { ty, borrowed: true })
}

/// An argument's type, or an extracted one, owns what it holds and is spelt out.
fn check_type(ty: &Type, diag: &Diagnostics) -> bool {
    match types::bare(ty) {
        Type::Reference(reference) => {
            let owned = types::owned(&reference.elem);
            let mistake =
                "an argument is decoded for the call, so there is nothing to borrow it from";
            diag.error(ty, mistake, format!("take `{owned}`"));
        }
        Type::ImplTrait(_) => {
            let cure = "write the type that the argument is decoded into, such as `String`";
            diag.error(ty, "`impl Trait` does not tell what to decode", cure);
        }
        _ => {
            let Some(borrow) = types::borrow(ty) else {
                return true;
            };
            let cure = "use a type that owns what it holds, such as `String` for `&str`";
            diag.error(borrow, "a parameter of a tool cannot borrow", cure);
        }
    }
    false
}

/// The parameter as a field. Clients never see the name of a flattened one, so it can be a pattern.
fn field(input: &PatType, flatten: bool, position: usize, diag: &Diagnostics) -> Option<Parameter> {
    let name = match Field::name_of(&input.pat) {
        Some(name) => name.clone(),
        None if flatten => format_ident!("__mcp_tasks_flattened_{position}"),
        None => {
            let pattern = types::printed(&input.pat);
            let mistake = format!("an argument needs a name, and `{pattern}` is a pattern");
            let cure = "give it the name that clients use and take it apart in the function, or \
                        mark what is extracted from the call with `#[mcp(extract)]`";
            diag.error(&input.pat, mistake, cure);
            return None;
        }
    };
    let attrs: Vec<Attribute> = input
        .attrs
        .iter()
        .filter(|it| is_carried(it))
        .cloned()
        .collect();
    check_serde(&attrs, diag);
    let ty = (*input.ty).clone();
    Some(Parameter::Field(Field {
        name,
        ty,
        attrs,
        flatten,
    }))
}

/// Words of serde that belong on a type; on a field, the derive would reject them with everything
/// that depends on it.
fn check_serde(attrs: &[Attribute], diag: &Diagnostics) {
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
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        let read = attr.parse_nested_meta(|meta| {
            let word = meta
                .path
                .get_ident()
                .map(ToString::to_string)
                .unwrap_or_default();
            if OF_TYPES.contains(&word.as_str()) {
                let mistake = format!("`{word}` is an attribute of a type, not of one argument");
                let cure = "put it on the argument's type, or rename the arguments one by one with \
                            `#[serde(rename = \"…\")]`";
                diag.error(&meta.path, mistake, cure);
            } else if word == "borrow" {
                diag.error(
                    &meta.path,
                    "an argument of a tool cannot borrow",
                    "remove `borrow`",
                );
            }
            if meta.input.peek(Token![=]) {
                meta.value()?.parse::<syn::Expr>()?;
            } else if meta.input.peek(syn::token::Paren) {
                meta.input.parse::<proc_macro2::TokenTree>()?;
            }
            Ok(())
        });
        if let Err(error) = read {
            diag.push(error);
        }
    }
}
