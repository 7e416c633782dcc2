//! Every status, guard and change against the moves that D-11 allows.

use proptest::prelude::*;

use super::*;
use crate::task::{ContentKinds, ErrorBody, ResultBody, SessionId};
use Status::{Cancelled, Completed, Failed, InputRequired, Submitted, Unknown, Working};

const OWN: Claim = Claim {
    session: SessionId(1),
    attempt: 1,
};
const STRANGE: Claim = Claim {
    session: SessionId(1),
    attempt: 2,
};
const NOW: Timestamp = Timestamp(1000);

/// The moves of D-11, word for word; to stay is always allowed.
const MOVES: &[(Status, &[Status])] = &[
    (
        Submitted,
        &[
            Working,
            InputRequired,
            Completed,
            Failed,
            Cancelled,
            Unknown,
        ],
    ),
    (
        Working,
        &[InputRequired, Completed, Failed, Cancelled, Unknown],
    ),
    (
        InputRequired,
        &[Working, Completed, Failed, Cancelled, Unknown],
    ),
    (Completed, &[]),
    (Failed, &[]),
    (Cancelled, &[]),
    (Unknown, &[]),
];

fn is_legal(from: Status, to: Status) -> bool {
    from == to
        || MOVES
            .iter()
            .any(|(status, moves)| *status == from && moves.contains(&to))
}

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}

fn end(status: Status) -> Change {
    Change::End(Arc::new(match status {
        Completed => Outcome::Result(ResultBody {
            content: raw("[]"),
            structured: None,
            is_error: false,
            meta: None,
            kinds: ContentKinds::default(),
        }),
        Failed => Outcome::Error(ErrorBody::new(1, "no")),
        Cancelled => Outcome::Cancelled { reason: None },
        _ => Outcome::Lost {
            reason: "gone".to_owned(),
        },
    }))
}

fn ask(key: &str) -> Change {
    Change::Ask(Question {
        key: key.into(),
        method: "elicitation/create".into(),
        params: raw("{}").into(),
        answer: None,
    })
}

fn answer(key: &str) -> Change {
    Change::Answer {
        key: key.into(),
        answer: Ok(raw("{}").into()),
    }
}

fn withdraw(key: &str) -> Change {
    Change::Withdraw { key: key.into() }
}

fn new_record(max_attempts: u32, retryable: bool) -> Record {
    let task = NewTask {
        key: TaskKey::next(),
        owner: Owner::local(),
        id: TaskId::random(),
        dialect: Dialect::Draft,
        tool: "echo".into(),
        arguments: Some(raw("{}").into()),
        retention: Retention::AfterEnd(Duration::from_millis(500)),
        poll: Duration::from_secs(1),
        max_attempts,
        retryable,
    };
    Record::new(task, Some(OWN.session), Timestamp(0))
}

/// A record of each status, one with an open question "open".
fn record(status: Status) -> Record {
    let mut record = new_record(2, true);
    let change = match status {
        Submitted => return record,
        Working => Change::Start,
        InputRequired => ask("open"),
        ended => end(ended),
    };
    record.apply(Guard::Claim(OWN), change, NOW).unwrap();
    record
}

/// What a live record in `from` does: the status after, or the refusal.
fn expected(from: Status, guard: Guard, name: &str) -> Result<Status, Refusal> {
    let open = from == InputRequired;
    match (guard, name) {
        (Guard::Claim(claim), _) if claim != OWN => Err(Refusal::Fenced),
        (Guard::Claim(_), "start") => Ok(if open { InputRequired } else { Working }),
        (Guard::Claim(_), "report") => Ok(from),
        (Guard::Claim(_), "ask") => Ok(InputRequired),
        (Guard::Claim(_), "withdraw") if open => Ok(Working),
        (Guard::Claim(_), "withdraw") => Err(Refusal::NoQuestion),
        (Guard::Claim(_), "complete") => Ok(Completed),
        (Guard::Claim(_), "fail") => Ok(Failed),
        (Guard::Claim(_), "lose") => Ok(Unknown),
        (_, "cancel") => Ok(Cancelled),
        (Guard::Owner, "answer") if open => Ok(Working),
        (Guard::Owner, "answer") => Err(Refusal::NoQuestion),
        _ => Err(Refusal::Illegal),
    }
}

