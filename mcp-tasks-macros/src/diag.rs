//! Collects the mistakes in one use of a macro, so that all of them are reported at once.
//!
//! Every mistake comes with its cure: stable compilers give a macro's error no separate notes,
//! so the cure is a line of the message.

use std::cell::RefCell;
use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far. Must be [finished](Self::finish).
#[must_use]
pub(crate) struct Diagnostics {
    /// `None` once finished.
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Diagnostics {
    pub(crate) fn new() -> Self {
        Self {
            errors: RefCell::new(Some(Vec::new())),
        }
    }

    /// A mistake at `guilty`, and what to do about it.
    pub(crate) fn error(&self, guilty: impl ToTokens, mistake: impl Display, cure: impl Display) {
        self.push(syn::Error::new_spanned(
            guilty,
            format!("{mistake}\nhelp: {cure}"),
        ));
    }

    /// What belongs to the mistake reported just before, at another place.
    pub(crate) fn note(&self, place: impl ToTokens, note: impl Display) {
        self.push(syn::Error::new_spanned(place, note));
    }

    /// A mistake that the parser found.
    pub(crate) fn push(&self, error: syn::Error) {
        if let Some(errors) = &mut *self.errors.borrow_mut() {
            errors.push(error);
        }
    }

    /// `Err` with a `compile_error!` for each mistake, if there is one.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        let errors = self.errors.take().unwrap_or_default();
        if errors.is_empty() {
            return Ok(());
        }
        Err(errors.iter().map(syn::Error::to_compile_error).collect())
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        let unread = self.errors.get_mut().is_some() && !std::thread::panicking();
        debug_assert!(!unread, "diagnostics were dropped without being read");
    }
}

/// The candidate that `word` is most likely a misspelling of.
pub(crate) fn nearest<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let tolerated = word.len().div_ceil(3);
    candidates
        .iter()
        .map(|candidate| {
            let is_start = word.len() > 2 && candidate.starts_with(word);
            (
                if is_start {
                    0
                } else {
                    distance(word, candidate)
                },
                *candidate,
            )
        })
        .filter(|(distance, _)| *distance <= tolerated)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be put in, taken out or replaced to make one word of the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

/// `` `a`, `b` or `c` ``.
pub(crate) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_misspellings_and_refuses_strangers() {
        let keys = ["task", "title", "timeout", "keep_alive"];
        assert_eq!(nearest("taks", &keys), Some("task"));
        assert_eq!(nearest("keepalive", &keys), Some("keep_alive"));
        assert_eq!(nearest("timout", &keys), Some("timeout"));
        assert_eq!(nearest("keep", &keys), Some("keep_alive"));
        assert_eq!(nearest("colour", &keys), None);
    }

    #[test]
    fn one_of_reads_as_a_sentence() {
        assert_eq!(one_of(&["a"]), "`a`");
        assert_eq!(one_of(&["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
