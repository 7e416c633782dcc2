//! What only the in-memory store promises: memory that is given back, exact deadlines.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::*;
use crate::task::{Dialect, ErrorBody, Outcome, Refusal, Retention, Timestamp};

#[derive(Debug, Default)]
struct HandClock(AtomicU64);

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

fn task(id: &str, keep: Retention) -> NewTask {
    NewTask {
        key: TaskKey::next(),
        owner: Owner::local(),
        id: TaskId::new(id),
        dialect: Dialect::Draft,
        tool: "echo".into(),
        arguments: None,
        retention: keep,
        poll: Duration::from_secs(1),
        max_attempts: 1,
        retryable: false,
    }
}

fn failed() -> Change {
    Change::End(Arc::new(Outcome::Error(ErrorBody::new(1, "no"))))
}

#[tokio::test]
async fn a_sweep_sleeps_until_the_first_deadline_and_frees_everything() {
    let clock = Arc::new(HandClock::default());
    let store = MemoryStore::with_clock(clock.clone());
    let session = store.renew(None, Duration::MAX).await.unwrap();
    for n in 0..1000_u64 {
        let keep = Retention::AfterEnd(Duration::from_millis(10 + n));
        let made = store
            .create(task(&n.to_string(), keep), Some(session))
            .await
            .unwrap();
        let at = TaskRef::new(made.owner, made.id);
        store
            .apply(&at, Guard::Claim(made.claim.unwrap()), failed())
            .await
            .unwrap();
    }
    let swept = store.sweep(usize::MAX).await.unwrap();
    assert_eq!((swept.expired, swept.next_due), (0, Some(Timestamp(10))));
    clock.0.store(10, Ordering::SeqCst);
    let swept = store.sweep(usize::MAX).await.unwrap();
    assert_eq!((swept.expired, swept.next_due), (1, Some(Timestamp(11))));
    clock.0.store(2000, Ordering::SeqCst);
    let swept = store.sweep(100).await.unwrap();
    assert_eq!(swept.expired, 100);
    assert!(swept.next_due.unwrap() <= Timestamp(2000));
    let swept = store.sweep(usize::MAX).await.unwrap();
    assert_eq!((swept.expired, swept.next_due), (899, None));
    assert!(
        store
            .list(&Owner::local(), None, 10)
            .await
            .unwrap()
            .records
            .is_empty()
    );
    let again = store
        .create(task("7", Retention::Forever), Some(session))
        .await;
    assert!(matches!(again, Err(StoreError::Refused(Refusal::Exists))));
    clock.0.store(2000 + 300_000, Ordering::SeqCst);
    store
        .create(task("7", Retention::Forever), Some(session))
        .await
        .unwrap();
}

#[tokio::test(start_paused = true)]
async fn paused_time_expires_a_task_to_the_millisecond() {
    let store = MemoryStore::new();
    let session = store.renew(None, Duration::MAX).await.unwrap();
    let hour = Retention::FromCreation(Duration::from_secs(3600));
    let made = store
        .create(task("slow", hour), Some(session))
        .await
        .unwrap();
    let at = TaskRef::new(made.owner, made.id);
    let mut watch = store.subscribe(&at).await.unwrap();
    tokio::time::advance(Duration::from_millis(3_600_000 - 1)).await;
    let found = store.get(&at.owner, &at.id, Fields::All).await.unwrap();
    assert!(matches!(found, Lookup::Found(_)));
    tokio::time::advance(Duration::from_millis(1)).await;
    let found = store.get(&at.owner, &at.id, Fields::All).await.unwrap();
    assert!(matches!(found, Lookup::Expired));
    let swept = store.sweep(10).await.unwrap();
    assert_eq!(swept.stopped, [at]);
    assert_eq!(watch.changed().await, None);
}

