//! The tie between a task and the messages that it causes, in the spelling of the task's dialect.

use serde::Serialize;
use serde_json::value::RawValue;

use super::jsonrpc::{self, RequestId};
use super::{draft, notification, v2025_11_25};
use crate::task::TaskId;

/// Which task a message belongs to, as its reader is told.
#[derive(Clone, Debug)]
pub(crate) enum Link {
    /// None, or the dialect has no such tie.
    None,
    /// A task of the draft dialect (D-26).
    Draft(TaskId),
    /// A task of 2025-11-25 (N-61).
    V2025_11_25(TaskId),
}

impl Serialize for Link {
    /// A `_meta` that holds nothing else.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::None => serializer.serialize_unit(),
            Self::Draft(task) => draft::Link(task).serialize(serializer),
            Self::V2025_11_25(task) => v2025_11_25::Link(task).serialize(serializer),
        }
    }
}

impl Link {
    /// Whether there is nothing to tell.
    pub(crate) fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// A request with these parameters, which are a JSON object.
    pub(crate) fn request(&self, id: &RequestId, method: &str, params: &RawValue) -> Vec<u8> {
        match self {
            Self::None => jsonrpc::request(id, method, Some(params)),
            Self::Draft(task) => {
                let params = super::meta::with_link(params, draft::LINK_KEY, task.as_str());
                jsonrpc::request(id, method, Some(&params))
            }
            Self::V2025_11_25(task) => {
                jsonrpc::request(id, method, Some(&v2025_11_25::linked(params, task)))
            }
        }
    }

    /// `notifications/cancelled` for a request of ours.
    pub(crate) fn cancelled(&self, id: &RequestId) -> Vec<u8> {
        #[derive(Serialize)]
        struct Params<'a> {
            #[serde(rename = "requestId")]
            request_id: &'a RequestId,
            #[serde(rename = "_meta", skip_serializing_if = "Link::is_none")]
            meta: &'a Link,
        }
        let params = Params {
            request_id: id,
            meta: self,
        };
        jsonrpc::notification(notification::CANCELLED, Some(&params))
    }
}
