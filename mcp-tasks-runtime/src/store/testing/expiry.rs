//! Obligation 8: expiry to the millisecond.

use std::time::Duration;

use super::Harness;
use super::bench::{Bench, cancel, report, result, task};
use crate::store::{Lookup, StoreError};
use crate::task::{Guard, NewTask, Refusal, Retention, TaskRef};

const KEEP: Duration = Duration::from_secs(60);
const MOMENT: Duration = Duration::from_millis(1);

/// Obligation 8: from the moment of its expiry on, no operation gives or changes a task, swept
/// or not; and a sweep frees it and says which ran.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn expiry_is_exact(harness: &dyn Harness) {
    let bench = Bench::new(harness, 8).await;
    let session = bench.session().await;
    let kept = |id: &str, retention| NewTask {
        retention,
        ..task("alice", id)
    };
    let after_end = kept("ended", Retention::AfterEnd(KEEP));
    let running = kept("running", Retention::FromCreation(KEEP));
    let waiting = kept("waiting", Retention::FromCreation(KEEP));
    let unending = kept("unending", Retention::AfterEnd(Duration::ZERO));

    let (ended, claim) = bench.held(after_end.clone(), session).await;
    bench
        .apply(&ended, Guard::Claim(claim), result("done"))
        .await;
    let (running_at, running_claim) = bench.held(running.clone(), session).await;
    let queued = bench.create(waiting.clone(), None).await;
    let waiting_at = TaskRef::new(queued.owner.clone(), queued.id.clone());
    let (unending_at, _) = bench.held(unending, session).await;

    if harness.is_exact() {
        harness.advance(KEEP - MOMENT).await;
        for at in [&ended, &running_at, &waiting_at] {
            bench.record(at).await;
        }
        bench
            .apply(&running_at, Guard::Claim(running_claim), report("nearly"))
            .await;
        let swept = bench.sweep().await;
        bench.expect(
            swept.expired == 0,
            "nothing to be freed a millisecond early",
            &swept,
        );
        let due = queued.expires_at();
        bench.expect(
            swept.next_due == due,
            &format!("the next sweep at {due:?}"),
            &swept,
        );
        harness.advance(MOMENT).await;
    } else {
        harness.advance(KEEP).await;
    }

    for new in [&after_end, &running, &waiting] {
        let at = TaskRef::new(new.owner.clone(), new.id.clone());
        gone(&bench, &at, new, true).await;
    }
    let late = bench
        .store
        .apply(&running_at, Guard::Claim(running_claim), result("late"))
        .await;
    bench.refused("an end after expiry", late, Refusal::Expired);
    let handed = bench.claim(session, 10).await;
    bench.expect(
        handed.is_empty(),
        "no expired task to be handed out",
        handed,
    );

    let swept = bench.sweep().await;
    bench.expect(swept.expired == 3, "three tasks to be freed", &swept);
    let stopped = swept.stopped == [running_at.clone()];
    bench.expect(stopped, "the running task to be named as stopped", &swept);
    let again = bench.sweep().await;
    bench.expect(again.expired == 0, "nothing to be freed twice", &again);
    for new in [&after_end, &running, &waiting] {
        let at = TaskRef::new(new.owner.clone(), new.id.clone());
        gone(&bench, &at, new, false).await;
    }
    let lives = bench.record(&unending_at).await.status();
    bench.expect(
        !lives.is_terminal(),
        "a running task not to expire before its end",
        lives,
    );
}

/// No operation may give the task; once swept, its id may be forgotten.
async fn gone(bench: &Bench, at: &TaskRef, new: &NewTask, unswept: bool) {
    let seen = bench.lookup(at).await;
    let absent = matches!(seen, Lookup::Expired) || !unswept && matches!(seen, Lookup::Missing);
    bench.expect(absent, &format!("{at} to be expired"), &seen);
    let absent = |result: &Result<(), StoreError>| match result {
        Err(StoreError::Refused(Refusal::Expired)) => true,
        Err(StoreError::Refused(Refusal::NotFound)) => !unswept,
        _ => false,
    };
    let seen = bench
        .store
        .apply(at, Guard::Owner, cancel())
        .await
        .map(drop);
    bench.expect(
        absent(&seen),
        &format!("a change of expired {at} to be refused"),
        &seen,
    );
    let seen = bench.delete(at).await;
    bench.expect(
        absent(&seen),
        &format!("a deletion of expired {at} to be refused"),
        &seen,
    );
    let seen = bench.store.subscribe(at).await.map(drop);
    bench.expect(
        absent(&seen),
        &format!("a watch of expired {at} to be refused"),
        &seen,
    );
    let page = bench.done("a listing", bench.store.list(&at.owner, None, 100).await);
    let listed = page.records.iter().any(|record| record.id == at.id);
    bench.expect(!listed, &format!("expired {at} not to be listed"), &page);
    if unswept {
        let seen = bench.store.create(new.clone(), None).await;
        bench.refused(
            "the repeated creation of an expired task",
            seen,
            Refusal::Exists,
        );
        let seen = bench
            .store
            .create(task(at.owner.as_str(), at.id.as_str()), None)
            .await;
        bench.refused("a creation with an expired id", seen, Refusal::Exists);
    }
}
