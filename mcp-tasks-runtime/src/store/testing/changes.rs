//! Obligations 11 to 14: changes are told, kept, repeatable, and timed by the store.

use std::sync::Arc;
use std::time::Duration;

use super::Harness;
use super::bench::{
    Bench, answer, ask, cancel, failure, json, report, result, retryable, task, withdraw,
};
use crate::store::Fields;
use crate::task::{Change, Guard, NewTask, Refusal, Retention, TaskKey, TaskRef};

const KEEP: Duration = Duration::from_secs(60);
const LEASE: Duration = Duration::from_secs(10);

/// Obligation 11: who subscribes, reads and then waits hears of every change after the read.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn no_missed_change(harness: &dyn Harness) {
    let bench = Bench::new(harness, 11).await;
    let session = bench.session().await;
    let (at, claim) = bench.held(task("alice", "watched"), session).await;
    let mut watch = bench.done("a watch", bench.store.subscribe(&at).await);
    let worker = Guard::Claim(claim);
    for (guard, change) in [
        (worker, Change::Start),
        (worker, report("half way")),
        (worker, ask("size")),
        (Guard::Owner, answer("size")),
        (worker, ask("colour")),
        (worker, withdraw("colour")),
        (worker, result("done")),
    ] {
        let what = format!("news of {change:?}");
        let version = bench.apply(&at, guard, change).await.version;
        let told = bench.at_once(&what, watch.changed()).await;
        bench.expect(told.is_some_and(|told| told >= version), &what, told);
    }
    bench.done("a deletion", bench.delete(&at).await);
    let told = bench
        .at_once("the end of a watch at the deletion", watch.changed())
        .await;
    bench.expect(told.is_none(), "a watch to end with its task", told);

    store_made_changes(harness, &bench).await;
    for n in 0..20 {
        race(&bench, &format!("raced-{n}")).await;
    }
}

/// A claim, a lost worker and an expiry are told too.
async fn store_made_changes(harness: &dyn Harness, bench: &Bench) {
    let new = NewTask {
        retention: Retention::AfterEnd(KEEP),
        ..retryable("alice", "passed on", 2)
    };
    let made = bench.create(new, None).await;
    let at = TaskRef::new(made.owner, made.id);
    let mut watch = bench.done("a watch", bench.store.subscribe(&at).await);
    for what in [
        "news of a worker",
        "news of its loss",
        "news of the next",
        "news of the end",
    ] {
        match what {
            "news of a worker" | "news of the next" => {
                let session = bench.leased(LEASE).await;
                bench.claim(session, 1).await;
            }
            _ => {
                harness.advance(LEASE).await;
                bench.sweep().await;
            }
        }
        let told = bench.at_once(what, watch.changed()).await;
        bench.expect(told == Some(bench.record(&at).await.version), what, told);
    }
    harness.advance(KEEP).await;
    bench.sweep().await;
    let told = bench
        .at_once("the end of a watch at the expiry", watch.changed())
        .await;
    bench.expect(told.is_none(), "a watch to end with its task", told);
}

/// A worker hurries through its task while a reader subscribes, reads and waits.
async fn race(bench: &Bench, id: &str) {
    let session = bench.session().await;
    let (at, claim) = bench.held(task("alice", id), session).await;
    let worker = tokio::spawn({
        let (store, at) = (Arc::clone(&bench.store), at.clone());
        async move {
            for n in 0..20 {
                let change = if n < 19 {
                    report(&n.to_string())
                } else {
                    failure()
                };
                if store.apply(&at, Guard::Claim(claim), change).await.is_err() {
                    return false;
                }
                tokio::task::yield_now().await;
            }
            true
        }
    });
    let reader = async {
        loop {
            let mut watch = bench.done("a watch", bench.store.subscribe(&at).await);
            // Two reads and waits per watch: it serves more than one.
            for _ in 0..2 {
                if bench.record(&at).await.status().is_terminal() {
                    return;
                }
                watch.changed().await;
            }
        }
    };
    bench
        .at_once("a reader that waits to see the end", reader)
        .await;
    bench.expect(
        worker.await.unwrap_or(false),
        "the worker's changes to be applied",
        id,
    );
}

