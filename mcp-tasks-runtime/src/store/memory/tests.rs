//! What only the in-memory store promises: memory that is given back, exact deadlines.

mod footprint;

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
