//! Stores that are away for a while, or do not say what they did.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{Bench, task};
use crate::store::{
    BoxFuture, Fields, Lookup, MemoryStore, Page, StoreError, Subscription, Swept, TaskStore,
};
use crate::task::{
    Applied, Change, Claim, Guard, NewTask, Outcome, Owner, Record, SessionId, Status, TaskId,
    TaskKey, TaskRef,
};

#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The operation is not done.
    Before,
    /// It is done, and not confirmed.
    After,
}

/// A store whose next writes fail so.
#[derive(Debug)]
struct Faulty {
    store: MemoryStore,
    faults: Mutex<VecDeque<Fault>>,
}

impl Faulty {
    fn bench() -> (Arc<Self>, Bench) {
        let (store, faults) = (MemoryStore::new(), Mutex::default());
        let store = Arc::new(Self { store, faults });
        (Arc::clone(&store), Bench::on(store))
    }

    fn fail(&self, faults: impl IntoIterator<Item = Fault>) {
        self.faults.lock().unwrap().extend(faults);
    }

    async fn write<T>(
        &self,
        write: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let fault = self.faults.lock().unwrap().pop_front();
        let source = || Box::from("made to fail");
        match fault {
            None => write.await,
            Some(Fault::Before) => Err(StoreError::Unavailable { source: source() }),
            Some(Fault::After) => {
                let _ = write.await;
                Err(StoreError::Indeterminate { source: source() })
            }
        }
    }
}

impl TaskStore for Faulty {
    fn create(
        &self,
        task: NewTask,
        session: Option<SessionId>,
    ) -> BoxFuture<'_, Result<Record, StoreError>> {
        Box::pin(self.write(self.store.create(task, session)))
    }

    fn get<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a TaskId,
        fields: Fields,
    ) -> BoxFuture<'a, Result<Lookup, StoreError>> {
        self.store.get(owner, id, fields)
    }

    fn list<'a>(
        &'a self,
        owner: &'a Owner,
        before: Option<TaskKey>,
        limit: usize,
    ) -> BoxFuture<'a, Result<Page, StoreError>> {
        self.store.list(owner, before, limit)
    }

    fn apply<'a>(
        &'a self,
        task: &'a TaskRef,
        guard: Guard,
        change: Change,
    ) -> BoxFuture<'a, Result<Applied, StoreError>> {
        Box::pin(self.write(self.store.apply(task, guard, change)))
    }

    fn delete<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a TaskId,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.write(self.store.delete(owner, id)))
    }

    fn renew(
        &self,
        session: Option<SessionId>,
        lease: Duration,
    ) -> BoxFuture<'_, Result<SessionId, StoreError>> {
        Box::pin(self.write(self.store.renew(session, lease)))
    }

    fn claim<'a>(
        &'a self,
        session: SessionId,
        tools: &'a [&'a str],
        max: usize,
    ) -> BoxFuture<'a, Result<Vec<(Claim, Record)>, StoreError>> {
        self.store.claim(session, tools, max)
    }

    fn sweep(&self, budget: usize) -> BoxFuture<'_, Result<Swept, StoreError>> {
        self.store.sweep(budget)
    }

    fn subscribe<'a>(
        &'a self,
        task: &'a TaskRef,
    ) -> BoxFuture<'a, Result<Subscription, StoreError>> {
        self.store.subscribe(task)
    }
}

#[tokio::test(start_paused = true)]
async fn a_creation_that_fails_for_a_while_succeeds_once() {
    let (store, bench) = Faulty::bench();
    store.fail([Fault::Before, Fault::After, Fault::After, Fault::Before]);
    let created = bench.engine.create(bench.request("a", "t")).await.unwrap();
    let page = bench
        .engine
        .list(&Owner::from("a"), None, 10)
        .await
        .unwrap();
    assert_eq!(page.records.len(), 1);
    bench.gate.add_permits(1);
    assert_eq!(created.run().await.unwrap().status(), Status::Completed);
}

#[tokio::test(start_paused = true)]
async fn an_end_that_fails_for_a_while_is_stored() {
    let (store, bench) = Faulty::bench();
    let ended = bench
        .engine
        .create(bench.request("a", "t"))
        .await
        .unwrap()
        .run();
    tokio::task::yield_now().await;
    store.fail([Fault::Before, Fault::After, Fault::After]);
    bench.gate.add_permits(1);
    assert_eq!(ended.await.unwrap().status(), Status::Completed);
    assert_eq!(bench.record("a", "t").await.status(), Status::Completed);
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_that_is_not_confirmed_stops_the_run() {
    let (store, bench) = Faulty::bench();
    let ended = bench
        .engine
        .create(bench.request("a", "t"))
        .await
        .unwrap()
        .run();
    tokio::task::yield_now().await;
    store.fail([Fault::After]);
    let _ = bench
        .engine
        .cancel(&task("a", "t"), Some("enough".to_owned()))
        .await;
    let outcome = ended.await.unwrap();
    let reason = |outcome: &Outcome| match outcome {
        Outcome::Cancelled { reason } => reason.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(reason(&outcome).as_deref(), Some("enough"));
    assert_eq!(bench.engine.running.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_away_for_long_gets_the_outcome_when_it_is_back() {
    let (store, bench) = Faulty::bench();
    let ended = bench
        .engine
        .create(bench.request("a", "t"))
        .await
        .unwrap()
        .run();
    tokio::task::yield_now().await;
    store.fail([Fault::Before; 10]);
    bench.gate.add_permits(1);
    // Who waits is not kept waiting.
    let outcome = ended.await.unwrap();
    assert!(matches!(&*outcome, Outcome::Lost { .. }), "{outcome:?}");
    assert_eq!(bench.record("a", "t").await.status(), Status::Working);
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert_eq!(bench.record("a", "t").await.status(), Status::Completed);
}
