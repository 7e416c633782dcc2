//! Who is told of changes. A task that nobody watches costs nothing here, and a watcher that left
//! without a word is forgotten at the next change, or when its like have doubled in number.

use std::collections::HashMap;

use tokio::sync::watch;

use crate::task::TaskKey;

const PRUNE_AT_LEAST: usize = 16;

/// The watched tasks of one shard.
#[derive(Debug)]
pub(super) struct Watchers {
    senders: HashMap<TaskKey, watch::Sender<u64>>,
    prune_at: usize,
}

/// Tells the watchers of one task, once the shard is unlocked: waking runs foreign code.
#[must_use]
pub(super) struct Announcement {
    sender: watch::Sender<u64>,
    version: u64,
}

impl Announcement {
    /// Of two announcements that overtake one another, the greater version stands.
    pub(super) fn send(self) {
        self.sender.send_if_modified(|told| {
            let newer = *told < self.version;
            *told = self.version.max(*told);
            newer
        });
    }
}

impl Watchers {
    pub(super) fn new() -> Self {
        Self {
            senders: HashMap::new(),
            prune_at: PRUNE_AT_LEAST,
        }
    }

    pub(super) fn subscribe(&mut self, key: TaskKey, version: u64) -> watch::Receiver<u64> {
        if self.senders.len() >= self.prune_at {
            self.senders.retain(|_, sender| sender.receiver_count() > 0);
            self.prune_at = PRUNE_AT_LEAST.max(2 * self.senders.len());
            self.senders.shrink_to(self.prune_at);
        }
        self.senders
            .entry(key)
            .or_insert_with(|| watch::Sender::new(version))
            .subscribe()
    }

    /// What is to be sent when the task has come to `version`, if anybody listens.
    pub(super) fn announce(&mut self, key: TaskKey, version: u64) -> Option<Announcement> {
        let sender = self.senders.get(&key)?;
        if sender.receiver_count() == 0 {
            self.remove(key);
            return None;
        }
        Some(Announcement {
            sender: sender.clone(),
            version,
        })
    }

    /// Takes the task out; its watchers are woken when the sender is dropped.
    pub(super) fn remove(&mut self, key: TaskKey) -> Option<watch::Sender<u64>> {
        self.senders.remove(&key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watchers_that_left_are_forgotten() {
        let mut watchers = Watchers::new();
        let kept = watchers.subscribe(TaskKey::from_u128(0), 1);
        for n in 1..1000 {
            drop(watchers.subscribe(TaskKey::from_u128(n), 1));
        }
        assert!(watchers.senders.len() <= PRUNE_AT_LEAST);
        watchers.announce(TaskKey::from_u128(0), 2).unwrap().send();
        assert!(kept.has_changed().unwrap());
    }

    #[test]
    fn an_overtaken_announcement_changes_nothing() {
        let mut watchers = Watchers::new();
        let key = TaskKey::next();
        let mut seen = watchers.subscribe(key, 1);
        let second = watchers.announce(key, 2).unwrap();
        watchers.announce(key, 3).unwrap().send();
        assert_eq!(*seen.borrow_and_update(), 3);
        second.send();
        assert!(!seen.has_changed().unwrap());
    }
}
