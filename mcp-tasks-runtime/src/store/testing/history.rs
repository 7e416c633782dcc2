//! Recorded histories of one task, and the search for an order that explains them.
//!
//! A history is linearizable when its calls can be put in an order in which none comes before a
//! call that had returned when it was made, and in which the sequential model, [`Record`] itself,
//! gives each the answer that was recorded. The search tries the calls that can come first, one
//! by one, and remembers where it has been.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use super::bench::TOOL;
use crate::store::{Fields, Lookup, StoreError, TaskStore};
use crate::task::{
    Applied, Change, Claim, Guard, NewTask, Record, Refusal, SessionId, Status, TaskRef, Timestamp,
};

#[derive(Clone, Debug)]
pub(super) enum Call {
    Create(Box<NewTask>, Option<SessionId>),
    Get,
    Apply(Guard, Change),
    Delete,
    Claim(SessionId),
}

/// What a call gave, without moments.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Answer {
    Seen(Seen),
    Missing,
    Applied(Applied),
    Deleted,
    Handed(Option<Claim>),
    Refused(Refusal),
    Failed(String),
}

/// What a reader can see of a record.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    version: u64,
    status: Status,
    attempt: u32,
    claim: Option<Claim>,
    message: Option<String>,
    questions: Vec<(String, bool)>,
}

#[derive(Clone, Debug)]
pub(super) struct Event {
    began: u64,
    returned: u64,
    call: Call,
    answer: Answer,
}

/// Counts the beginnings and returns of calls.
#[derive(Debug, Default)]
pub(super) struct Ticker(AtomicU64);

impl Ticker {
    fn tick(&self) -> u64 {
        self.0.fetch_add(1, Ordering::SeqCst)
    }
}

/// Makes a call and records it.
pub(super) async fn record(
    store: &dyn TaskStore,
    task: &TaskRef,
    call: Call,
    ticker: &Ticker,
) -> Event {
    let began = ticker.tick();
    let answer = make(store, task, call.clone()).await;
    let answer = answer.unwrap_or_else(|error| match error {
        StoreError::Refused(refusal) => Answer::Refused(refusal),
        error => Answer::Failed(error.to_string()),
    });
    Event {
        began,
        returned: ticker.tick(),
        call,
        answer,
    }
}

async fn make(store: &dyn TaskStore, task: &TaskRef, call: Call) -> Result<Answer, StoreError> {
    Ok(match call {
        Call::Create(new, session) => Answer::Seen(Seen::of(&store.create(*new, session).await?)),
        Call::Get => match store.get(&task.owner, &task.id, Fields::All).await? {
            Lookup::Found(record) => Answer::Seen(Seen::of(&record)),
            Lookup::Missing => Answer::Missing,
            Lookup::Expired => Answer::Refused(Refusal::Expired),
        },
        Call::Apply(guard, change) => Answer::Applied(store.apply(task, guard, change).await?),
        Call::Delete => {
            store.delete(&task.owner, &task.id).await?;
            Answer::Deleted
        }
        Call::Claim(session) => {
            let handed = store.claim(session, &[TOOL], 1).await?;
            Answer::Handed(handed.first().map(|(claim, _)| *claim))
        }
    })
}

/// Whether some order explains the history, from no task on.
pub(super) fn is_linearizable(history: &[Event]) -> bool {
    let mut visited = HashSet::new();
    let mut open = vec![(0_u64, None)];
    while let Some((made, state)) = open.pop() {
        if made.count_ones() as usize == history.len() {
            return true;
        }
        let left = || {
            history
                .iter()
                .enumerate()
                .filter(|(n, _)| made & (1 << n) == 0)
        };
        let first_return = left().map(|(_, event)| event.returned).min();
        for (n, event) in left() {
            if first_return.is_some_and(|returned| event.began > returned) {
                continue;
            }
            let mut next = state.clone();
            if model(&mut next, &event.call) != event.answer {
                continue;
            }
            let made = made | 1 << n;
            if visited.insert((made, format!("{:?}", next.as_ref().map(Seen::of)))) {
                open.push((made, next));
            }
        }
    }
    false
}

fn model(state: &mut Option<Record>, call: &Call) -> Answer {
    let now = Timestamp(0);
    let Some(record) = state else {
        return match call {
            Call::Create(new, session) => {
                let record = Record::new(NewTask::clone(new), *session, now);
                Answer::Seen(Seen::of(state.insert(record)))
            }
            Call::Get => Answer::Missing,
            Call::Claim(_) => Answer::Handed(None),
            Call::Apply(..) | Call::Delete => Answer::Refused(Refusal::NotFound),
        };
    };
    match call {
        Call::Create(new, _) if new.key == record.key => Answer::Seen(Seen::of(record)),
        Call::Create(..) => Answer::Refused(Refusal::Exists),
        Call::Get => Answer::Seen(Seen::of(record)),
        Call::Apply(guard, change) => match record.apply(*guard, change.clone(), now) {
            Ok(applied) => Answer::Applied(applied),
            Err(refusal) => Answer::Refused(refusal),
        },
        Call::Delete if record.outcome.is_none() => Answer::Refused(Refusal::Illegal),
        Call::Delete => {
            *state = None;
            Answer::Deleted
        }
        Call::Claim(session) => Answer::Handed(record.take(*session, now).ok()),
    }
}

impl Seen {
    fn of(record: &Record) -> Self {
        let questions = record.questions.iter();
        Self {
            version: record.version,
            status: record.status(),
            attempt: record.attempt,
            claim: record.claim,
            message: record.message.as_deref().map(str::to_owned),
            questions: questions
                .map(|q| (q.key.to_string(), q.answer.is_some()))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{report, task};
    use super::*;

    fn event(began: u64, returned: u64, call: Call, answer: Answer) -> Event {
        Event {
            began,
            returned,
            call,
            answer,
        }
    }

    #[test]
    fn a_stale_read_is_found_out() {
        let new = task("alice", "a");
        let session = SessionId(1);
        let claim = Guard::Claim(Claim {
            session,
            attempt: 1,
        });
        let record = Record::new(new.clone(), Some(session), Timestamp(0));
        let old = Answer::Seen(Seen::of(&record));
        let applied = Applied {
            version: 2,
            status: Status::Submitted,
            replayed: false,
        };
        let create = event(
            0,
            1,
            Call::Create(Box::new(new), Some(session)),
            old.clone(),
        );
        let apply = event(
            2,
            5,
            Call::Apply(claim, report("half")),
            Answer::Applied(applied),
        );
        let during = event(3, 4, Call::Get, old.clone());
        assert!(is_linearizable(&[create.clone(), apply.clone(), during]));
        let after = event(6, 7, Call::Get, old);
        assert!(!is_linearizable(&[create, apply, after]));
    }
}
