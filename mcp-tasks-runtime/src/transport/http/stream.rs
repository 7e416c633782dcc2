//! A stream of events of the handshake era: what was sent on it is kept for a while, so that a
//! client whose connection broke can take it up where it was (N-107).

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::watch;

use super::events;

/// How many events are kept.
const MOST_EVENTS: usize = 256;
/// How many bytes of events are kept, if there is more than one.
const MOST_BYTES: usize = 4 * 1024 * 1024;
/// How long a stream is quiet before a comment is sent.
pub(super) const QUIET: Duration = Duration::from_secs(15);

/// A stream of events.
#[derive(Debug)]
pub(super) struct EventStream {
    /// Unique in the session.
    pub(super) name: String,
    state: Mutex<State>,
    /// Counts the changes of the state.
    changed: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    events: VecDeque<Bytes>,
    bytes: usize,
    /// The number of the first event that is kept.
    first: u64,
    ended: bool,
}

impl EventStream {
    /// `primed` when its first event is to have an id and no data.
    pub(super) fn new(name: String, primed: bool) -> Arc<Self> {
        let stream = Self {
            name,
            state: Mutex::default(),
            changed: watch::Sender::new(0),
        };
        if primed {
            let primer = events::primer(&stream.id(0));
            stream.keep(primer);
        }
        Arc::new(stream)
    }

    /// The id of an event: the stream's name and a number.
    fn id(&self, number: u64) -> String {
        format!("{}-{number}", self.name)
    }

    /// Adds a message.
    pub(super) fn push(&self, json: &[u8]) {
        let number = {
            let state = self.lock();
            state.first + state.events.len() as u64
        };
        self.keep(events::message(Some(&self.id(number)), json));
        self.changed.send_modify(|count| *count += 1);
    }

    /// Nothing follows.
    pub(super) fn end(&self) {
        self.lock().ended = true;
        self.changed.send_modify(|count| *count += 1);
    }

    /// Whether nothing follows.
    pub(super) fn has_ended(&self) -> bool {
        self.lock().ended
    }

    /// The number behind an id of this stream's.
    pub(super) fn number(id: &str) -> Option<(&str, u64)> {
        let (name, number) = id.rsplit_once('-')?;
        Some((name, number.parse().ok()?))
    }

    /// How many readers it has.
    pub(super) fn readers(&self) -> usize {
        self.changed.receiver_count()
    }

    /// The events from a number on, as they come. One that fell behind what is kept goes on with
    /// the first that is.
    pub(super) fn body(self: &Arc<Self>, from: u64) -> Body {
        let reader = (Arc::clone(self), self.changed.subscribe(), from);
        Body::from_stream(stream::unfold(
            reader,
            |(stream, mut changed, next)| async move {
                loop {
                    if let Some((event, number)) = stream.at(next) {
                        return Some((
                            Ok::<_, std::convert::Infallible>(event),
                            (stream, changed, number + 1),
                        ));
                    }
                    if stream.has_ended() {
                        return None;
                    }
                    let wait = tokio::time::timeout(QUIET, changed.changed());
                    if wait.await.is_err() {
                        let comment = Bytes::from_static(events::KEEP_ALIVE);
                        return Some((Ok(comment), (stream, changed, next)));
                    }
                }
            },
        ))
    }

    fn at(&self, number: u64) -> Option<(Bytes, u64)> {
        let state = self.lock();
        let number = number.max(state.first);
        let index = usize::try_from(number - state.first).ok()?;
        state.events.get(index).map(|event| (event.clone(), number))
    }

    fn keep(&self, event: Bytes) {
        let mut state = self.lock();
        state.bytes += event.len();
        state.events.push_back(event);
        while state.events.len() > MOST_EVENTS
            || (state.bytes > MOST_BYTES && state.events.len() > 1)
        {
            if let Some(dropped) = state.events.pop_front() {
                state.bytes -= dropped.len();
                state.first += 1;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
