//! The statuses that a reader can see, and the dialects that can read them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The state of a task, in the vocabulary of the draft dialect, which is the widest of the three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Accepted; no worker has begun.
    Submitted,
    /// A worker runs it.
    Working,
    /// At least one question to the requestor is unanswered.
    InputRequired,
    /// Ended with a result (also one that says `isError`).
    Completed,
    /// Ended with an error.
    Failed,
    /// Ended by its requestor, or by the server's shutdown.
    Cancelled,
    /// Ended in a way that nobody can tell any more.
    Unknown,
}

impl Status {
    /// True for the statuses that never change again.
    pub fn is_terminal(self) -> bool {
        matches!(
            self,
            Self::Completed | Self::Failed | Self::Cancelled | Self::Unknown
        )
    }

    /// The word for it on the wire, alike in every dialect that knows the status.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::Working => "working",
            Self::InputRequired => "input_required",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The dialect in which a task was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Dialect {
    /// SEP-1686 as first proposed.
    Draft,
    /// The tasks of protocol revision 2025-11-25.
    V2025_11_25,
    /// The tasks extension of protocol revision 2026-07-28.
    V2026_07_28,
}
