//! The tasks that wait for a worker, by tool, oldest first.
//!
//! Tickets come and go under the lock of their task's shard, so that a task has one for as long
//! as it waits. Who has seen a ticket locks the shard and looks whether the task still waits.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex};

use super::lock::lock;
use crate::task::{Record, TaskKey, Timestamp};

const SHARDS: usize = 16;

/// The place of a task in its tool's queue: by time of creation, then by key.
type Place = (Timestamp, TaskKey);

/// The queues of one shard, each with the hash that finds its tasks.
type Queues = HashMap<Arc<str>, BTreeMap<Place, u64>>;

/// A queue for each tool that has tasks waiting.
#[derive(Debug)]
pub(super) struct Queue {
    hasher: RandomState,
    shards: [Mutex<Queues>; SHARDS],
}

/// A ticket as it was seen.
#[derive(Debug)]
pub(super) struct Ticket<'a> {
    tool: &'a str,
    place: Place,
    pub(super) hash: u64,
}

impl Ticket<'_> {
    /// The key of the task.
    pub(super) fn key(&self) -> TaskKey {
        self.place.1
    }

    /// Whether it is this record's ticket, and the record waits.
    pub(super) fn admits(&self, record: &Record) -> bool {
        self.place == place(record) && record.claim.is_none() && record.outcome.is_none()
    }
}

impl Queue {
    pub(super) fn new() -> Self {
        Self {
            hasher: RandomState::new(),
            shards: Default::default(),
        }
    }

    pub(super) fn push(&self, record: &Record, hash: u64) {
        let mut queues = lock(self.shard(&record.tool));
        let queue = queues.entry(Arc::clone(&record.tool)).or_default();
        queue.insert(place(record), hash);
    }

    pub(super) fn remove(&self, record: &Record) {
        self.take(&record.tool, place(record));
    }

    /// Takes away a ticket that was seen.
    pub(super) fn discard(&self, ticket: &Ticket<'_>) {
        self.take(ticket.tool, ticket.place);
    }

    /// The oldest ticket of these tools, which stays.
    pub(super) fn oldest<'a>(&self, tools: &[&'a str]) -> Option<Ticket<'a>> {
        let first = tools.iter().filter_map(|tool| self.first(tool));
        first.min_by_key(|ticket| ticket.place)
    }

    fn first<'a>(&self, tool: &'a str) -> Option<Ticket<'a>> {
        let queues = lock(self.shard(tool));
        let (place, hash) = queues.get(tool)?.first_key_value()?;
        Some(Ticket {
            tool,
            place: *place,
            hash: *hash,
        })
    }

    fn take(&self, tool: &str, place: Place) {
        let mut queues = lock(self.shard(tool));
        let Some(queue) = queues.get_mut(tool) else {
            return;
        };
        queue.remove(&place);
        if queue.is_empty() {
            queues.remove(tool);
        }
    }

    fn shard(&self, tool: &str) -> &Mutex<Queues> {
        &self.shards[self.hasher.hash_one(tool) as usize % SHARDS]
    }
}

fn place(record: &Record) -> Place {
    (record.created, record.key)
}
