//! The ids that expired lately, so that "expired" can be told from "never was" (D-05), bounded in
//! time and in number. An id is kept as the hash of owner and id: some 26 bytes in all.

use std::collections::VecDeque;
use std::time::Duration;

use hashbrown::HashTable;

use crate::task::Timestamp;

/// The expired ids of one shard, in the order in which they were freed.
#[derive(Debug)]
pub(super) struct ExpiredIds {
    keep: Duration,
    limit: usize,
    ids: VecDeque<ExpiredId>,
    /// For each id its number; the number of `ids[0]` is `first`. Numbers wrap around.
    numbers: HashTable<u32>,
    first: u32,
}

#[derive(Debug)]
struct ExpiredId {
    hash: u64,
    forget_at: Timestamp,
}

impl ExpiredIds {
    pub(super) fn new(keep: Duration, limit: usize) -> Self {
        let limit = limit.min(u32::MAX as usize);
        Self {
            keep,
            limit,
            ids: VecDeque::new(),
            numbers: HashTable::new(),
            first: 0,
        }
    }

    /// Whether the id with this hash was freed no longer ago than is remembered.
    pub(super) fn contains(&self, hash: u64, now: Timestamp) -> bool {
        self.numbers.iter_hash(hash).any(|&number| {
            let id = &self.ids[number.wrapping_sub(self.first) as usize];
            id.hash == hash && now < id.forget_at
        })
    }

    /// Remembers an id freed at `now`, in place of the oldest when there are too many.
    pub(super) fn insert(&mut self, hash: u64, now: Timestamp) {
        if self.limit == 0 {
            return;
        }
        let over = |ids: &VecDeque<ExpiredId>| ids.front().is_some_and(|id| id.forget_at <= now);
        while self.ids.len() >= self.limit || over(&self.ids) {
            self.pop();
        }
        // At most `limit` ids are here, so the number fits and is free.
        let number = self.first.wrapping_add(self.ids.len() as u32);
        self.ids.push_back(ExpiredId {
            hash,
            forget_at: now.saturating_add(self.keep),
        });
        let Self {
            ids,
            numbers,
            first,
            ..
        } = self;
        numbers.insert_unique(hash, number, |&n| ids[n.wrapping_sub(*first) as usize].hash);
    }

    fn pop(&mut self) {
        let Some(id) = self.ids.pop_front() else {
            return;
        };
        let number = self.first;
        self.first = number.wrapping_add(1);
        if let Ok(found) = self.numbers.find_entry(id.hash, |&n| n == number) {
            found.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(limit: usize) -> ExpiredIds {
        ExpiredIds::new(Duration::from_millis(100), limit)
    }

    #[test]
    fn an_id_is_remembered_for_its_time_exactly() {
        let mut ids = ids(8);
        ids.insert(7, Timestamp(1000));
        assert!(ids.contains(7, Timestamp(1099)));
        assert!(!ids.contains(7, Timestamp(1100)));
        assert!(!ids.contains(8, Timestamp(1000)));
    }

    #[test]
    fn the_oldest_makes_room() {
        let mut ids = ids(3);
        ids.first = u32::MAX - 1;
        for hash in 0..10 {
            ids.insert(hash, Timestamp(hash));
        }
        let kept: Vec<u64> = (0..10)
            .filter(|&hash| ids.contains(hash, Timestamp(10)))
            .collect();
        assert_eq!(kept, [7, 8, 9]);
    }

    #[test]
    fn an_id_that_expires_twice_counts_from_the_later() {
        let mut ids = ids(8);
        ids.insert(7, Timestamp(0));
        ids.insert(7, Timestamp(100));
        assert!(ids.contains(7, Timestamp(199)));
        ids.insert(8, Timestamp(150));
        assert_eq!(ids.ids.len(), 2);
        assert!(ids.contains(7, Timestamp(199)));
        assert!(!ids.contains(7, Timestamp(200)));
    }
}
