//! How long a task is kept.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::time::Timestamp;

/// How long a task and its outcome are kept. Fixed when the task is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Retention {
    /// So long after the task ended; a running task never expires (D-20).
    AfterEnd(Duration),
    /// So long after the task was created, whether it ended or not (N-46).
    FromCreation(Duration),
    /// Until it is deleted.
    Forever,
}

impl Retention {
    /// The moment from which the task is gone; `None` while there is no such moment.
    pub fn expires_at(self, created: Timestamp, ended: Option<Timestamp>) -> Option<Timestamp> {
        match self {
            Self::AfterEnd(keep) => Some(ended?.saturating_add(keep)),
            Self::FromCreation(keep) => Some(created.saturating_add(keep)),
            Self::Forever => None,
        }
    }
}
