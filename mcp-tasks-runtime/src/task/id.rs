//! Names: of a task, of its owner, and of the worker that holds it.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! text_name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(Arc<str>);

        impl $name {
            /// Wraps the text as it stands.
            pub fn new(text: impl Into<Arc<str>>) -> Self {
                Self(text.into())
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({:?})", stringify!($name), &*self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self::new(text)
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::new(text)
            }
        }
    };
}

text_name! {
    /// The name of a task as its requestor knows it, unique among the tasks of one [`Owner`].
    ///
    /// In the draft dialect the client makes it (D-03), in the later ones the server does.
    TaskId
}

text_name! {
    /// Who may see a task: every lookup is by owner and id, and a task of another owner does not
    /// exist for the asker (D-41).
    Owner
}

impl TaskId {
    /// A new id with 122 random bits.
    pub fn random() -> Self {
        Self::new(Uuid::new_v4().to_string())
    }
}

impl Owner {
    /// The owner of every task on a stdio or in-memory connection: the user of this process.
    pub fn local() -> Self {
        Self::new("local")
    }
}

/// The internal key of a task: unique over all owners, ordered by time of creation, never shown
/// to a client. Lists walk it, so a page boundary stays valid under inserts and deletes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TaskKey(Uuid);

impl TaskKey {
    /// A new key, greater than every key that this process made before.
    pub fn next() -> Self {
        Self(Uuid::now_v7())
    }

    /// The key with these bits.
    pub fn from_u128(bits: u128) -> Self {
        Self(Uuid::from_u128(bits))
    }

    /// The bits of the key.
    pub fn as_u128(self) -> u128 {
        self.0.as_u128()
    }
}

impl fmt::Debug for TaskKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TaskKey({})", self.0)
    }
}

/// Addresses one task: its owner and its id there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TaskRef {
    /// Whose task it is.
    pub owner: Owner,
    /// Its id among the tasks of that owner.
    pub id: TaskId,
}

impl TaskRef {
    /// Addresses the task `id` of `owner`.
    pub fn new(owner: Owner, id: TaskId) -> Self {
        Self { owner, id }
    }
}

impl fmt::Display for TaskRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

/// One life of one worker process, as its store knows it. Never used again once it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SessionId(pub u128);

/// The right to work on a task: which session took it, and at which attempt.
///
/// This is the fence: a store refuses every write of a worker whose claim is not the record's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim {
    /// The session of the worker.
    pub session: SessionId,
    /// 1 for the first run, greater by one for each further run.
    pub attempt: u32,
}
