//! The tasks that wait for a worker, by tool, oldest first.
//!
//! A ticket may outlive what it stands for by a moment: who draws one looks whether the task
//! still waits.

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

/// A task that was drawn from the queue.
#[derive(Debug)]
pub(super) struct Ticket {
    pub(super) key: TaskKey,
    pub(super) hash: u64,
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
        let mut queues = lock(self.shard(&record.tool));
        let Some(queue) = queues.get_mut(&record.tool) else {
            return;
        };
        queue.remove(&place(record));
        if queue.is_empty() {
            queues.remove(&record.tool);
        }
    }

    /// Draws the oldest ticket of these tools.
    pub(super) fn pop(&self, tools: &[&str]) -> Option<Ticket> {
        // Another worker may draw between the two steps; then this one looks again.
        loop {
            let oldest = tools
                .iter()
                .filter_map(|tool| Some((self.first(tool)?, *tool)))
                .min()?;
            if let Some(ticket) = self.take(oldest.1, oldest.0) {
                return Some(ticket);
            }
        }
    }

    fn first(&self, tool: &str) -> Option<Place> {
        let queues = lock(self.shard(tool));
        queues.get(tool)?.first_key_value().map(|(place, _)| *place)
    }

    fn take(&self, tool: &str, place: Place) -> Option<Ticket> {
        let mut queues = lock(self.shard(tool));
        let queue = queues.get_mut(tool)?;
        let hash = queue.remove(&place);
        if queue.is_empty() {
            queues.remove(tool);
        }
        Some(Ticket {
            key: place.1,
            hash: hash?,
        })
    }

    fn shard(&self, tool: &str) -> &Mutex<Queues> {
        &self.shards[self.hasher.hash_one(tool) as usize % SHARDS]
    }
}

fn place(record: &Record) -> Place {
    (record.created, record.key)
}
