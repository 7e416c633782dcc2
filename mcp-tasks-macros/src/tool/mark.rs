//! `#[mcp(…)]` on a parameter, which overrules what its type looks like.

use syn::punctuated::Punctuated;
use syn::{Ident, PatType, Token};

use crate::diag::{Diagnostics, nearest, one_of};

/// The words of `#[mcp(…)]`.
const MARKS: &[&str] = &["arg", "extract", "flatten"];

/// How a user marks a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Arg,
    Extract,
    Flatten,
}

/// The mark of a parameter. `Err` when it is wrong, so that nothing is guessed from the rest.
pub(crate) fn read_mark(input: &PatType, diag: &Diagnostics) -> Result<Option<Mark>, ()> {
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
