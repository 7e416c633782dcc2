//! A session: what a client and the server have agreed on, and the ways between them. One for
//! each stream of lines; over HTTP one for each handshake, and a passing one for each request
//! that needs no handshake.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use tokio::sync::Semaphore;

use super::Core;
use super::asked::AskedRequests;
use super::changes::Subscriptions;
use super::in_flight::InFlightRequests;
use super::routes::Routes;
use crate::protocol::lifecycle::{ClientCapabilities, Peer, Version};
use crate::task::Owner;
use crate::tool::LogLevel;

/// How many calls of a pipe may be unanswered at once; the next one is read when one was.
const MOST_CALLS: usize = 10_000;

/// One session. Held by whoever reads its messages and by every call that will answer in it.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) core: Arc<Core>,
    pub(super) identity: Identity,
    agreed: Mutex<Agreed>,
    pub(super) in_flight: InFlightRequests,
    /// One for each call of a pipe that is not answered yet.
    pub(super) call_slots: Arc<Semaphore>,
    /// Requests to the client that wait for its response.
    pub(super) asked: AskedRequests,
    pub(crate) routes: Routes,
    /// The resources whose changes the client wants to be told of.
    pub(super) subscriptions: Subscriptions,
    /// The client has said that it is ready to be told of changes.
    initialized: AtomicBool,
    /// The client has asked for draft tasks.
    used_draft: AtomicBool,
    /// The client has asked for tasks of 2025-11-25.
    used_november: AtomicBool,
    /// Fires when nothing more will come from the client, or the server stops.
    pub(super) closing: CancellationToken,
}

/// Who the client is, for the tasks that it makes.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    /// Whose the tasks with ids of the server's making are.
    pub(crate) owner: Owner,
    /// Whose the tasks with ids of the client's making are.
    pub(crate) draft_owner: Owner,
    /// Whether this owner is one client, who may list what is his (N-24).
    pub(crate) is_known: bool,
}

impl Identity {
    /// A client whose name is known.
    pub(crate) fn known(owner: Owner) -> Self {
        Self {
            draft_owner: owner.clone(),
            owner,
            is_known: true,
        }
    }

    /// A client without a name (C-10): ids of the server's making, which nobody can guess, are
    /// good for whoever has them; ids of the client's making, only in its own session.
    #[cfg(feature = "http")]
    pub(crate) fn anonymous(session: &str) -> Self {
        Self {
            owner: Owner::new("anonymous"),
            draft_owner: Owner::new(format!("session {session}")),
            is_known: false,
        }
    }
}

/// What the client and the server have agreed on.
#[derive(Debug, Default)]
enum Agreed {
    /// Nothing yet.
    #[default]
    Nothing,
    /// The client spoke the draft dialect before any handshake, which tells its era.
    ByDialect,
    /// By `initialize`.
    ByHandshake { peer: Peer, log: Option<LogLevel> },
}

impl Session {
    pub(crate) fn new(core: Arc<Core>, identity: Identity) -> Self {
        Self {
            closing: core.closing.child_token(),
            core,
            identity,
            agreed: Mutex::default(),
            in_flight: InFlightRequests::default(),
            call_slots: Arc::new(Semaphore::new(MOST_CALLS)),
            asked: AskedRequests::default(),
            routes: Routes::default(),
            subscriptions: Subscriptions::default(),
            initialized: AtomicBool::new(false),
            used_draft: AtomicBool::new(false),
            used_november: AtomicBool::new(false),
        }
    }

    /// The version agreed on; `None` before there is one.
    pub(crate) fn version(&self) -> Option<Version> {
        match &*lock(&self.agreed) {
            Agreed::Nothing => None,
            Agreed::ByDialect => Some(Version::V2025_06_18),
            Agreed::ByHandshake { peer, .. } => Some(peer.version),
        }
    }

    /// What the client declared in its handshake.
    pub(super) fn capabilities(&self) -> ClientCapabilities {
        match &*lock(&self.agreed) {
            Agreed::ByHandshake { peer, .. } => peer.capabilities,
            Agreed::Nothing | Agreed::ByDialect => ClientCapabilities::default(),
        }
    }

    /// Takes the client's word from a handshake; false when there was one already.
    pub(super) fn agree(&self, peer: Peer) -> bool {
        let mut agreed = lock(&self.agreed);
        let first = !matches!(*agreed, Agreed::ByHandshake { .. });
        if first {
            *agreed = Agreed::ByHandshake { peer, log: None };
        }
        first
    }

    /// The client speaks the draft dialect without a handshake.
    pub(super) fn agree_by_dialect(&self) {
        let mut agreed = lock(&self.agreed);
        if matches!(*agreed, Agreed::Nothing) {
            *agreed = Agreed::ByDialect;
        }
    }

    /// From which level on the client wants log messages; `None` while it did not say.
    pub(super) fn log_level(&self) -> Option<LogLevel> {
        match &*lock(&self.agreed) {
            Agreed::ByHandshake { log, .. } => *log,
            Agreed::Nothing | Agreed::ByDialect => None,
        }
    }

    /// The client wants log messages from this level on.
    pub(super) fn set_log_level(&self, level: LogLevel) {
        if let Agreed::ByHandshake { log, .. } = &mut *lock(&self.agreed) {
            *log = Some(level);
        }
    }

    /// The client has ended its handshake.
    pub(super) fn note_initialized(&self) {
        let by_handshake = matches!(*lock(&self.agreed), Agreed::ByHandshake { .. });
        self.initialized.store(by_handshake, Ordering::Relaxed);
    }

    /// Whether the client has ended its handshake.
    pub(super) fn is_initialized(&self) -> bool {
        self.initialized.load(Ordering::Relaxed)
    }

    /// Notes in which dialect the client asks for tasks.
    pub(super) fn note_draft(&self, draft: bool) {
        let used = if draft {
            &self.used_draft
        } else {
            &self.used_november
        };
        used.store(true, Ordering::Relaxed);
    }

    /// Whether a listing, which says nothing of its dialect, is one of draft tasks: in a session
    /// that could have others, when it has asked for draft tasks only (B-10).
    pub(super) fn lists_draft(&self) -> bool {
        let has_tasks = self.version().is_some_and(Version::has_tasks);
        let used = |used: &AtomicBool| used.load(Ordering::Relaxed);
        !has_tasks || (used(&self.used_draft) && !used(&self.used_november))
    }

    /// Ends every plain call in flight and, if told so, every task.
    pub(crate) async fn cancel_calls(&self, reason: &str, with_tasks: bool) {
        for request in self.in_flight.all() {
            match request.task {
                None => request.cancel.cancel(),
                Some(task) if with_tasks => {
                    // Refused when it ended meanwhile, which is as good.
                    let engine = &self.core.engine;
                    let _ = engine.cancel(&task, Some(reason.to_owned())).await;
                }
                Some(_) => {}
            }
        }
    }

    /// Nothing more will come from the client.
    pub(crate) fn close(&self) {
        self.asked.close();
        self.closing.cancel();
    }
}

/// No invariant spans a panic: each holder changes one entry.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
