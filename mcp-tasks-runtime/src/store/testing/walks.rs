//! Obligation 9: walks that miss nothing and repeat nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Harness;
use super::bench::{Bench, result, task};
use super::random::Random;
use crate::task::{Guard, Owner, Record, TaskKey};

const LASTING: usize = 40;

/// Obligation 9: a walk gives each task that exists throughout it exactly once, newest first,
/// while others come and go between its pages and beside them.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn whole_walks(harness: &dyn Harness) {
    let bench = Bench::new(harness, 9).await;
    let session = bench.session().await;
    let mut random = Random::new(9);
    let mut lasting = Vec::new();
    let mut passing = Vec::new();
    for n in 0..LASTING {
        lasting.push(
            bench
                .create(task("alice", &format!("lasting-{n}")), Some(session))
                .await
                .key,
        );
        let (at, claim) = bench
            .held(task("alice", &format!("passing-{n}")), session)
            .await;
        bench.apply(&at, Guard::Claim(claim), result("done")).await;
        passing.push(at);
    }
    lasting.reverse();

    let ends = Arc::new(AtomicBool::new(false));
    let churn = tokio::spawn({
        let (store, ends) = (Arc::clone(&bench.store), Arc::clone(&ends));
        async move {
            let mut n = 0;
            while !ends.load(Ordering::SeqCst) && n < 2000 {
                let new = task("alice", &format!("beside-{n}"));
                let (owner, id) = (new.owner.clone(), new.id.clone());
                let made = store.create(new, Some(session)).await;
                if let Ok(Record {
                    claim: Some(claim), ..
                }) = made
                {
                    let at = crate::task::TaskRef::new(owner, id);
                    let _ended = store.apply(&at, Guard::Claim(claim), result("done")).await;
                    let _deleted = store.delete(&at.owner, &at.id).await;
                }
                n += 1;
                tokio::task::yield_now().await;
            }
        }
    });
    for limit in [1, 3, 7, 100] {
        let mut between = async || {
            let (at, claim) = bench
                .held(
                    task("alice", &format!("new-{}", TaskKey::next().as_u128())),
                    session,
                )
                .await;
            bench.apply(&at, Guard::Claim(claim), result("done")).await;
            passing.push(at);
            let at = passing.swap_remove(random.below(passing.len()));
            bench.done("a deletion", bench.delete(&at).await);
        };
        let mut seen: Vec<TaskKey> = Vec::new();
        let mut before = None;
        loop {
            let page = bench.store.list(&Owner::new("alice"), before, limit).await;
            let page = bench.done("a listing", page);
            let short = page.records.len() <= limit;
            bench.expect(short, &format!("at most {limit} tasks"), page.records.len());
            seen.extend(page.records.iter().map(|record| record.key));
            let Some(next) = page.next else { break };
            bench.expect(
                before.is_none_or(|before| next < before),
                "a walk to move on",
                next,
            );
            before = Some(next);
            between().await;
        }
        let newest_first = seen.is_sorted_by(|a, b| a > b);
        bench.expect(newest_first, "tasks newest first, none twice", &seen);
        seen.retain(|key| lasting.contains(key));
        bench.expect(seen == lasting, "each lasting task once", (&seen, &lasting));
    }
    ends.store(true, Ordering::SeqCst);
    bench.expect(
        churn.await.is_ok(),
        "the tasks beside the walk to come and go",
        (),
    );
    statuses(&bench).await;
}

/// A listing shows the status that a read shows.
async fn statuses(bench: &Bench) {
    let page = bench.done(
        "a listing",
        bench.store.list(&Owner::new("alice"), None, 1000).await,
    );
    let mut listed: HashMap<_, _> = HashMap::new();
    for record in &page.records {
        listed.insert(record.id.clone(), record.status());
        let at = crate::task::TaskRef::new(record.owner.clone(), record.id.clone());
        let read = bench.record(&at).await.status();
        bench.expect(
            read == record.status(),
            &format!("{at} listed as {read}"),
            record,
        );
    }
    bench.expect(listed.len() == page.records.len(), "each id once", &page);
}
