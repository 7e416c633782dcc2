//! A part of the tasks, chosen by the hash of owner and id, with all that is kept about each:
//! its record, when it expires, who watches it, and whether its id expired lately.

use std::collections::BTreeSet;

use hashbrown::HashTable;

use super::MemoryStoreConfig;
use super::expired::ExpiredIds;
use super::watchers::Watchers;
use crate::task::{Owner, Record, Refusal, TaskId, TaskKey, Timestamp};

/// How many shards there are, a power of two.
pub(super) const SHARDS: usize = 64;

const SHRINK_FROM: usize = 64;

/// The tasks of one shard. Everything about one task is in the same shard, behind one lock.
#[derive(Debug)]
pub(super) struct Shard {
    tasks: HashTable<Box<Record>>,
    /// When each task expires whose end is settled, with its hash. Were two hashes alike to the
    /// last bit at the same millisecond, one of the two would stay unswept.
    deadlines: BTreeSet<(Timestamp, u64)>,
    pub(super) watchers: Watchers,
    pub(super) expired: ExpiredIds,
}

/// Which shard a hash belongs to: by bits that the table within makes no use of.
pub(super) fn shard_of(hash: u64) -> usize {
    (hash >> 48) as usize % SHARDS
}

impl Shard {
    pub(super) fn new(config: &MemoryStoreConfig) -> Self {
        Self {
            tasks: HashTable::new(),
            deadlines: BTreeSet::new(),
            watchers: Watchers::new(),
            expired: ExpiredIds::new(config.expired_for, config.expired_ids.div_ceil(SHARDS)),
        }
    }

    /// The task of this owner and id, expired or not.
    pub(super) fn find(&self, hash: u64, owner: &Owner, id: &TaskId) -> Option<&Record> {
        let found = self
            .tasks
            .find(hash, |task| task.id == *id && task.owner == *owner)?;
        Some(found)
    }

    /// The task of this owner and id for a reader at `now`.
    pub(super) fn read(
        &self,
        hash: u64,
        owner: &Owner,
        id: &TaskId,
        now: Timestamp,
    ) -> Result<&Record, Refusal> {
        match self.find(hash, owner, id) {
            Some(record) if record.is_expired(now) => Err(Refusal::Expired),
            Some(record) => Ok(record),
            None if self.expired.contains(hash, now) => Err(Refusal::Expired),
            None => Err(Refusal::NotFound),
        }
    }

    /// The task of this key, expired or not.
    pub(super) fn find_key(&mut self, hash: u64, key: TaskKey) -> Option<&mut Record> {
        let found = self.tasks.find_mut(hash, |task| task.key == key)?;
        Some(found)
    }

    /// Adds a task; `hasher` gives the hash of any task here.
    pub(super) fn insert(
        &mut self,
        hash: u64,
        record: Box<Record>,
        hasher: impl Fn(&Record) -> u64,
    ) {
        self.expire_at(hash, record.expires_at());
        self.tasks.insert_unique(hash, record, |task| hasher(task));
    }

    /// Notes when a task expires, once that is settled. It never changes then.
    pub(super) fn expire_at(&mut self, hash: u64, deadline: Option<Timestamp>) {
        self.deadlines.extend(deadline.map(|at| (at, hash)));
    }

    /// Takes a task out, with its deadline.
    pub(super) fn remove(
        &mut self,
        hash: u64,
        key: TaskKey,
        hasher: impl Fn(&Record) -> u64,
    ) -> Option<Box<Record>> {
        let (record, _) = self
            .tasks
            .find_entry(hash, |task| task.key == key)
            .ok()?
            .remove();
        if let Some(at) = record.expires_at() {
            self.deadlines.remove(&(at, hash));
        }
        if self.tasks.is_empty() {
            // Emptied, both would keep an allocation.
            self.tasks = HashTable::new();
            self.deadlines = BTreeSet::new();
        } else if self.tasks.capacity() > SHRINK_FROM
            && self.tasks.len() < self.tasks.capacity() / 4
        {
            self.tasks
                .shrink_to(2 * self.tasks.len(), |task| hasher(task));
        }
        Some(record)
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.tasks.is_empty() && self.deadlines.is_empty()
    }

    /// When the next task expires; past, while an expired one is unswept.
    pub(super) fn next_deadline(&self) -> Option<Timestamp> {
        self.deadlines.first().map(|(at, _)| *at)
    }

    /// Hash and key of a task that has expired, if there is one.
    pub(super) fn first_expired(
        &mut self,
        now: Timestamp,
        hasher: impl Fn(&Record) -> u64,
    ) -> Option<(u64, TaskKey)> {
        loop {
            let &(at, hash) = self.deadlines.first().filter(|(at, _)| *at <= now)?;
            let due = |task: &Record| task.expires_at() == Some(at) && hasher(task) == hash;
            if let Some(task) = self.tasks.find(hash, |task| due(task)) {
                return Some((hash, task.key));
            }
            self.deadlines.pop_first();
        }
    }
}
