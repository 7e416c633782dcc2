//! What a client's calls fail with.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;

use crate::protocol::jsonrpc::CANCELLED;
use crate::task::ErrorBody;

/// Why a request has no result.
///
/// That a *tool* failed is no such error: its result says so
/// ([`CallToolResult::is_error`](super::CallToolResult::is_error)).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The server answered with a JSON-RPC error.
    #[error("the server answered with an error: {message} (code {code})")]
    Rpc {
        /// The error code.
        code: i64,
        /// A short sentence.
        message: String,
        /// Anything more, for programs.
        data: Option<Box<RawValue>>,
    },
    /// The connection was lost, or closed, before the answer came.
    #[error("the connection to the server is gone")]
    Disconnected {
        /// What the system said, if it said anything.
        source: Option<Arc<io::Error>>,
    },
    /// The answer did not come in time; the request was cancelled (N-13).
    #[error("no answer within {after:?}")]
    Timeout {
        /// How long was waited.
        after: Duration,
    },
    /// The request was cancelled, and the server leaves it at that (N-73).
    #[error("the request was cancelled")]
    Cancelled,
    /// Neither the original request nor its task gave a result.
    #[error("the request failed, and so did collecting its task's result: {response}; {polling}")]
    BothFailed {
        /// What became of the original request.
        #[source]
        response: Box<ClientError>,
        /// What became of asking for the task and its result.
        polling: Box<ClientError>,
    },
    /// The server's answer is not what the method promises.
    #[error("the answer to `{method}` is unreadable")]
    Decode {
        /// The method.
        method: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The pages of a listing lead in a circle.
    #[error("the pages of `{method}` do not end")]
    EndlessPages {
        /// The method.
        method: &'static str,
    },
    /// The parameters of a request do not serialise to a JSON object.
    #[error("the parameters of `{method}` are no JSON object")]
    Encode {
        /// The method.
        method: String,
        /// What is wrong with them, if they do not serialise at all.
        source: Option<serde_json::Error>,
    },
    /// The server speaks no protocol version that this client speaks (N-08).
    #[error("the server answered {got:?} to the offer of protocol version {offered}")]
    Version {
        /// What was offered.
        offered: &'static str,
        /// What the server answered.
        got: String,
    },
    /// The client was told to offer a protocol version that it does not speak (N-06).
    #[error("this client does not speak protocol version {version:?}")]
    UnknownVersion {
        /// The version.
        version: String,
    },
    /// The server's process could not be started, or not be waited for.
    #[error("the server's process fails")]
    Process {
        /// What the system said.
        #[from]
        source: io::Error,
    },
}

impl ClientError {
    /// Whether the request failed because it, or its task, was cancelled: here, or as the server
    /// said.
    pub fn is_cancelled(&self) -> bool {
        match self {
            Self::Cancelled => true,
            Self::Rpc { code, .. } => *code == CANCELLED,
            Self::BothFailed { response, .. } => response.is_cancelled(),
            _ => false,
        }
    }

    /// The code of the JSON-RPC error that the server answered the request with.
    pub fn code(&self) -> Option<i64> {
        match self {
            Self::Rpc { code, .. } => Some(*code),
            Self::BothFailed { response, .. } => response.code(),
            _ => None,
        }
    }

    pub(super) fn decode(method: &str, source: serde_json::Error) -> Self {
        Self::Decode {
            method: method.to_owned(),
            source,
        }
    }
}

impl From<ErrorBody> for ClientError {
    fn from(error: ErrorBody) -> Self {
        Self::Rpc {
            code: error.code,
            message: error.message,
            data: error.data,
        }
    }
}
