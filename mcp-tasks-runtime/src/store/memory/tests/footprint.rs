//! What a task costs in resident memory and in time. Run by hand, in release mode:
//!
//! `cargo test --release -p mcp-tasks-runtime footprint -- --ignored --nocapture --test-threads=1`

use std::time::Instant;

use serde_json::value::RawValue;

use super::*;
use crate::task::{ContentKinds, ResultBody};

fn resident_bytes() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    4096 * statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap()
}

fn hundred_bytes() -> Change {
    let text = "x".repeat(100);
    let content = RawValue::from_string(format!(r#"[{{"type":"text","text":"{text}"}}]"#)).unwrap();
    Change::End(Arc::new(Outcome::Result(ResultBody {
        content,
        structured: None,
        is_error: false,
        meta: None,
        kinds: ContentKinds::default(),
    })))
}

/// Creates and ends tasks, a thousand each millisecond.
async fn fill(store: &MemoryStore, clock: &HandClock, count: usize) -> Vec<u128> {
    let session = store.renew(None, Duration::MAX).await.unwrap();
    let mut ids = Vec::with_capacity(count);
    for n in 0..count {
        clock
            .0
            .fetch_add(u64::from(n % 1000 == 0), Ordering::SeqCst);
        let id = uuid::Uuid::new_v4();
        let arguments = RawValue::from_string(r#"{"message":"hello"}"#.to_owned()).unwrap();
        let mut task = task(
            &id.to_string(),
            Retention::AfterEnd(Duration::from_secs(3600)),
        );
        task.arguments = Some(arguments.into());
        let made = store.create(task, Some(session)).await.unwrap();
        let at = TaskRef::new(made.owner, made.id);
        store
            .apply(&at, Guard::Claim(made.claim.unwrap()), Change::Start)
            .await
            .unwrap();
        store
            .apply(&at, Guard::Claim(made.claim.unwrap()), hundred_bytes())
            .await
            .unwrap();
        ids.push(id.as_u128());
    }
    ids
}

#[tokio::test]
#[ignore = "measures resident memory: release mode, alone"]
async fn footprint_of_a_finished_task() {
    println!("a record has {} bytes", size_of::<Record>());
    let clock = Arc::new(HandClock::default());
    let count = std::env::var("TASKS").map_or(100_000, |count| count.parse().unwrap());
    {
        let store = MemoryStore::with_clock(clock.clone());
        drop(fill(&store, &clock, 1000).await);
        clock.0.fetch_add(4_000_000, Ordering::SeqCst);
        store.sweep(usize::MAX).await.unwrap();
        let before = resident_bytes();
        drop(fill(&store, &clock, count).await);
        let full = resident_bytes();
        clock.0.fetch_add(3_601_000, Ordering::SeqCst);
        let start = Instant::now();
        let mut freed = 0;
        while freed < count {
            freed += store.sweep(1000).await.unwrap().expired;
        }
        println!(
            "{count} tasks: {} B each; {} KiB before, {} KiB full, {} KiB swept ({} ns each)",
            (full - before) / count,
            before / 1024,
            full / 1024,
            resident_bytes() / 1024,
            start.elapsed().as_nanos() as usize / count,
        );
        assert!((full - before) / count < 1024);
    }
}

#[tokio::test]
#[ignore = "measures time: release mode, alone"]
async fn footprint_in_time() {
    for count in [10, 1000, 100_000, 1_000_000] {
        let clock = Arc::new(HandClock::default());
        let store = MemoryStore::with_clock(clock.clone());
        let start = Instant::now();
        let ids = fill(&store, &clock, count).await;
        let life = start.elapsed() / count as u32;
        let owner = Owner::local();
        let ids = ids
            .iter()
            .map(|id| TaskId::new(uuid::Uuid::from_u128(*id).to_string()));
        let ids: Vec<TaskId> = ids.collect();
        let reads = 1_000_000;
        let start = Instant::now();
        for n in 0..reads {
            store
                .get(&owner, &ids[n * 7919 % count], Fields::All)
                .await
                .unwrap();
        }
        let get = start.elapsed() / reads as u32;
        let one = TaskRef::new(owner.clone(), ids[0].clone());
        let start = Instant::now();
        for _ in 0..reads {
            store.get(&owner, &one.id, Fields::All).await.unwrap();
        }
        let same = start.elapsed() / reads as u32;
        let start = Instant::now();
        for _ in 0..10_000 {
            store.list(&owner, None, 50).await.unwrap();
        }
        let list = start.elapsed() / 10_000;
        println!(
            "{count} tasks: life {life:?}, get {get:?}, get one {same:?}, list of 50 {list:?}"
        );
    }
}
