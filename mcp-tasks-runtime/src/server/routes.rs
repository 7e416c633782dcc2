//! The ways from a server to the client of a session that are not the answer to one request: the
//! session's own stream, and the streams on which the results of tasks are awaited.
//!
//! What a task of 2025-11-25 asks goes out once, on whichever of them is open or opens first
//! (N-62, N-106).

use std::sync::Mutex;

use tokio_util::sync::{CancellationToken, DropGuard};

use super::outlet::Outlet;
use super::session::lock;
use crate::task::TaskId;

/// The open ways of a session.
#[derive(Debug, Default)]
pub(crate) struct Routes(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    stream: Option<Stream>,
    results: Vec<(TaskId, Outlet)>,
    /// Questions of tasks that no way was open for.
    waiting: Vec<(TaskId, Vec<u8>)>,
}

/// A session's own stream, for as long as it is open.
#[derive(Debug)]
struct Stream {
    outlet: Outlet,
    /// Fires what tells of the end.
    _open: DropGuard,
}

impl Routes {
    /// The session's own stream opens; another one that was open gives way to it. The token fires
    /// when it closes or gives way in its turn.
    pub(super) async fn open_stream(&self, outlet: Outlet) -> CancellationToken {
        let closed = CancellationToken::new();
        let waiting = {
            let mut open = lock(&self.0);
            open.stream = Some(Stream {
                outlet: outlet.clone(),
                _open: closed.clone().drop_guard(),
            });
            std::mem::take(&mut open.waiting)
        };
        for (_, message) in waiting {
            outlet.send(message).await;
        }
        closed
    }

    /// The session's own stream has ended.
    pub(crate) fn close_stream(&self) {
        lock(&self.0).stream = None;
    }

    /// Somebody awaits the result of a task on this way.
    pub(super) async fn open_result(&self, task: &TaskId, way: &Outlet) {
        let waiting: Vec<_> = {
            let mut open = lock(&self.0);
            open.results.push((task.clone(), way.clone()));
            open.waiting.extract_if(.., |(id, _)| id == task).collect()
        };
        for (_, message) in waiting {
            way.send(message).await;
        }
    }

    /// The result came, or is not awaited on this way any more.
    pub(super) fn close_result(&self, task: &TaskId, way: &Outlet) {
        let results = &mut lock(&self.0).results;
        let place = results
            .iter()
            .position(|(id, open)| id == task && open.is(way));
        if let Some(place) = place {
            results.swap_remove(place);
        }
    }

    /// Sends a question of a task, now or when a way opens.
    pub(super) async fn ask(&self, task: &TaskId, message: Vec<u8>) {
        let way = {
            let mut open = lock(&self.0);
            let way = open.way(task);
            if way.is_none() {
                open.waiting.push((task.clone(), message));
                return;
            }
            way
        };
        if let Some(way) = way {
            way.send(message).await;
        }
    }

    /// A question is not open any more: if it was not sent yet, it never is. True when it was
    /// still waiting.
    pub(super) fn forget(&self, task: &TaskId, message: &[u8]) -> bool {
        let mut open = lock(&self.0);
        let before = open.waiting.len();
        open.waiting
            .retain(|(id, waiting)| id != task || waiting != message);
        open.waiting.len() < before
    }

    /// Sends a message about a task, if a way for it is open and has room.
    pub(super) fn tell(&self, task: &TaskId, message: Vec<u8>) {
        let way = lock(&self.0).way(task);
        if let Some(way) = way {
            way.send_lossy(message);
        }
    }

    /// Sends a message on the session's own stream, if it is open and has room.
    pub(super) fn send_lossy(&self, message: Vec<u8>) {
        if let Some(stream) = self.stream() {
            stream.send_lossy(message);
        }
    }

    /// The session's own stream, while it is open.
    pub(super) fn stream(&self) -> Option<Outlet> {
        let open = lock(&self.0);
        open.stream.as_ref().map(|stream| stream.outlet.clone())
    }
}

impl Open {
    fn way(&self, task: &TaskId) -> Option<Outlet> {
        let result = || {
            let mut results = self.results.iter();
            results.find(|(id, way)| id == task && !way.is_closed())
        };
        let stream = self.stream.as_ref().map(|stream| &stream.outlet);
        stream.or_else(|| result().map(|(_, way)| way)).cloned()
    }
}
