//! The runs of this process, by task: the way from a cancelled record to the run behind it.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::task::TaskRef;

type Shard = Mutex<HashMap<TaskRef, CancellationToken>>;

/// Sharded, so that tasks do not wait for each other.
#[derive(Debug)]
pub(super) struct Running {
    hasher: RandomState,
    shards: [Shard; 16],
}

impl Default for Running {
    fn default() -> Self {
        Self {
            hasher: RandomState::new(),
            shards: Default::default(),
        }
    }
}

impl Running {
    pub(super) fn insert(&self, task: TaskRef, cancel: CancellationToken) {
        self.shard(&task).insert(task, cancel);
    }

    pub(super) fn remove(&self, task: &TaskRef) {
        self.shard(task).remove(task);
    }

    /// Fires the token of a run, if it is one of this process.
    pub(super) fn stop(&self, task: &TaskRef) {
        // Fired outside the lock: it wakes the run.
        let cancel = self.shard(task).get(task).cloned();
        if let Some(cancel) = cancel {
            cancel.cancel();
        }
    }

    /// The tasks that run in this process.
    pub(super) fn all(&self) -> Vec<TaskRef> {
        let tasks = |shard: &Shard| {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.keys().cloned().collect::<Vec<_>>()
        };
        self.shards.iter().flat_map(tasks).collect()
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        let count = |shard: &Shard| shard.lock().unwrap().len();
        self.shards.iter().map(count).sum()
    }

    fn shard(&self, task: &TaskRef) -> MutexGuard<'_, HashMap<TaskRef, CancellationToken>> {
        let hash = self.hasher.hash_one(task);
        let index = usize::try_from(hash % 16).unwrap_or_default();
        self.shards[index]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
