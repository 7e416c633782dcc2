//! Obligation 10: one owner's tasks do not exist for another.

use super::Harness;
use super::bench::{Bench, answer, ask, cancel, result, task};
use crate::store::Lookup;
use crate::task::{Guard, Refusal, TaskRef};

/// Obligation 10: no operation for one owner gives, changes or reveals a task of another, and
/// the same id may exist under each.
///
/// # Panics
///
/// When the store breaks the obligation.
pub async fn owners_are_apart(harness: &dyn Harness) {
    let bench = Bench::new(harness, 10).await;
    let session = bench.session().await;
    let (hers, claim) = bench.held(task("alice", "shared"), session).await;
    bench.apply(&hers, Guard::Claim(claim), ask("size")).await;
    let (secret, secret_claim) = bench.held(task("alice", "secret"), session).await;
    bench
        .apply(&secret, Guard::Claim(secret_claim), result("done"))
        .await;
    let before = format!(
        "{:?}",
        (bench.record(&hers).await, bench.record(&secret).await)
    );

    for owner in ["bob", "alic", "alices", ""] {
        let at = TaskRef::new(owner.into(), "secret".into());
        let seen = bench.lookup(&at).await;
        bench.expect(
            matches!(seen, Lookup::Missing),
            "a foreign task to be missing",
            &seen,
        );
        for change in [cancel(), answer("size")] {
            let seen = bench.store.apply(&at, Guard::Owner, change).await;
            bench.refused("a change of a foreign task", seen, Refusal::NotFound);
        }
        let seen = bench
            .store
            .apply(&at, Guard::Claim(secret_claim), result("other"))
            .await;
        bench.refused("an end under a foreign owner", seen, Refusal::NotFound);
        bench.refused(
            "a foreign deletion",
            bench.delete(&at).await,
            Refusal::NotFound,
        );
        bench.refused(
            "a foreign watch",
            bench.store.subscribe(&at).await,
            Refusal::NotFound,
        );
        let page = bench.done("a listing", bench.store.list(&at.owner, None, 100).await);
        bench.expect(
            page.records.is_empty() && page.next.is_none(),
            "an empty list",
            &page,
        );
    }

    let (his, his_claim) = bench.held(task("bob", "shared"), session).await;
    bench
        .apply(&his, Guard::Claim(his_claim), result("his"))
        .await;
    bench.done("a deletion", bench.delete(&his).await);
    let after = format!(
        "{:?}",
        (bench.record(&hers).await, bench.record(&secret).await)
    );
    bench.expect(
        before == after,
        &format!("her tasks as they were, {before}"),
        after,
    );

    // Where two names end must not matter.
    bench.create(task("a", "bc"), Some(session)).await;
    let seen = bench.lookup(&TaskRef::new("ab".into(), "c".into())).await;
    bench.expect(
        matches!(seen, Lookup::Missing),
        "owner and id to be told apart",
        &seen,
    );
}