/// Obligation 12: what was acknowledged is there for every later call, whole, and after a new
/// opening of the store where it promises that.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn acknowledged_is_kept(harness: &dyn Harness) {
    let mut bench = Bench::new(harness, 12).await;
    let session = bench.session().await;
    let mut kept = Vec::new();
    for (n, end) in [Some(result("done")), Some(failure()), Some(cancel()), None]
        .into_iter()
        .enumerate()
    {
        let new = NewTask {
            arguments: Some(json(r#"{"text": "ü\u0000 \n"}"#)),
            ..task("alice", &format!("kept-{n}"))
        };
        let (at, claim) = bench.held(new, session).await;
        bench
            .apply(&at, Guard::Claim(claim), report("half way"))
            .await;
        bench.apply(&at, Guard::Claim(claim), ask("size")).await;
        bench.apply(&at, Guard::Owner, answer("size")).await;
        bench.apply(&at, Guard::Claim(claim), ask("colour")).await;
        let ends = end.is_some();
        if let Some(end) = end {
            bench.apply(&at, Guard::Claim(claim), end).await;
        }
        let record = bench.record(&at).await;
        let message = record.message.as_deref();
        bench.expect(
            message == Some("half way"),
            "the message of the last report",
            message,
        );
        let parts = (
            record.arguments.is_none(),
            record.questions.len(),
            record.outcome.is_some(),
        );
        let expected = if ends {
            (true, 0, true)
        } else {
            (false, 2, false)
        };
        bench.expect(
            parts == expected,
            "all parts of a live task, the outcome of an ended",
            &record,
        );
        kept.push((at, format!("{record:?}")));
    }
    bench.store = harness.reopen(Arc::clone(&bench.store)).await;
    for (at, before) in &kept {
        let after = format!("{:?}", bench.record(at).await);
        bench.expect(*before == after, before, after);
        let summary = bench.store.get(&at.owner, &at.id, Fields::Summary).await;
        let summary = bench.done("a read", summary).into_record();
        let status = summary.map(|record| record.status());
        let expected = bench.record(at).await.status();
        bench.expect(
            status == Ok(expected),
            &format!("a summary with status {expected}"),
            status,
        );
    }
}

/// Obligation 13: a creation and an end that are repeated succeed and change nothing.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn repeatable(harness: &dyn Harness) {
    let bench = Bench::new(harness, 13).await;
    let session = bench.session().await;
    let new = task("alice", "again");
    let first = bench.create(new.clone(), Some(session)).await;
    let at = TaskRef::new(first.owner.clone(), first.id.clone());
    let second = bench.create(new.clone(), Some(session)).await;
    let same = format!("{first:?}") == format!("{second:?}");
    bench.expect(
        same,
        &format!("the repeated creation to give {first:?}"),
        second,
    );
    let other = bench
        .store
        .create(task("alice", "again"), Some(session))
        .await;
    bench.refused(
        "another creation with the same id (D-05)",
        other,
        Refusal::Exists,
    );

    let Some(claim) = first.claim else {
        return bench.expect(false, "a claim", first);
    };
    let ended = bench.apply(&at, Guard::Claim(claim), result("done")).await;
    let before = format!("{:?}", bench.record(&at).await);
    let again = bench.apply(&at, Guard::Claim(claim), result("done")).await;
    let replayed = again.replayed && !ended.replayed && again.version == ended.version;
    bench.expect(
        replayed,
        "the repeated end to change nothing",
        (ended, again),
    );
    bench.create(new.clone(), Some(session)).await;
    let after = format!("{:?}", bench.record(&at).await);
    bench.expect(before == after, &before, &after);

    bench.done("a deletion", bench.delete(&at).await);
    bench.refused(
        "a repeated deletion",
        bench.delete(&at).await,
        Refusal::NotFound,
    );
    bench.create(task("alice", "again"), Some(session)).await;
    let live = bench.delete(&at).await;
    bench.refused("the deletion of a live task", live, Refusal::Illegal);
}

/// Obligation 14: moments are the store's, whatever clock the caller made its keys by.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn one_clock(harness: &dyn Harness) {
    let bench = Bench::new(harness, 14).await;
    let session = bench.session().await;
    let early = bench.create(task("alice", "now"), Some(session)).await;
    let hour = 3_600_000_u128 << 80;
    for (n, key) in [
        TaskKey::next().as_u128() + hour,
        TaskKey::next().as_u128() - hour,
    ]
    .into_iter()
    .enumerate()
    {
        let retention = Retention::FromCreation(KEEP);
        let key = TaskKey::from_u128(key);
        let new = NewTask {
            key,
            retention,
            ..task("alice", &format!("skewed-{n}"))
        };
        let (at, _) = bench.held(new, session).await;
        let made = bench.record(&at).await.created;
        let apart = made.saturating_since(early.created);
        let near = made >= early.created && apart < KEEP;
        bench.expect(near, "a time of creation by the store's clock", made);
    }
    harness.advance(KEEP).await;
    let swept = bench.sweep().await;
    bench.expect(
        swept.expired == 2,
        "two tasks to expire by the store's clock",
        swept,
    );
    let (at, claim) = bench.held(task("alice", "later"), session).await;
    let later = bench.record(&at).await;
    let after = later.created.saturating_since(early.created) >= KEEP;
    bench.expect(after, "time to have passed", (early.created, later.created));
    bench.apply(&at, Guard::Claim(claim), result("done")).await;
    let ended = bench.record(&at).await;
    let ordered = ended.ended == Some(ended.updated) && ended.created <= ended.updated;
    bench.expect(ordered, "moments in their order", ended);
}
