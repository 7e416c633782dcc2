//! The sweep: frees what has expired, and takes tasks away from sessions that ended. It finds
//! both in order of time, so it costs in proportion to what is due.

use std::sync::atomic::Ordering;

use tokio::sync::watch;

use super::core::Core;
use super::lock::lock;
use super::sessions::Lost;
use super::shard::{SHARDS, Shard};
use crate::store::Swept;
use crate::task::{Record, TaskRef, Timestamp};

/// How many tasks of a shard are freed before the next shard has its turn.
const BATCH: usize = 8;

impl Core {
    pub(super) fn sweep(&self, budget: usize) -> Swept {
        let now = self.clock.now();
        let mut swept = Swept::default();
        // Neither kind of work may keep the other from being done.
        let lost = self.sessions.take_lost(budget.div_ceil(2), now);
        for lost in &lost {
            self.recover(lost, now, &mut swept);
        }
        self.free_expired(budget - lost.len(), now, &mut swept);
        swept.next_due = swept
            .next_due
            .into_iter()
            .chain(self.sessions.next_end())
            .min();
        swept
    }

    /// Lets a task of an ended session wait for its next attempt, or ends it.
    fn recover(&self, lost: &Lost, now: Timestamp, swept: &mut Swept) {
        let mut shard = self.shard(lost.hash);
        let Some(record) = shard.find_key(lost.hash, lost.key) else {
            return;
        };
        let held = record
            .claim
            .is_some_and(|claim| claim.session == lost.session);
        if !held || record.is_expired(now) {
            return;
        }
        match record.lose_worker(now.max(record.updated)) {
            Ok(true) => {
                self.queue.push(record, lost.hash);
                swept.requeued += 1;
            }
            Ok(false) => swept.failed += 1,
            Err(_) => return,
        }
        let (version, deadline) = (record.version, record.expires_at());
        shard.expire_at(lost.hash, deadline);
        let announcement = shard.watchers.announce(lost.key, version);
        drop(shard);
        announcement.into_iter().for_each(|news| news.send());
    }

    /// Frees at most `limit` expired tasks, a few of each shard in turn, so that by and
    /// large the oldest go first.
    fn free_expired(&self, limit: usize, now: Timestamp, swept: &mut Swept) {
        let from = self.sweep_from.fetch_add(1, Ordering::Relaxed);
        let mut left = limit;
        let mut gone = Vec::new();
        let mut due = true;
        while due {
            due = false;
            swept.next_due = None;
            for n in 0..SHARDS {
                let mut shard = lock(&self.shards[from.wrapping_add(n) % SHARDS]);
                while gone.len() < BATCH.min(left)
                    && let Some(task) = self.free_one(&mut shard, now)
                {
                    gone.push(task);
                }
                let next = shard.next_deadline();
                drop(shard);

                left -= gone.len();
                due |= left > 0 && next.is_some_and(|at| at <= now);
                swept.next_due = swept.next_due.into_iter().chain(next).min();
                for (record, watcher) in gone.drain(..) {
                    drop(watcher);
                    if record.outcome.is_none() && record.claim.is_some() {
                        swept.stopped.push(TaskRef::new(record.owner, record.id));
                    }
                }
            }
        }
        swept.expired = limit - left;
    }

    /// Takes one expired task out of everything it is in. The caller drops it and wakes its watchers
    /// (which dropping the sender does) once the shard is unlocked.
    fn free_one(
        &self,
        shard: &mut Shard,
        now: Timestamp,
    ) -> Option<(Box<Record>, Option<watch::Sender<u64>>)> {
        let (hash, key) = shard.first_expired(now, |task| self.hash_of(task))?;
        let record = shard.remove(hash, key, |task| self.hash_of(task))?;
        self.index.remove(&record.owner, key);
        shard.expired.insert(hash, now);
        if record.outcome.is_none() {
            match record.claim {
                Some(claim) => self.sessions.release(claim.session, key),
                None => self.queue.remove(&record),
            }
        }
        let watcher = shard.watchers.remove(key);
        Some((record, watcher))
    }
}
