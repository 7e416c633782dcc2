//! How a task, or a plain call, ended. Kept exactly as the tool produced it: what a dialect adds
//! (link keys, discriminators) is added when it is sent.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::status::Status;

/// The end of a call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// The tool returned a result, possibly one that says it is an error.
    Result(ResultBody),
    /// The call ended in an error of the protocol: the tool asked for one, panicked or overran.
    Error(ErrorBody),
    /// The requestor, or the server's shutdown, cancelled it.
    Cancelled {
        /// Why, as far as whoever cancelled it said.
        reason: Option<String>,
    },
    /// How it ended cannot be told.
    Lost {
        /// What is known.
        reason: String,
    },
}

impl Outcome {
    /// The status of a task with this outcome, in the draft dialect's terms (D-40).
    pub fn status(&self) -> Status {
        match self {
            Self::Result(_) => Status::Completed,
            Self::Error(_) => Status::Failed,
            Self::Cancelled { .. } => Status::Cancelled,
            Self::Lost { .. } => Status::Unknown,
        }
    }
}

/// A tool's result, serialised once; answers splice the parts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ResultBody {
    /// A JSON array of content blocks.
    pub content: Box<RawValue>,
    /// The structured content, as the tool's output type serialises: any JSON value.
    pub structured: Option<Box<RawValue>>,
    /// True when the tool says that it failed.
    pub is_error: bool,
    /// The tool's own `_meta`, a JSON object.
    pub meta: Option<Box<RawValue>>,
    /// Which kinds of content block occur that not every protocol version knows.
    pub kinds: ContentKinds,
}

/// Kinds of content block that some protocol versions lack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentKinds {
    /// At least one audio block.
    pub audio: bool,
    /// At least one resource link.
    pub resource_link: bool,
}

/// The JSON-RPC code of an internal fault.
pub(crate) const INTERNAL_ERROR: i64 = -32603;

/// A JSON-RPC error as it goes on the wire.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ErrorBody {
    /// The error code.
    pub code: i64,
    /// A short sentence.
    pub message: String,
    /// Anything more, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<RawValue>>,
}

impl ErrorBody {
    /// An error without data.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }
}
