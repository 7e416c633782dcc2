//! Obligations 4 and 5: the fence, and attempts that are handed out once.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use super::Harness;
use super::bench::{Bench, TOOL, ask, cancel, failure, report, result, retryable, task, withdraw};
use crate::task::{Change, Claim, Guard, Refusal, TaskRef};

const LEASE: Duration = Duration::from_secs(10);
const WORKERS: usize = 4;
const TASKS: usize = 60;

/// Obligation 4: a claim that is not the record's changes nothing, however late it comes.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn fenced(harness: &dyn Harness) {
    let bench = Bench::new(harness, 4).await;
    let (old, new) = (bench.leased(LEASE).await, bench.session().await);
    let (at, stale) = bench.held(retryable("alice", "fence", 3), old).await;
    bench.apply(&at, Guard::Claim(stale), Change::Start).await;
    harness.advance(LEASE).await;
    bench.sweep().await;
    all_fenced(&bench, &at, stale, "while nobody has the task").await;

    let handed = bench.claim(new, 10).await;
    bench.expect(
        handed.len() == 1,
        "the task of the ended session to be handed out",
        &handed,
    );
    all_fenced(&bench, &at, stale, "while another worker has the task").await;
    let forged = Claim {
        session: new,
        attempt: 1,
    };
    all_fenced(&bench, &at, forged, "of another attempt").await;
    let present = Claim {
        session: new,
        attempt: 2,
    };
    bench
        .apply(&at, Guard::Claim(present), result("done"))
        .await;
    let late = bench
        .store
        .apply(&at, Guard::Claim(stale), result("late"))
        .await;
    bench.expect(late.is_err(), "an end by the old claim to be refused", late);

    let renewed = bench.store.renew(Some(old), LEASE).await;
    bench.refused("the renewal of an ended session", renewed, Refusal::Fenced);
    let created = bench.store.create(task("alice", "late"), Some(old)).await;
    bench.refused("a creation for an ended session", created, Refusal::Fenced);
    let claimed = bench.store.claim(old, &[TOOL], 1).await;
    bench.refused("a claim for an ended session", claimed, Refusal::Fenced);
    let left = bench
        .lookup(&TaskRef::new(at.owner.clone(), "late".into()))
        .await
        .into_record();
    bench.expect(left.is_err(), "a refused creation to leave nothing", left);
}

async fn all_fenced(bench: &Bench, at: &TaskRef, claim: Claim, when: &str) {
    let before = format!("{:?}", bench.record(at).await);
    for change in [
        Change::Start,
        report("late"),
        ask("late"),
        withdraw("late"),
        result("late"),
        failure(),
        cancel(),
    ] {
        let what = format!("{change:?} by a stale claim, {when},");
        let seen = bench.store.apply(at, Guard::Claim(claim), change).await;
        bench.refused(&what, seen, Refusal::Fenced);
    }
    let after = format!("{:?}", bench.record(at).await);
    bench.expect(before == after, &format!("the record {before}"), after);
}

/// Obligation 5: workers that race for tasks get each attempt once, and the oldest first.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn attempts(harness: &dyn Harness) {
    let bench = Bench::new(harness, 5).await;
    let mut waiting = Vec::new();
    for n in 0..TASKS {
        waiting.push(
            bench
                .create(retryable("alice", &format!("job-{n}"), 3), None)
                .await
                .key,
        );
        harness.advance(Duration::from_millis(2)).await;
    }
    let session = bench.session().await;
    let none = bench.done("a claim", bench.store.claim(session, &["other"], 9).await);
    bench.expect(
        none.is_empty(),
        "no task of a tool that was not named",
        none,
    );
    let oldest: Vec<_> = bench
        .claim(session, 3)
        .await
        .iter()
        .map(|(_, r)| r.key)
        .collect();
    bench.expect(
        oldest == waiting[..3],
        "the three oldest tasks in their order",
        &oldest,
    );

    for attempt in 1..=2 {
        let expected = TASKS - oldest.len();
        let mut workers = Vec::new();
        for _ in 0..WORKERS {
            let (store, session) = (Arc::clone(&bench.store), bench.leased(LEASE).await);
            workers.push(tokio::spawn(async move {
                let mut handed = Vec::new();
                while let Ok(some) = store.claim(session, &[TOOL], 2).await
                    && !some.is_empty()
                {
                    handed.extend(some);
                    tokio::task::yield_now().await;
                }
                handed
            }));
        }
        let mut seen = HashSet::new();
        for worker in workers {
            for (claim, record) in worker.await.unwrap_or_default() {
                let own = record.claim == Some(claim) && record.attempt == claim.attempt;
                bench.expect(own, "a record with the claim handed out", (claim, &record));
                bench.expect(
                    claim.attempt == attempt,
                    &format!("attempt {attempt}"),
                    claim,
                );
                bench.expect(seen.insert(record.key), "each task once", (claim, &record));
            }
        }
        bench.expect(
            seen.len() == expected,
            &format!("{expected} tasks"),
            seen.len(),
        );
        harness.advance(LEASE).await;
        bench.sweep().await;
    }
}
