//! A task whose run is dropped midway ends all the same.

use super::{Bench, error_of};
use crate::task::Status;

const DROPPED: (i64, &str) = (-32603, "the task's run was dropped before it ended");

#[tokio::test(start_paused = true)]
async fn one_that_is_created_and_never_run_fails() {
    let bench = Bench::new();
    let created = bench.engine.create(bench.request("a", "t")).await.unwrap();
    assert_eq!(bench.record("a", "t").await.status(), Status::Submitted);
    drop(created);
    let record = bench.record("a", "t").await;
    assert_eq!(error_of(record.outcome.as_ref().unwrap()), DROPPED);
    assert_eq!(bench.engine.running.len(), 0);
    let limit = bench.engine.settings.max_live_tasks;
    assert_eq!(bench.engine.live.available_permits(), limit);
}

#[test]
fn one_whose_runtime_goes_fails_and_its_waiter_is_released() {
    let runtime = || {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_all().start_paused(true).build().unwrap()
    };
    let (first, bench) = (runtime(), Bench::new());
    let mut ended = None;
    first.block_on(async {
        let created = bench.engine.create(bench.request("a", "t")).await.unwrap();
        ended = Some(created.run());
        tokio::task::yield_now().await;
        assert_eq!(bench.record("a", "t").await.status(), Status::Working);
    });
    drop(first);
    runtime().block_on(async {
        assert!(
            ended.unwrap().await.is_err(),
            "there is nobody left to tell the outcome"
        );
        let record = bench.record("a", "t").await;
        assert_eq!(error_of(record.outcome.as_ref().unwrap()), DROPPED);
        assert_eq!(bench.engine.running.len(), 0);
    });
}
