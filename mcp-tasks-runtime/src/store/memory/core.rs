//! The operations on tasks, one function each, ready at once.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use super::MemoryStoreConfig;
use super::index::Index;
use super::lock::lock;
use super::queue::{Queue, Ticket};
use super::sessions::Sessions;
use super::shard::{SHARDS, Shard, shard_of};
use crate::store::{Fields, Lookup, Page, Subscription};
use crate::task::{
    Applied, Change, Claim, Clock, Guard, NewTask, Owner, Record, Refusal, SessionId, TaskId,
    TaskKey, TaskRef, Timestamp,
};

/// How many tasks that nobody may see any more a listing passes over before it ends the page.
const PASSED_OVER: usize = 64;

/// What the clones of a store share.
#[derive(Debug)]
pub(super) struct Core {
    pub(super) clock: Arc<dyn Clock>,
    hasher: RandomState,
    pub(super) shards: Box<[Mutex<Shard>]>,
    pub(super) index: Index,
    pub(super) queue: Queue,
    pub(super) sessions: Sessions,
    /// The shard at which the next sweep starts.
    pub(super) sweep_from: AtomicUsize,
}

impl Core {
    pub(super) fn new(config: MemoryStoreConfig) -> Self {
        Self {
            hasher: RandomState::new(),
            shards: (0..SHARDS)
                .map(|_| Mutex::new(Shard::new(&config)))
                .collect(),
            index: Index::new(),
            queue: Queue::new(),
            sessions: Sessions::default(),
            sweep_from: AtomicUsize::new(0),
            clock: config.clock,
        }
    }

    pub(super) fn create(
        &self,
        task: NewTask,
        session: Option<SessionId>,
    ) -> Result<Record, Refusal> {
        let now = self.clock.now();
        let hash = self.hash(&task.owner, &task.id);
        let mut shard = self.shard(hash);
        match shard.read(hash, &task.owner, &task.id, now) {
            Ok(record) if record.key == task.key => return Ok(record.clone()),
            Err(Refusal::NotFound) => {}
            _ => return Err(Refusal::Exists),
        }
        let mut record = Box::new(Record::new(task, session, now));
        let key = record.key;
        if let Some(session) = session {
            self.sessions.hold(session, key, hash, now)?;
        }
        let Some(owner) = self.index.insert(&record.owner, key, hash) else {
            if let Some(session) = session {
                self.sessions.release(session, key);
            }
            return Err(Refusal::Exists);
        };
        record.owner = owner;
        if session.is_none() {
            self.queue.push(&record, hash);
        }
        let answer = Record::clone(&record);
        shard.insert(hash, record, |task| self.hash_of(task));
        Ok(answer)
    }

    pub(super) fn get(&self, owner: &Owner, id: &TaskId, fields: Fields) -> Lookup {
        let now = self.clock.now();
        let hash = self.hash(owner, id);
        match self.shard(hash).read(hash, owner, id, now) {
            Ok(record) => Lookup::Found(Box::new(match fields {
                Fields::Summary => record.summary(),
                Fields::All => record.clone(),
            })),
            Err(Refusal::Expired) => Lookup::Expired,
            Err(_) => Lookup::Missing,
        }
    }

    pub(super) fn list(&self, owner: &Owner, before: Option<TaskKey>, limit: usize) -> Page {
        let now = self.clock.now();
        let limit = limit.max(1);
        let mut page = Page::default();
        let candidates = self
            .index
            .older(owner, before, limit.saturating_add(PASSED_OVER));
        let all_seen = candidates.len() < limit.saturating_add(PASSED_OVER);
        let last = candidates.last().map(|(key, _)| *key);
        for (key, hash) in candidates {
            let mut shard = self.shard(hash);
            let Some(record) = shard.find_key(hash, key).filter(|r| !r.is_expired(now)) else {
                continue;
            };
            if page.records.len() == limit {
                page.next = page.records.last().map(|record: &Record| record.key);
                return page;
            }
            page.records.push(record.summary());
        }
        page.next = last.filter(|_| !all_seen);
        page
    }