fn changes() -> [(&'static str, Change); 9] {
    [
        ("start", Change::Start),
        (
            "report",
            Change::Report {
                message: "half".into(),
            },
        ),
        ("ask", ask("new")),
        ("answer", answer("open")),
        ("withdraw", withdraw("open")),
        ("complete", end(Completed)),
        ("fail", end(Failed)),
        ("cancel", end(Cancelled)),
        ("lose", end(Unknown)),
    ]
}

#[test]
fn d11_every_status_guard_and_change() {
    let mut reached = Vec::new();
    for (from, _) in MOVES {
        for guard in [Guard::Owner, Guard::Claim(OWN), Guard::Claim(STRANGE)] {
            for (name, change) in changes() {
                let mut record = record(*from);
                let before = format!("{record:?}");
                let result = record.apply(guard, change, Timestamp(2000));
                let repeated = guard == Guard::Claim(OWN)
                    && ["complete", "fail", "cancel", "lose"].contains(&name);
                let expected = match from.is_terminal() {
                    true if repeated => Ok(*from),
                    true => Err(Refusal::Terminal(*from)),
                    false => expected(*from, guard, name),
                };
                let case = format!("{name} by {guard:?} in {from}");
                assert_eq!(result.map(|applied| applied.status), expected, "{case}");
                assert!(is_legal(*from, record.status()), "{case}");
                if result.is_err() || from.is_terminal() {
                    assert_eq!(before, format!("{record:?}"), "{case}");
                }
                reached.push((*from, record.status()));
            }
        }
    }
    for (from, moves) in MOVES {
        for to in *moves {
            assert!(reached.contains(&(*from, *to)), "{from} never came to {to}");
        }
    }
}

#[test]
fn d11_a_lost_worker_never_brings_submitted_back() {
    for from in [Submitted, Working, InputRequired] {
        let mut record = record(from);
        assert!(record.lose_worker(NOW).unwrap());
        assert!(is_legal(from, record.status()));
        assert_eq!(record.lose_worker(NOW), Err(Refusal::Illegal));
        assert_eq!(record.take(SessionId(7), NOW).unwrap().attempt, 2);
        assert_eq!(record.take(SessionId(7), NOW), Err(Refusal::Illegal));
        assert!(!record.lose_worker(NOW).unwrap(), "no third attempt");
        assert_eq!(record.status(), Failed);
        assert_eq!(record.lose_worker(NOW), Err(Refusal::Terminal(Failed)));
    }
}

#[test]
fn d20_retention_counts_from_the_end() {
    let mut record = record(Working);
    assert_eq!(record.expires_at(), None);
    record
        .apply(Guard::Claim(OWN), end(Completed), Timestamp(2000))
        .unwrap();
    assert!(!record.is_expired(Timestamp(2499)));
    assert!(record.is_expired(Timestamp(2500)));
    assert!(record.arguments.is_none());
}

#[test]
fn n46_retention_from_creation_counts_in_any_status() {
    let mut record = record(Working);
    record.retention = Retention::FromCreation(Duration::from_millis(500));
    assert!(!record.is_expired(Timestamp(499)));
    assert!(record.is_expired(Timestamp(500)));
}

#[test]
fn a_question_is_asked_and_answered_once() {
    let mut record = record(InputRequired);
    let worker = Guard::Claim(OWN);
    assert_eq!(
        record.apply(worker, ask("open"), NOW),
        Err(Refusal::Illegal)
    );
    record.apply(worker, ask("second"), NOW).unwrap();
    let applied = record.apply(Guard::Owner, answer("open"), NOW).unwrap();
    assert_eq!(applied.status, InputRequired);
    assert_eq!(
        record.apply(Guard::Owner, answer("open"), NOW),
        Err(Refusal::NoQuestion)
    );
    assert_eq!(
        record.apply(worker, withdraw("open"), NOW),
        Err(Refusal::NoQuestion)
    );
    assert_eq!(
        record.apply(worker, ask("open"), NOW),
        Err(Refusal::Illegal)
    );
    assert_eq!(record.summary().status(), InputRequired);
    assert_eq!(record.summary().questions.len(), 1);
    assert_eq!(
        record
            .apply(worker, withdraw("second"), NOW)
            .unwrap()
            .status,
        Working
    );
}

proptest! {
    /// Whatever happens in whatever order: each move is legal, a version counts each change, a
    /// refusal changes nothing, an end is final, and attempts grow by one.
    #[test]
    fn d11_any_sequence(steps in prop::collection::vec((0..11_usize, 0..4_u32), 0..40)) {
        let mut record = new_record(3, true);
        for (what, who) in steps {
            let before = record.clone();
            let guard = match (who, record.claim) {
                (0, _) => Guard::Owner,
                (1, _) => Guard::Claim(STRANGE),
                (_, Some(claim)) => Guard::Claim(claim),
                (_, None) => Guard::Claim(OWN),
            };
            let changed = match what {
                9 => record.take(SessionId(2), NOW).is_ok(),
                10 => record.lose_worker(NOW).is_ok(),
                n => record
                    .apply(guard, changes()[n].1.clone(), NOW)
                    .is_ok_and(|applied| !applied.replayed),
            };
            prop_assert!(is_legal(before.status(), record.status()));
            prop_assert_eq!(record.version, before.version + u64::from(changed));
            prop_assert!(!(changed && before.status().is_terminal()));
            prop_assert_eq!(record.attempt, before.attempt + u32::from(changed && what == 9));
            prop_assert!(record.attempt <= record.max_attempts);
            prop_assert_eq!(record.ended.is_some(), record.status().is_terminal());
            if !changed {
                prop_assert_eq!(format!("{before:?}"), format!("{record:?}"));
            }
        }
    }
}
