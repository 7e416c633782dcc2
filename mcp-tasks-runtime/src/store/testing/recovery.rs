//! Obligations 6 and 7: what a lost worker leaves is taken up or ended, and never run too often.

use std::time::Duration;

use super::Harness;
use super::bench::{Bench, ask, result, retryable, task};
use crate::task::{Change, Guard, Outcome, Status, TaskRef};

const LEASE: Duration = Duration::from_secs(10);

/// Obligation 6: every live task of an ended session waits for the next worker or ends.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn nothing_is_stuck(harness: &dyn Harness) {
    let bench = Bench::new(harness, 6).await;
    let (dying, next) = (bench.leased(LEASE).await, bench.session().await);
    let mut again = Vec::new();
    let mut ended = Vec::new();
    for n in 0..4 {
        again.push(
            bench
                .held(retryable("alice", &format!("again-{n}"), 2), dying)
                .await,
        );
        ended.push(bench.held(task("alice", &format!("once-{n}")), dying).await);
    }
    for (at, claim) in again.iter().chain(&ended).skip(2) {
        bench.apply(at, Guard::Claim(*claim), Change::Start).await;
        bench.apply(at, Guard::Claim(*claim), ask("size")).await;
    }
    let queued = bench.create(retryable("alice", "queued", 2), None).await;
    bench.claim(dying, 1).await;
    let (finished, claim) = bench.held(task("alice", "finished"), dying).await;
    bench
        .apply(&finished, Guard::Claim(claim), result("done"))
        .await;

    let renewed = bench.store.renew(Some(dying), LEASE).await;
    bench.done("the renewal of a live session", renewed);
    let idle = bench.sweep().await;
    bench.expect(
        idle.requeued + idle.failed == 0,
        "a live session to keep its tasks",
        idle,
    );
    harness.advance(LEASE).await;
    let swept = bench.sweep().await;
    let counts = (swept.requeued, swept.failed);
    bench.expect(
        counts == (5, 4),
        "5 tasks to wait again and 4 to end",
        &swept,
    );

    for (at, _) in &ended {
        let record = bench.record(at).await;
        let lost = matches!(record.outcome.as_deref(), Some(Outcome::Error(_)));
        bench.expect(
            lost && record.claim.is_none(),
            "a task that ended in an error",
            record,
        );
    }
    for (at, _) in &again {
        let record = bench.record(at).await;
        let waits = record.claim.is_none() && !record.status().is_terminal();
        let open = record
            .questions
            .iter()
            .any(|question| question.answer.is_none());
        bench.expect(
            waits && !open,
            "a task that waits, with no open question",
            record,
        );
    }
    let mut handed: Vec<_> = bench
        .claim(next, 100)
        .await
        .into_iter()
        .map(|(_, r)| r.id)
        .collect();
    let mut expected: Vec<_> = again.iter().map(|(at, _)| at.id.clone()).collect();
    expected.push(queued.id);
    handed.sort();
    expected.sort();
    bench.expect(
        handed == expected,
        &format!("{expected:?} to be handed out"),
        &handed,
    );
    let done = bench.record(&finished).await.status();
    bench.expect(
        done == Status::Completed,
        "an ended task to be left alone",
        done,
    );
}

/// Obligation 7: no task is handed out more often than it may be run.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn no_extra_runs(harness: &dyn Harness) {
    let bench = Bench::new(harness, 7).await;
    let tasks = [
        (task("alice", "once"), 1),
        (retryable("alice", "thrice", 3), 3),
    ];
    for (new, allowed) in tasks {
        let at = TaskRef::new(new.owner.clone(), new.id.clone());
        bench.create(new, None).await;
        let mut runs = 0;
        for _ in 0..allowed + 2 {
            let session = bench.leased(LEASE).await;
            for (claim, _) in bench.claim(session, 10).await {
                runs += 1;
                bench.apply(&at, Guard::Claim(claim), Change::Start).await;
            }
            harness.advance(LEASE).await;
            bench.sweep().await;
        }
        bench.expect(runs == allowed, &format!("{allowed} runs of {at}"), runs);
        let status = bench.record(&at).await.status();
        bench.expect(
            status == Status::Failed,
            &format!("{at} to have failed"),
            status,
        );
    }
}