    pub(super) fn apply(
        &self,
        task: &TaskRef,
        guard: Guard,
        change: Change,
    ) -> Result<Applied, Refusal> {
        let now = self.clock.now();
        let hash = self.hash(&task.owner, &task.id);
        let mut shard = self.shard(hash);
        let key = shard.read(hash, &task.owner, &task.id, now)?.key;
        let record = shard.find_key(hash, key).ok_or(Refusal::NotFound)?;
        let claim = record.claim;
        let applied = record.apply(guard, change, now.max(record.updated))?;
        if applied.replayed {
            return Ok(applied);
        }
        if applied.status.is_terminal() {
            match claim {
                Some(claim) => self.sessions.release(claim.session, key),
                None => self.queue.remove(record),
            }
            let deadline = record.expires_at();
            shard.expire_at(hash, deadline);
        }
        let announcement = shard.watchers.announce(key, applied.version);
        drop(shard);
        announcement.into_iter().for_each(|news| news.send());
        Ok(applied)
    }

    pub(super) fn delete(&self, owner: &Owner, id: &TaskId) -> Result<(), Refusal> {
        let now = self.clock.now();
        let hash = self.hash(owner, id);
        let mut shard = self.shard(hash);
        let record = shard.read(hash, owner, id, now)?;
        if record.outcome.is_none() {
            return Err(Refusal::Illegal);
        }
        let key = record.key;
        let removed = shard.remove(hash, key, |task| self.hash_of(task));
        self.index.remove(owner, key);
        let watcher = shard.watchers.remove(key);
        drop(shard);
        drop((removed, watcher));
        Ok(())
    }

    pub(super) fn renew(
        &self,
        session: Option<SessionId>,
        lease: Duration,
    ) -> Result<SessionId, Refusal> {
        self.sessions.renew(session, lease, self.clock.now())
    }

    pub(super) fn claim(
        &self,
        session: SessionId,
        tools: &[&str],
        max: usize,
    ) -> Result<Vec<(Claim, Record)>, Refusal> {
        let now = self.clock.now();
        self.sessions.check(session, now)?;
        let mut claimed = Vec::new();
        while claimed.len() < max
            && let Some(ticket) = self.queue.oldest(tools)
        {
            match self.hand_out(&ticket, session, now) {
                Ok(handed) => claimed.extend(handed),
                Err(refusal) if claimed.is_empty() => return Err(refusal),
                Err(_) => break,
            }
        }
        Ok(claimed)
    }

    /// Gives the task of a ticket to a worker, unless it waits no more; the ticket is gone then.
    fn hand_out(
        &self,
        ticket: &Ticket<'_>,
        session: SessionId,
        now: Timestamp,
    ) -> Result<Option<(Claim, Record)>, Refusal> {
        let (key, hash) = (ticket.key(), ticket.hash);
        let mut shard = self.shard(hash);
        let waiting = shard
            .find_key(hash, key)
            .filter(|record| ticket.admits(record));
        let Some(record) = waiting.filter(|record| !record.is_expired(now)) else {
            self.queue.discard(ticket);
            return Ok(None);
        };
        self.sessions.hold(session, key, hash, now)?;
        self.queue.discard(ticket);
        let claim = record.take(session, now.max(record.updated))?;
        let answer = record.clone();
        let announcement = shard.watchers.announce(key, answer.version);
        drop(shard);
        announcement.into_iter().for_each(|news| news.send());
        Ok(Some((claim, answer)))
    }

    pub(super) fn subscribe(&self, task: &TaskRef) -> Result<Subscription, Refusal> {
        let now = self.clock.now();
        let hash = self.hash(&task.owner, &task.id);
        let mut shard = self.shard(hash);
        let record = shard.read(hash, &task.owner, &task.id, now)?;
        let (key, version) = (record.key, record.version);
        Ok(Subscription::new(shard.watchers.subscribe(key, version)))
    }

    pub(super) fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        lock(&self.shards[shard_of(hash)])
    }

    pub(super) fn hash_of(&self, task: &Record) -> u64 {
        self.hash(&task.owner, &task.id)
    }

    fn hash(&self, owner: &Owner, id: &TaskId) -> u64 {
        self.hasher.hash_one((owner.as_str(), id.as_str()))
    }
}
