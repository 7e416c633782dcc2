//! A task of another owner does not exist (D-41, C-09).

use super::{Bench, task};
use crate::store::{Fields, Lookup, StoreError};
use crate::task::{Owner, Refusal, Status, TaskId};

#[tokio::test(start_paused = true)]
async fn d41_a_task_of_another_owner_is_not_found() {
    let bench = Bench::new();
    let engine = &bench.engine;
    let ended = engine.create(bench.request("a", "t")).await.unwrap().run();
    let (b, t) = (Owner::from("b"), TaskId::from("t"));

    let found = engine.get(&b, &t, Fields::Summary).await.unwrap();
    assert!(matches!(found, Lookup::Missing), "{found:?}");
    let page = engine.list(&b, None, 10).await.unwrap();
    assert!(page.records.is_empty() && page.next.is_none());
    let cancelled = engine.cancel(&task("b", "t"), None).await;
    let not_found = |error: StoreError| matches!(error, StoreError::Refused(Refusal::NotFound));
    assert!(not_found(cancelled.unwrap_err()));
    assert_eq!(bench.record("a", "t").await.status(), Status::Submitted);

    bench.gate.add_permits(1);
    ended.await.unwrap();
    assert!(not_found(engine.delete(&b, &t).await.unwrap_err()));
    assert_eq!(bench.record("a", "t").await.status(), Status::Completed);
}

#[tokio::test(start_paused = true)]
async fn c09_the_same_id_exists_once_for_each_owner() {
    let bench = Bench::new();
    let engine = &bench.engine;
    let of_a = engine.create(bench.request("a", "t")).await.unwrap().run();
    let of_b = engine.create(bench.request("b", "t")).await.unwrap().run();
    assert!(engine.create(bench.request("a", "t")).await.is_err());

    engine.cancel(&task("a", "t"), None).await.unwrap();
    assert_eq!(of_a.await.unwrap().status(), Status::Cancelled);
    assert_eq!(bench.record("b", "t").await.status(), Status::Working);
    bench.gate.add_permits(1);
    assert_eq!(of_b.await.unwrap().status(), Status::Completed);

    engine
        .delete(&Owner::from("a"), &TaskId::from("t"))
        .await
        .unwrap();
    assert_eq!(bench.record("b", "t").await.status(), Status::Completed);
    assert_eq!(engine.running.len(), 0);
}
