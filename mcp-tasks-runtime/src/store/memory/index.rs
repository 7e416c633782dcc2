//! Which tasks an owner has, by key: what a listing walks. An owner without tasks takes no room.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::ops::Bound;
use std::sync::Mutex;

use super::lock::lock;
use crate::task::{Owner, TaskKey};

const SHARDS: usize = 32;

/// The tasks of each owner in the order of their keys; for each the hash that finds it.
#[derive(Debug)]
pub(super) struct Index {
    hasher: RandomState,
    shards: [Mutex<HashMap<Owner, BTreeMap<TaskKey, u64>>>; SHARDS],
}

impl Index {
    pub(super) fn new() -> Self {
        Self {
            hasher: RandomState::new(),
            shards: Default::default(),
        }
    }

    /// Adds a task and gives the owner's name as all of its tasks share it; `None`, with nothing
    /// added, when the owner has a task of this key.
    pub(super) fn insert(&self, owner: &Owner, key: TaskKey, hash: u64) -> Option<Owner> {
        let mut owners = lock(self.shard(owner));
        let of_owner = owners.entry(owner.clone());
        let shared = of_owner.key().clone();
        match of_owner.or_default().entry(key) {
            std::collections::btree_map::Entry::Occupied(_) => None,
            std::collections::btree_map::Entry::Vacant(place) => {
                place.insert(hash);
                Some(shared)
            }
        }
    }

    pub(super) fn remove(&self, owner: &Owner, key: TaskKey) {
        let mut owners = lock(self.shard(owner));
        let Some(tasks) = owners.get_mut(owner) else {
            return;
        };
        tasks.remove(&key);
        if tasks.is_empty() {
            owners.remove(owner);
            if owners.capacity() > 64 && owners.len() < owners.capacity() / 8 {
                let room = 2 * owners.len();
                owners.shrink_to(room);
            }
        }
    }

    /// At most `limit` tasks older than `before`, newest first.
    pub(super) fn older(
        &self,
        owner: &Owner,
        before: Option<TaskKey>,
        limit: usize,
    ) -> Vec<(TaskKey, u64)> {
        let end = before.map_or(Bound::Unbounded, Bound::Excluded);
        let owners = lock(self.shard(owner));
        let Some(tasks) = owners.get(owner) else {
            return Vec::new();
        };
        let range = tasks.range((Bound::Unbounded, end));
        range
            .rev()
            .take(limit)
            .map(|(key, hash)| (*key, *hash))
            .collect()
    }

    fn shard(&self, owner: &Owner) -> &Mutex<HashMap<Owner, BTreeMap<TaskKey, u64>>> {
        &self.shards[self.hasher.hash_one(owner) as usize % SHARDS]
    }
}
