//! The sessions of workers: which live, until when, and what they hold.
//!
//! What a session holds is kept only if its lease can run out; a session opened for ever costs
//! nothing per task. Requests read; only opening, renewing and ending a session write.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, RwLock};
use std::time::Duration;

use uuid::Uuid;

use super::lock::{lock, read, write};
use crate::task::{Refusal, SessionId, TaskKey, Timestamp};

/// Every session that has not ended, or has ended and still holds tasks.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    table: RwLock<Table>,
}

#[derive(Debug, Default)]
struct Table {
    by_id: HashMap<SessionId, Session>,
    by_end: BTreeSet<(Timestamp, SessionId)>,
}

#[derive(Debug)]
struct Session {
    /// `None` when it never ends.
    ends: Option<Timestamp>,
    /// Set by the sweep that found it ended: from then on it takes no task and is not renewed,
    /// by however slow a caller.
    closed: bool,
    /// The live tasks that it has, each with the hash that finds it; `None` for a session opened
    /// for ever, which is never asked.
    held: Option<Mutex<BTreeMap<TaskKey, u64>>>,
}

/// A task that an ended session held.
#[derive(Debug)]
pub(super) struct Lost {
    pub(super) session: SessionId,
    pub(super) key: TaskKey,
    pub(super) hash: u64,
}

impl Sessions {
    /// Opens or extends; a session opened for ever stays so, whatever lease follows.
    pub(super) fn renew(
        &self,
        session: Option<SessionId>,
        lease: Duration,
        now: Timestamp,
    ) -> Result<SessionId, Refusal> {
        let ends = (lease != Duration::MAX).then(|| now.saturating_add(lease));
        let mut table = write(&self.table);
        let Table { by_id, by_end } = &mut *table;
        let id = match session {
            None => {
                let id = SessionId(Uuid::new_v4().as_u128());
                let held = ends.map(|_| Mutex::default());
                by_id.insert(
                    id,
                    Session {
                        ends,
                        closed: false,
                        held,
                    },
                );
                id
            }
            Some(id) => {
                let found = by_id.get_mut(&id).filter(|found| found.is_live(now));
                let found = found.ok_or(Refusal::Fenced)?;
                if found.held.is_none() {
                    return Ok(id);
                }
                if let Some(before) = std::mem::replace(&mut found.ends, ends) {
                    by_end.remove(&(before, id));
                }
                id
            }
        };
        by_end.extend(ends.map(|ends| (ends, id)));
        Ok(id)
    }

    /// Whether the session may take a task.
    pub(super) fn check(&self, session: SessionId, now: Timestamp) -> Result<(), Refusal> {
        let table = read(&self.table);
        table
            .by_id
            .get(&session)
            .filter(|found| found.is_live(now))
            .ok_or(Refusal::Fenced)?;
        Ok(())
    }

    /// Notes that the session, if it lives, has this task.
    pub(super) fn hold(
        &self,
        session: SessionId,
        key: TaskKey,
        hash: u64,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let table = read(&self.table);
        let found = table.by_id.get(&session).filter(|found| found.is_live(now));
        if let Some(held) = &found.ok_or(Refusal::Fenced)?.held {
            lock(held).insert(key, hash);
        }
        Ok(())
    }

    /// Notes that the session no longer has this task.
    pub(super) fn release(&self, session: SessionId, key: TaskKey) {
        let table = read(&self.table);
        if let Some(held) = table
            .by_id
            .get(&session)
            .and_then(|found| found.held.as_ref())
        {
            lock(held).remove(&key);
        }
    }

    /// When the next session ends; past, while an ended one holds tasks.
    pub(super) fn next_end(&self) -> Option<Timestamp> {
        read(&self.table).by_end.first().map(|(ends, _)| *ends)
    }

    /// Takes at most `limit` tasks from ended sessions, and forgets those that hold none.
    pub(super) fn take_lost(&self, limit: usize, now: Timestamp) -> Vec<Lost> {
        let mut lost = Vec::new();
        if self.next_end().is_none_or(|ends| ends > now) {
            return lost;
        }
        let mut table = write(&self.table);
        let Table { by_id, by_end } = &mut *table;
        while let Some(&(ends, id)) = by_end.first()
            && ends <= now
        {
            if let Some(session) = by_id.get_mut(&id) {
                session.closed = true;
                if !session.give_up(limit, &mut lost, id) {
                    return lost;
                }
            }
            by_id.remove(&id);
            by_end.remove(&(ends, id));
        }
        lost
    }
}

impl Session {
    fn is_live(&self, now: Timestamp) -> bool {
        !self.closed && self.ends.is_none_or(|ends| now < ends)
    }

    /// Moves what it holds to `lost` until that has `limit` entries; true when nothing is left.
    fn give_up(&self, limit: usize, lost: &mut Vec<Lost>, session: SessionId) -> bool {
        let Some(held) = &self.held else { return true };
        let mut held = lock(held);
        while lost.len() < limit
            && let Some((key, hash)) = held.pop_first()
        {
            lost.push(Lost { session, key, hash });
        }
        held.is_empty()
    }
}
