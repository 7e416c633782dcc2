//! Obligations 1 to 3: one history, a final end, one winner.

use std::sync::Arc;

use tokio::sync::Barrier;

use super::Harness;
use super::bench::{
    Bench, answer, ask, cancel, failure, lost, report, result, retryable, task, withdraw,
};
use super::history::{Call, Event, Ticker, is_linearizable, record};
use super::random::Random;
use crate::store::{Lookup, StoreError};
use crate::task::{Change, Claim, Guard, NewTask, Outcome, Refusal, SessionId, Status, TaskRef};

const THREADS: usize = 3;
const CALLS: usize = 5;
const HISTORIES: u64 = 100;
const RACES: usize = 50;

/// Obligation 1: calls on one task, made from several threads at once, have answers that some
/// order of them explains.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn one_history(harness: &dyn Harness) {
    let bench = Bench::new(harness, 1).await;
    let sessions = [bench.session().await, bench.session().await];
    for seed in 0..HISTORIES {
        let new = retryable("alice", &format!("history-{seed}"), 3);
        let at = TaskRef::new(new.owner.clone(), new.id.clone());
        let ticker = Arc::new(Ticker::default());
        let barrier = Arc::new(Barrier::new(THREADS));
        // Most histories begin with a task that runs, for most calls mean little without one.
        let mut history: Vec<Event> = Vec::new();
        let running = Guard::Claim(Claim {
            session: sessions[0],
            attempt: 1,
        });
        for call in [
            Call::Create(Box::new(new.clone()), Some(sessions[0])),
            Call::Apply(running, ask("size")),
        ] {
            if seed % 4 > 0 {
                history.push(record(&*bench.store, &at, call, &ticker).await);
            }
        }
        let recorded = history.len() + THREADS * CALLS;
        let threads: Vec<_> = (0..THREADS as u64)
            .map(|thread| {
                let mut random = Random::new(seed * 1000 + thread);
                let calls: Vec<Call> = (0..CALLS)
                    .map(|_| any_call(&mut random, &new, sessions))
                    .collect();
                let (store, at) = (Arc::clone(&bench.store), at.clone());
                let (ticker, barrier) = (Arc::clone(&ticker), Arc::clone(&barrier));
                tokio::spawn(async move {
                    barrier.wait().await;
                    let mut events = Vec::new();
                    for call in calls {
                        events.push(record(&*store, &at, call, &ticker).await);
                        tokio::task::yield_now().await;
                    }
                    events
                })
            })
            .collect();
        history.reserve(THREADS * CALLS);
        for thread in threads {
            history.extend(thread.await.unwrap_or_default());
        }
        let complete = history.len() == recorded;
        bench.expect(
            complete && is_linearizable(&history),
            "answers that an order explains",
            history,
        );
        clear(&bench, &at, sessions).await;
    }
}

/// Leaves no task waiting that the next history's claims could be given.
async fn clear(bench: &Bench, at: &TaskRef, sessions: [SessionId; 2]) {
    bench.claim(sessions[0], 10).await;
    if matches!(bench.lookup(at).await, Lookup::Found(found) if found.outcome.is_none()) {
        bench.apply(at, Guard::Owner, cancel()).await;
    }
}

fn any_call(random: &mut Random, new: &NewTask, sessions: [SessionId; 2]) -> Call {
    let session = sessions[random.below(2)];
    let claim = Guard::Claim(Claim {
        session,
        attempt: 1,
    });
    match random.below(16) {
        0 | 1 => Call::Create(Box::new(new.clone()), Some(session)),
        2 => Call::Create(Box::new(new.clone()), None),
        3 => Call::Create(
            Box::new(retryable(new.owner.as_str(), new.id.as_str(), 3)),
            None,
        ),
        4 | 5 => Call::Get,
        6 => Call::Delete,
        7 | 8 => Call::Claim(session),
        9 => Call::Apply(claim, Change::Start),
        10 => Call::Apply(claim, report("half way")),
        11 => Call::Apply(claim, ask("size")),
        12 => Call::Apply(Guard::Owner, answer("size")),
        13 => Call::Apply(claim, withdraw("size")),
        14 => Call::Apply(claim, result("done")),
        _ => Call::Apply(Guard::Owner, cancel()),
    }
}

