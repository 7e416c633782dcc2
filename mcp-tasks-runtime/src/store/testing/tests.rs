//! The suite on the memory store, and on stores that each break one obligation.

mod faulty;

use std::sync::atomic::{AtomicU64, Ordering};

use self::faulty::{Fault, Faulty};
use super::*;
use crate::store::MemoryStore;
use crate::task::{Clock, Timestamp};

#[derive(Debug, Default)]
struct HandClock(AtomicU64);

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

#[derive(Clone, Default)]
struct Memory {
    clock: Arc<HandClock>,
    fault: Option<Fault>,
}

impl Harness for Memory {
    fn store(&self) -> BoxFuture<'_, Arc<dyn TaskStore>> {
        let store = MemoryStore::with_clock(self.clock.clone());
        Box::pin(async move {
            match self.fault {
                Some(fault) => Arc::new(Faulty::new(store, fault)) as Arc<dyn TaskStore>,
                None => Arc::new(store),
            }
        })
    }

    fn advance(&self, by: Duration) -> BoxFuture<'_, ()> {
        self.clock
            .0
            .fetch_add(by.as_millis() as u64, Ordering::SeqCst);
        Box::pin(std::future::ready(()))
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(if self.fault.is_some() { 1 } else { 10 })
    }

    fn reopen(&self, store: Arc<dyn TaskStore>) -> BoxFuture<'_, Arc<dyn TaskStore>> {
        Box::pin(std::future::ready(store))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn the_memory_store_keeps_its_contract() {
    run_all(&Memory::default()).await;
}

/// Runs one test of the suite on a store with this fault, which it must find.
macro_rules! mutants {
    ($($name:ident: $fault:ident breaks $($test:ident $obligation:literal)and+;)*) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 3)]
        async fn $name() {
            let harness = Memory { fault: Some(Fault::$fault), ..Memory::default() };
            $({
                let harness = harness.clone();
                let run = tokio::spawn(async move { $test(&harness).await });
                let panic = run.await.expect_err("the test passed").into_panic();
                let message = panic.downcast_ref::<String>().expect("a message");
                let start = concat!("obligation ", $obligation, ": expected ");
                assert!(message.starts_with(start), "found as {message}");
            })+
        }
    )*};
}

mutants! {
    stale_reads_are_caught: ReadsStale breaks one_history 1 and no_missed_change 11;
    two_ends_that_win_are_caught: AcceptsEveryEnd breaks terminal_is_final 2 and one_winner 3;
    a_missing_fence_is_caught: IgnoresTheFence breaks one_history 1 and fenced 4;
    handing_out_twice_is_caught: HandsOutTwice breaks one_history 1 and attempts 5;
    sessions_that_never_end_are_caught: IgnoresLeases breaks fenced 4 and nothing_is_stuck 6;
    further_runs_are_caught: RunsAgain breaks no_extra_runs 7;
    forgotten_expiry_is_caught: ForgetsExpiry breaks expiry_is_exact 8;
    walks_that_skip_are_caught: SkipsInWalks breaks whole_walks 9;
    walks_that_repeat_are_caught: RepeatsInWalks breaks whole_walks 9;
    foreign_tasks_are_caught: ShowsForeignTasks breaks owners_are_apart 10;
    hidden_changes_are_caught: HidesChanges breaks no_missed_change 11;
    lost_answers_are_caught: DropsAnswers breaks acknowledged_is_kept 12;
    lost_reports_are_caught: LosesReports breaks one_history 1 and acknowledged_is_kept 12;
    ignored_duplicates_are_caught: IgnoresDuplicates breaks expiry_is_exact 8 and repeatable 13;
    the_callers_clock_is_caught: TrustsTheKey breaks one_clock 14;
}
