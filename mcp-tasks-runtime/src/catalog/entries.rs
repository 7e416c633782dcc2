//! The entries of one listing: in order, by key, each with its listed forms made once.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde_json::value::RawValue;

use super::CatalogError;
use crate::protocol::catalog::{List, Page, read_cursor};
use crate::protocol::lifecycle::Version;
use crate::task::ErrorBody;
use crate::tool::States;

/// What is listed: a tool, a prompt, a resource or a template.
pub(crate) trait Entry {
    /// Where it is listed.
    const LIST: List;

    /// What it is known by, unique in its listing.
    fn key(&self) -> &Arc<str>;

    /// Checks everything but that the key is unique.
    fn check(&self, terms: &Terms) -> Result<(), CatalogError>;

    /// The entry as a client of that version sees it, or one without a handshake.
    fn listed(&self, version: Option<Version>) -> Result<Box<RawValue>, serde_json::Error>;

    /// The error for this entry.
    fn refused(&self, why: Refusal) -> CatalogError;
}

/// Why a listing does not take an entry that is in order by itself.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// Another entry has the key.
    Duplicate,
    /// It does not serialise.
    Unserialisable(String),
}

/// What a server has to offer to its entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    pub(crate) states: States,
    /// Whether tools can run as tasks.
    pub(crate) tasks: bool,
}

/// An entry as it is listed without a handshake, and by each of [`Version::ALL`].
type Forms = [Box<RawValue>; 1 + Version::ALL.len()];

/// Where the form for that version stands among the forms.
fn form(version: Option<Version>) -> usize {
    version.map_or(0, |version| 1 + version as usize)
}

/// The entries of a listing, in the order in which they were added. A snapshot: what changes is
/// a clone, which shares the entries with it.
pub(crate) struct Entries<E> {
    rows: Vec<Row<E>>,
    by_key: HashMap<Arc<str>, Arc<E>>,
    /// The number of the next entry. Numbers grow and are never used again, so that cursors made
    /// of them outlive changes.
    next: u64,
}

struct Row<E> {
    number: u64,
    entry: Arc<E>,
    forms: Arc<Forms>,
}

impl<E: Entry> Entries<E> {
    /// Adds an entry at the end, if it can be offered on these terms.
    pub(crate) fn add(&mut self, entry: Arc<E>, terms: &Terms) -> Result<(), CatalogError> {
        entry.check(terms)?;
        if self.by_key.contains_key(entry.key()) {
            return Err(entry.refused(Refusal::Duplicate));
        }
        let mut forms: Forms = Default::default();
        for version in std::iter::once(None).chain(Version::ALL.map(Some)) {
            forms[form(version)] = entry
                .listed(version)
                .map_err(|error| entry.refused(Refusal::Unserialisable(error.to_string())))?;
        }
        self.by_key
            .insert(Arc::clone(entry.key()), Arc::clone(&entry));
        self.rows.push(Row {
            number: self.next,
            entry,
            forms: Arc::new(forms),
        });
        self.next += 1;
        Ok(())
    }

    /// Removes the entry of that key, if there is one.
    pub(crate) fn remove(&mut self, key: &str) -> Option<Arc<E>> {
        let removed = self.by_key.remove(key)?;
        self.rows.retain(|row| &**row.entry.key() != key);
        Some(removed)
    }

    /// The entry of that key.
    pub(crate) fn get(&self, key: &str) -> Option<&Arc<E>> {
        self.by_key.get(key)
    }

    /// All entries, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<E>> {
        self.rows.iter().map(|row| &row.entry)
    }

    /// How many there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there was ever an entry.
    pub(crate) fn had_any(&self) -> bool {
        self.next > 0
    }

    /// Answers a listing's parameters with a page of at most `size` entries, at least one, as a
    /// client of that version sees them, or one without a handshake.
    pub(crate) fn page(
        &self,
        params: Option<&RawValue>,
        size: usize,
        version: Option<Version>,
    ) -> Result<Page<'_>, ErrorBody> {
        let after = read_cursor(params, E::LIST, |number| number < self.next)?;
        let begin = self
            .rows
            .partition_point(|row| after.is_some_and(|after| row.number <= after));
        let rows = &self.rows[begin..];
        let shown = &rows[..rows.len().min(size.max(1))];
        let last = shown.last().map(|row| row.number);
        Ok(Page {
            list: E::LIST,
            entries: shown.iter().map(|row| &*row.forms[form(version)]).collect(),
            more_after: last.filter(|_| shown.len() < rows.len()),
        })
    }
}

impl<E> Default for Entries<E> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            by_key: HashMap::new(),
            next: 0,
        }
    }
}

impl<E> Clone for Entries<E> {
    fn clone(&self) -> Self {
        Self {
            rows: self.rows.clone(),
            by_key: self.by_key.clone(),
            next: self.next,
        }
    }
}

impl<E> Clone for Row<E> {
    fn clone(&self) -> Self {
        Self {
            number: self.number,
            entry: Arc::clone(&self.entry),
            forms: Arc::clone(&self.forms),
        }
    }
}

impl<E: fmt::Debug> fmt::Debug for Entries<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.rows.iter().map(|row| &row.entry);
        f.debug_list().entries(entries).finish()
    }
}
