//! What a program can watch: every message as it crosses the wire, notifications, progress.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use serde_json::value::RawValue;

use super::lock;
use crate::tool::Progress;

/// Which way a message went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the client to the server.
    Sent,
    /// From the server to the client.
    Received,
}

type OnWire = Box<dyn Fn(Direction, &str) + Send + Sync>;
type OnNotification = Box<dyn Fn(&str, Option<&RawValue>) + Send + Sync>;

/// The observers of a connection. They run where messages are read and sent, so a slow one slows
/// the connection down; one that panics is passed over.
#[derive(Default)]
pub(super) struct Observers {
    pub(super) wire: Option<OnWire>,
    pub(super) notification: Option<OnNotification>,
}

impl Observers {
    pub(super) fn wire(&self, direction: Direction, json: &str) {
        if let Some(observe) = &self.wire {
            guarded(|| observe(direction, json));
        }
    }

    pub(super) fn notification(&self, method: &str, params: Option<&RawValue>) {
        if let Some(observe) = &self.notification {
            guarded(|| observe(method, params));
        }
    }
}

impl fmt::Debug for Observers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observers")
            .field("wire", &self.wire.is_some())
            .field("notification", &self.notification.is_some())
            .finish()
    }
}

/// Who is told of the progress of one request.
pub(super) struct OnProgress(Mutex<Box<dyn FnMut(Progress) + Send>>);

impl OnProgress {
    pub(super) fn new(observe: impl FnMut(Progress) + Send + 'static) -> Self {
        Self(Mutex::new(Box::new(observe)))
    }

    pub(super) fn tell(&self, progress: Progress) {
        let mut observe = lock(&self.0);
        guarded(|| observe(progress));
    }
}

impl fmt::Debug for OnProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnProgress")
    }
}

fn guarded(observe: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(observe)).is_err() {
        tracing::error!("an observer of the connection panicked");
    }
}
