//! The end of the process.

use super::Bench;
use crate::task::{Outcome, Status};

#[tokio::test(start_paused = true)]
async fn tasks_that_run_are_cancelled_and_others_left_as_they_are() {
    let bench = Bench::new();
    let create = |id| bench.engine.create(bench.request("a", id));
    bench.gate.add_permits(1);
    create("done").await.unwrap().run().await.unwrap();
    let running = create("runs").await.unwrap().run();
    bench.engine.cancel_all("going home").await;
    let outcome = running.await.unwrap();
    let reason = Some("going home".to_owned());
    assert!(matches!(&*outcome, Outcome::Cancelled { reason: told } if *told == reason));
    assert_eq!(bench.record("a", "done").await.status(), Status::Completed);
}
