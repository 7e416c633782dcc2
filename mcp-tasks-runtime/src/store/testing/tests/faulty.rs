//! Stores that each break one obligation, made by lying about an honest one.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::watch;

use crate::store::{
    BoxFuture, Fields, Lookup, MemoryStore, Page, StoreError, Subscription, Swept, TaskStore,
};
use crate::task::{
    Applied, Change, Claim, Guard, NewTask, Owner, Record, Refusal, SessionId, TaskId, TaskKey,
    TaskRef, Timestamp,
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fault {
    ReadsStale,
    AcceptsEveryEnd,
    IgnoresTheFence,
    HandsOutTwice,
    IgnoresLeases,
    ForgetsExpiry,
    SkipsInWalks,
    RepeatsInWalks,
    ShowsForeignTasks,
    HidesChanges,
    DropsAnswers,
    IgnoresDuplicates,
    RunsAgain,
    LosesReports,
    TrustsTheKey,
}

#[derive(Debug)]
pub(super) struct Faulty {
    inner: MemoryStore,
    fault: Fault,
    /// What was read of each task: the first time when reads are stale, else the last.
    read: Mutex<HashMap<TaskId, Record>>,
    handed: Mutex<Vec<(Claim, Record)>>,
    silent: watch::Sender<u64>,
}

impl Faulty {
    pub(super) fn new(inner: MemoryStore, fault: Fault) -> Self {
        let (read, handed) = Default::default();
        Self {
            inner,
            fault,
            read,
            handed,
            silent: watch::Sender::new(0),
        }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

impl TaskStore for Faulty {
    fn create(
        &self,
        task: NewTask,
        session: Option<SessionId>,
    ) -> BoxFuture<'_, Result<Record, StoreError>> {
        Box::pin(async move {
            let mut task = task;
            if self.is(Fault::RunsAgain) {
                (task.retryable, task.max_attempts) = (true, 100);
            }
            match self.inner.create(task.clone(), session).await {
                Err(StoreError::Refused(Refusal::Exists)) if self.is(Fault::IgnoresDuplicates) => {
                    Ok(Record::new(task, session, Timestamp(0)))
                }
                result => result,
            }
        })
    }

    fn get<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a TaskId,
        fields: Fields,
    ) -> BoxFuture<'a, Result<Lookup, StoreError>> {
        Box::pin(async move {
            let mut found = self.inner.get(owner, id, fields).await?;
            if self.is(Fault::ShowsForeignTasks) && matches!(found, Lookup::Missing) {
                found = self.inner.get(&"alice".into(), id, fields).await?;
            }
            let mut read = self.read.lock().unwrap();
            match &mut found {
                Lookup::Found(record) if self.is(Fault::ReadsStale) => {
                    let first = read.entry(id.clone()).or_insert_with(|| (**record).clone());
                    **record = first.clone();
                }
                Lookup::Found(record) => {
                    if self.is(Fault::TrustsTheKey) {
                        record.created = Timestamp((record.key.as_u128() >> 80) as u64);
                    }
                    if self.is(Fault::DropsAnswers) {
                        record
                            .questions
                            .retain(|question| question.answer.is_none());
                    }
                    read.insert(id.clone(), (**record).clone());
                }
                Lookup::Expired if self.is(Fault::ForgetsExpiry) => {
                    found = Lookup::Found(Box::new(read[id].clone()));
                }
                _ => {}
            }
            Ok(found)
        })
    }

    fn list<'a>(
        &'a self,
        owner: &'a Owner,
        before: Option<TaskKey>,
        limit: usize,
    ) -> BoxFuture<'a, Result<Page, StoreError>> {
        Box::pin(async move {
            let mut page = self.inner.list(owner, before, limit).await?;
            if self.is(Fault::SkipsInWalks) && page.next.is_some() {
                page.records.pop();
            }
            if self.is(Fault::RepeatsInWalks)
                && let [.., last, _] = &page.records[..]
            {
                page.next = page.next.and(Some(last.key));
            }
            Ok(page)
        })
    }

    fn apply<'a>(
        &'a self,
        task: &'a TaskRef,
        guard: Guard,
        change: Change,
    ) -> BoxFuture<'a, Result<Applied, StoreError>> {
        Box::pin(async move {
            let mut guard = guard;
            if self.is(Fault::IgnoresTheFence)
                && matches!(guard, Guard::Claim(_))
                && let Lookup::Found(record) =
                    self.inner.get(&task.owner, &task.id, Fields::All).await?
                && let Some(claim) = record.claim
            {
                guard = Guard::Claim(claim);
            }
            if self.is(Fault::LosesReports)
                && matches!(change, Change::Report { .. })
                && let Lookup::Found(record) =
                    self.inner.get(&task.owner, &task.id, Fields::All).await?
                && record.outcome.is_none()
            {
                let (version, status) = (record.version + 1, record.status());
                return Ok(Applied {
                    version,
                    status,
                    replayed: false,
                });
            }
            let ends = matches!(change, Change::End(_));
            match self.inner.apply(task, guard, change).await {
                Err(StoreError::Refused(Refusal::Terminal(status)))
                    if ends && self.is(Fault::AcceptsEveryEnd) =>
                {
                    Ok(Applied {
                        version: 99,
                        status,
                        replayed: false,
                    })
                }
                result => result,
            }
        })
    }

    fn delete<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a TaskId,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.inner.delete(owner, id)
    }

    fn renew(
        &self,
        session: Option<SessionId>,
        lease: Duration,
    ) -> BoxFuture<'_, Result<SessionId, StoreError>> {
        let lease = if self.is(Fault::IgnoresLeases) {
            Duration::MAX
        } else {
            lease
        };
        self.inner.renew(session, lease)
    }

    fn claim<'a>(
        &'a self,
        session: SessionId,
        tools: &'a [&'a str],
        max: usize,
    ) -> BoxFuture<'a, Result<Vec<(Claim, Record)>, StoreError>> {
        Box::pin(async move {
            let mut handed = self.inner.claim(session, tools, max).await?;
            if self.is(Fault::HandsOutTwice) {
                let before = std::mem::replace(&mut *self.handed.lock().unwrap(), handed.clone());
                handed.extend(before);
                handed.truncate(max);
            }
            Ok(handed)
        })
    }

    fn sweep(&self, budget: usize) -> BoxFuture<'_, Result<Swept, StoreError>> {
        self.inner.sweep(budget)
    }

    fn subscribe<'a>(
        &'a self,
        task: &'a TaskRef,
    ) -> BoxFuture<'a, Result<Subscription, StoreError>> {
        Box::pin(async move {
            let honest = self.inner.subscribe(task).await?;
            let hides = self.is(Fault::HidesChanges);
            Ok(if hides {
                Subscription::new(self.silent.subscribe())
            } else {
                honest
            })
        })
    }
}