#[tokio::test]
async fn a_listing_passes_over_what_expired_unswept_within_bounds() {
    let clock = Arc::new(HandClock::default());
    let store = MemoryStore::with_clock(clock.clone());
    let session = store.renew(None, Duration::MAX).await.unwrap();
    let kept = store
        .create(task("kept", Retention::Forever), Some(session))
        .await
        .unwrap();
    for n in 0..500 {
        let soon = Retention::FromCreation(Duration::from_millis(1));
        store
            .create(task(&n.to_string(), soon), Some(session))
            .await
            .unwrap();
    }
    clock.0.store(1, Ordering::SeqCst);
    let (mut before, mut seen, mut pages) = (None, Vec::new(), 0);
    loop {
        let page = store.list(&Owner::local(), before, 10).await.unwrap();
        seen.extend(page.records.into_iter().map(|record| record.key));
        pages += 1;
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(seen, [kept.key]);
    assert!(pages > 1, "one page looked at everything");
}

/// Threads create, end, delete, list and sweep tasks of few ids at once while time runs: whatever
/// is read is consistent, and in the end nothing is left of it anywhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nothing_is_left_after_a_storm() {
    let clock = Arc::new(HandClock::default());
    let store = MemoryStore::with_config(MemoryStoreConfig {
        clock: clock.clone(),
        expired_ids: 0,
        ..MemoryStoreConfig::default()
    });
    let lease = Duration::from_millis(40);
    let threads: Vec<_> = (0..4_u64)
        .map(|thread| {
            let (store, clock) = (store.clone(), clock.clone());
            tokio::spawn(async move {
                let mut seed = thread + 1;
                let mut session = store.renew(None, lease).await.unwrap();
                for _ in 0..3000 {
                    seed = seed
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1442695);
                    let roll = (seed >> 33) as usize;
                    let id = (roll / 16 % 6).to_string();
                    let at = TaskRef::new(Owner::local(), TaskId::new(&*id));
                    match roll % 16 {
                        0..4 => {
                            let keep = Duration::from_millis(roll as u64 / 128 % 50);
                            let keep = match roll % 2 {
                                0 => Retention::AfterEnd(keep),
                                _ => Retention::FromCreation(keep),
                            };
                            let new = NewTask {
                                retryable: true,
                                max_attempts: 2,
                                ..task(&id, keep)
                            };
                            let held = (!roll.is_multiple_of(3)).then_some(session);
                            let _refused = store.create(new, held).await;
                        }
                        4 => drop(store.delete(&at.owner, &at.id).await),
                        5..8 => {
                            if let Ok(handed) = store.claim(session, &["echo"], 2).await {
                                for (claim, record) in handed {
                                    assert_eq!(record.claim, Some(claim));
                                }
                            }
                        }
                        8..12 => {
                            let found = store.get(&at.owner, &at.id, Fields::All).await.unwrap();
                            if let Lookup::Found(record) = found
                                && let Some(claim) = record.claim
                            {
                                let _refused =
                                    store.apply(&at, Guard::Claim(claim), failed()).await;
                            }
                        }
                        12 => {
                            let page = store.list(&at.owner, None, 10).await.unwrap();
                            assert!(page.records.is_sorted_by(|a, b| a.key > b.key));
                        }
                        13 => drop(store.subscribe(&at).await),
                        14 => drop(store.sweep(5).await),
                        _ => {
                            clock.0.fetch_add(1, Ordering::SeqCst);
                            if let Err(StoreError::Refused(_)) =
                                store.renew(Some(session), lease).await
                            {
                                session = store.renew(None, lease).await.unwrap();
                            }
                        }
                    }
                    tokio::task::yield_now().await;
                }
            })
        })
        .collect();
    for thread in threads {
        thread.await.unwrap();
    }
    clock.0.fetch_add(10_000, Ordering::SeqCst);
    store.sweep(usize::MAX).await.unwrap();
    let session = store.renew(None, Duration::MAX).await.unwrap();
    for (claim, record) in store.claim(session, &["echo"], usize::MAX).await.unwrap() {
        let at = TaskRef::new(record.owner, record.id);
        store
            .apply(&at, Guard::Claim(claim), failed())
            .await
            .unwrap();
    }
    clock.0.fetch_add(10_000, Ordering::SeqCst);
    let swept = store.sweep(usize::MAX).await.unwrap();
    assert_eq!(swept.next_due, None, "a session or a deadline is left");
    assert!(
        store
            .list(&Owner::local(), None, 10)
            .await
            .unwrap()
            .records
            .is_empty()
    );
    for shard in &store.core.shards {
        assert!(lock::lock(shard).is_empty(), "a task or a deadline is left");
    }
    assert!(
        store.core.queue.oldest(&["echo"]).is_none(),
        "a ticket is left"
    );
}