/// Obligation 2: nothing changes a task that has ended.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn terminal_is_final(harness: &dyn Harness) {
    let bench = Bench::new(harness, 2).await;
    let session = bench.session().await;
    let ends = [
        (result("done"), false, Status::Completed),
        (failure(), false, Status::Failed),
        (lost(), false, Status::Unknown),
        (cancel(), false, Status::Cancelled),
        (cancel(), true, Status::Cancelled),
    ];
    for (n, (end, by_owner, status)) in ends.into_iter().enumerate() {
        let (at, claim) = bench
            .held(task("alice", &format!("final-{n}")), session)
            .await;
        bench.apply(&at, Guard::Claim(claim), Change::Start).await;
        bench.apply(&at, Guard::Claim(claim), ask("size")).await;
        let guard = if by_owner {
            Guard::Owner
        } else {
            Guard::Claim(claim)
        };
        let applied = bench.apply(&at, guard, end).await;
        bench.expect(
            applied.status == status,
            &format!("the task to be {status}"),
            applied,
        );
        let before = format!("{:?}", bench.record(&at).await);
        let stranger = Claim {
            session,
            attempt: 2,
        };
        for guard in [Guard::Owner, Guard::Claim(claim), Guard::Claim(stranger)] {
            for change in [
                Change::Start,
                report("more"),
                ask("more"),
                answer("size"),
                withdraw("size"),
                result("other"),
                failure(),
                lost(),
                cancel(),
            ] {
                let what = format!("{change:?} by {guard:?} after the end");
                let again = matches!(change, Change::End(_)) && guard == Guard::Claim(claim);
                let done = bench.store.apply(&at, guard, change).await;
                if again && !by_owner {
                    let seen = bench.done(&what, done);
                    bench.expect(seen.replayed, "a repeated end to change nothing", seen);
                } else {
                    bench.refused(&what, done, Refusal::Terminal(status));
                }
            }
        }
        let handed = bench.claim(session, 10).await;
        bench.expect(
            handed.is_empty(),
            "an ended task not to be handed out",
            handed,
        );
        let after = format!("{:?}", bench.record(&at).await);
        bench.expect(before == after, &format!("the record {before}"), after);
    }
}

/// Obligation 3: of racing ends and deletions, one wins and the others hear who.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn one_winner(harness: &dyn Harness) {
    let bench = Bench::new(harness, 3).await;
    let session = bench.session().await;
    for n in 0..RACES {
        let (at, claim) = bench
            .held(task("alice", &format!("race-{n}")), session)
            .await;
        let barrier = Arc::new(Barrier::new(4));
        let racers = [
            (Guard::Claim(claim), result("done")),
            (Guard::Owner, cancel()),
            (
                Guard::Owner,
                Change::End(Arc::new(Outcome::Cancelled {
                    reason: Some("b".into()),
                })),
            ),
        ]
        .map(|(guard, change)| {
            let (store, at) = (Arc::clone(&bench.store), at.clone());
            let barrier = Arc::clone(&barrier);
            tokio::spawn(async move {
                barrier.wait().await;
                store.apply(&at, guard, change).await
            })
        });
        barrier.wait().await;
        let deleted = bench.delete(&at).await;
        let mut winners = Vec::new();
        let mut losers = Vec::new();
        for racer in racers {
            match racer.await {
                Ok(Ok(applied)) => winners.push(applied.status),
                Ok(Err(StoreError::Refused(refusal))) => losers.push(refusal),
                seen => bench.expect(false, "each racer to win or be refused", seen),
            }
        }
        bench.expect(winners.len() == 1, "one winner", (&winners, &losers));
        let told = losers.iter().all(|refusal| match refusal {
            Refusal::Terminal(status) => winners.contains(status),
            Refusal::NotFound => deleted.is_ok(),
            _ => false,
        });
        bench.expect(
            told,
            "each loser to hear of the winner",
            (&winners, &losers),
        );
        match bench.lookup(&at).await {
            Lookup::Found(seen) => {
                let stands = deleted.is_err() && winners.contains(&seen.status());
                bench.expect(stands, "the winner's end to stand", seen);
            }
            seen => bench.expect(deleted.is_ok(), "the task, for it was not deleted", seen),
        }
    }
}
