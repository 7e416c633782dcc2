//! The sessions of the handshake era: made by `initialize`, ended by DELETE or by idleness.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use uuid::Uuid;

use super::stream::EventStream;
use crate::server::{Core, Identity, Session};

/// How many sessions there may be.
const MOST_SESSIONS: usize = 10_000;
/// How many streams of a session are kept for those who take them up again.
const MOST_STREAMS: usize = 64;
/// A session that nobody used for so long has ended.
const IDLE: Duration = Duration::from_secs(30 * 60);
/// How often idle sessions are looked for.
const LOOK: Duration = Duration::from_secs(30);

/// The sessions, by id.
#[derive(Debug, Default)]
pub(super) struct Sessions(Mutex<HashMap<String, Arc<HttpSession>>>);

/// A session with its streams.
#[derive(Debug)]
pub(super) struct HttpSession {
    pub(super) session: Arc<Session>,
    streams: Mutex<Vec<Arc<EventStream>>>,
    next_stream: AtomicU64,
    seen: Mutex<Instant>,
}

impl HttpSession {
    /// A session that nobody can name yet.
    pub(super) fn new(core: Arc<Core>, id: &str) -> Self {
        Self {
            session: Arc::new(Session::new(core, Identity::anonymous(id))),
            streams: Mutex::default(),
            next_stream: AtomicU64::new(1),
            seen: Mutex::new(Instant::now()),
        }
    }

    /// Opens a stream. The oldest that has ended gives way when there are too many.
    pub(super) fn open(&self, primed: bool) -> Arc<EventStream> {
        let number = self.next_stream.fetch_add(1, Ordering::Relaxed);
        let stream = EventStream::new(number.to_string(), primed);
        let mut streams = lock(&self.streams);
        if streams.len() >= MOST_STREAMS {
            let old = streams.iter().position(|stream| stream.has_ended());
            streams.remove(old.unwrap_or(0));
        }
        streams.push(Arc::clone(&stream));
        stream
    }

    /// The stream that an event's id names, and the number of the event.
    pub(super) fn find(&self, event: &str) -> Option<(Arc<EventStream>, u64)> {
        let (name, number) = EventStream::number(event)?;
        let streams = lock(&self.streams);
        let stream = streams.iter().find(|stream| stream.name == name)?;
        Some((Arc::clone(stream), number))
    }

    /// Ends the session: what it still runs as plain calls is cancelled; tasks go on.
    pub(super) async fn end(&self) {
        self.session.close();
        self.session.routes.close_stream();
        for stream in lock(&self.streams).drain(..) {
            stream.end();
        }
        self.session
            .cancel_calls("the session has ended", false)
            .await;
    }

    /// Whether nobody used it for long. Whoever still works on an answer shares the session, and
    /// a stream that somebody reads is in use.
    fn is_idle(self: &Arc<Self>) -> bool {
        let read = lock(&self.streams)
            .iter()
            .any(|stream| stream.readers() > 0);
        let mut seen = lock(&self.seen);
        if read || Arc::strong_count(self) > 1 {
            *seen = Instant::now();
        }
        seen.elapsed() > IDLE
    }
}

impl Sessions {
    /// An id that nobody can guess, of visible ASCII (N-108).
    pub(super) fn new_id() -> String {
        Uuid::new_v4().to_string()
    }

    /// Makes a session known; false when there are too many.
    pub(super) fn insert(&self, id: String, session: Arc<HttpSession>) -> bool {
        let mut sessions = lock(&self.0);
        if sessions.len() >= MOST_SESSIONS {
            return false;
        }
        sessions.insert(id, session);
        true
    }

    /// The session of that id, which is in use from now on.
    pub(super) fn get(&self, id: &str) -> Option<Arc<HttpSession>> {
        let session = lock(&self.0).get(id).cloned()?;
        *lock(&session.seen) = Instant::now();
        Some(session)
    }

    pub(super) fn remove(&self, id: &str) -> Option<Arc<HttpSession>> {
        lock(&self.0).remove(id)
    }

    /// Ends idle sessions, for as long as the endpoint is there.
    pub(super) async fn sweep(sessions: std::sync::Weak<Self>) {
        loop {
            tokio::time::sleep(LOOK).await;
            let Some(sessions) = sessions.upgrade() else {
                return;
            };
            let idle: Vec<_> = {
                let mut all = lock(&sessions.0);
                all.extract_if(|_, session| session.is_idle()).collect()
            };
            for (_, session) in idle {
                session.end().await;
            }
        }
    }
}

/// No invariant spans a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
