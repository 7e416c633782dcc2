//! The state machine (D-11): every change, by every guard, in every status.

use std::sync::Arc;
use std::time::Duration;

use mcp_tasks_runtime::serde_json::value::RawValue;
use mcp_tasks_runtime::task::{
    Change, Claim, Dialect, ErrorBody, Guard, NewTask, Outcome, Owner, Question, Record,
    ResultBody, Retention, SessionId, Status, TaskId, TaskKey, Timestamp,
};

const CLAIM: Claim = Claim {
    session: SessionId(1),
    attempt: 1,
};

fn new_record() -> Record {
    let task = NewTask {
        key: TaskKey::from_u128(1),
        owner: Owner::local(),
        id: TaskId::from("t"),
        dialect: Dialect::Draft,
        tool: Arc::from("tool"),
        arguments: None,
        retention: Retention::AfterEnd(Duration::ZERO),
        poll: Duration::ZERO,
        max_attempts: 1,
        retryable: false,
    };
    Record::new(task, Some(CLAIM.session), Timestamp(0))
}

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

fn question(key: &str) -> Change {
    Change::Ask(Question {
        key: Arc::from(key),
        method: Arc::from("elicitation/create"),
        params: Arc::from(raw("{}")),
        answer: None,
    })
}

fn answer(key: &str) -> Change {
    Change::Answer {
        key: Arc::from(key),
        answer: Ok(Arc::from(raw("{}"))),
    }
}

fn ends() -> Vec<Outcome> {
    vec![
        Outcome::Result(ResultBody {
            content: raw("[]"),
            structured: None,
            is_error: true,
            meta: None,
            kinds: Default::default(),
        }),
        Outcome::Error(ErrorBody::new(-32603, "no")),
        Outcome::Cancelled { reason: None },
        Outcome::Lost {
            reason: "who knows".to_owned(),
        },
    ]
}

/// A change, with the guard it comes by.
fn changes() -> Vec<(Guard, Change)> {
    let stranger = Claim {
        attempt: 2,
        ..CLAIM
    };
    let mut changes = vec![
        Change::Start,
        question("a"),
        question("b"),
        answer("a"),
        answer("b"),
    ];
    changes.push(Change::Report {
        message: Arc::from("so far"),
    });
    changes.push(Change::Withdraw {
        key: Arc::from("a"),
    });
    changes.extend(ends().into_iter().map(|end| Change::End(Arc::new(end))));
    let guards = [Guard::Owner, Guard::Claim(CLAIM), Guard::Claim(stranger)];
    let all = |change: Change| guards.map(|guard| (guard, change.clone()));
    changes.into_iter().flat_map(all).collect()
}

fn is_legal(from: Status, to: Status) -> bool {
    use Status::{Completed, Failed, InputRequired, Submitted, Unknown, Working};
    let end = matches!(to, Completed | Failed | Status::Cancelled | Unknown);
    match from {
        Submitted => end || matches!(to, Working | InputRequired),
        Working => end || to == InputRequired,
        InputRequired => end || to == Working,
        Completed | Failed | Status::Cancelled | Unknown => false,
    }
}

#[test]
fn d11_no_change_makes_an_illegal_move() {
    let mut seen = Vec::new();
    let mut open = vec![(0, new_record())];
    let mut moves = std::collections::HashSet::new();
    while let Some((depth, record)) = open.pop() {
        for (guard, change) in changes() {
            let mut after = record.clone();
            let before = record.status();
            let applied = after.apply(guard, change.clone(), Timestamp(1));
            let status = after.status();
            if applied.is_err() {
                assert_eq!(after.version, record.version, "{guard:?} {change:?}");
                assert_eq!(status, before, "{guard:?} {change:?}");
                continue;
            }
            assert!(
                before == status || is_legal(before, status),
                "{guard:?} {change:?}: {before} to {status}"
            );
            assert_eq!(after.outcome.is_some(), status.is_terminal());
            if before.is_terminal() {
                assert_eq!(after.version, record.version, "{guard:?} {change:?}");
                continue;
            }
            moves.insert((before, status));
            if depth < 3 {
                seen.push(status);
                open.push((depth + 1, after));
            }
        }
    }
    let all = [
        Status::Submitted,
        Status::Working,
        Status::InputRequired,
        Status::Completed,
        Status::Failed,
        Status::Cancelled,
        Status::Unknown,
    ];
    for from in all {
        for to in all {
            // Each legal move can be made.
            if is_legal(from, to) {
                assert!(moves.contains(&(from, to)), "{from} to {to}");
            }
        }
    }
    assert!(all.into_iter().skip(1).all(|status| seen.contains(&status)));
}
