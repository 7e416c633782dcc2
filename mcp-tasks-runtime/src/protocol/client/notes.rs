//! Notifications, both ways, and the links to tasks that messages carry (D-26).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::protocol::draft::Link;
use crate::protocol::jsonrpc::RequestId;
use crate::task::TaskId;
use crate::tool::Progress;

/// The parameters of `notifications/cancelled`, for a request of the client's own.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Cancellation<'a> {
    pub(crate) request_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<&'a str>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Link<'a>>,
}

/// Which of its own requests the server withdraws.
pub(crate) fn cancelled_request(params: Option<&RawValue>) -> Option<RequestId> {
    #[derive(Deserialize)]
    struct Cancelled<'a> {
        #[serde(rename = "requestId", borrow)]
        request_id: &'a RawValue,
    }
    let cancelled: Cancelled<'_> = serde_json::from_str(params?.get()).ok()?;
    RequestId::from_raw(cancelled.request_id)
}

/// The task that a message with these parameters belongs to.
pub(crate) fn linked_task(params: Option<&RawValue>) -> Option<TaskId> {
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(rename = "_meta", borrow)]
        meta: Meta<'a>,
    }
    #[derive(Deserialize)]
    struct Meta<'a> {
        #[serde(rename = "modelcontextprotocol.io/related-task", borrow)]
        link: Related<'a>,
    }
    #[derive(Deserialize)]
    struct Related<'a> {
        #[serde(rename = "taskId", borrow)]
        task_id: Cow<'a, str>,
    }
    let params: Params<'_> = serde_json::from_str(params?.get()).ok()?;
    Some(TaskId::new(&*params.meta.link.task_id))
}

/// The request that a progress notification is about, by the token that the client gave it, and
/// how far it is.
pub(crate) fn progress(params: Option<&RawValue>) -> Option<(i64, Progress)> {
    #[derive(Deserialize)]
    struct Params {
        #[serde(rename = "progressToken")]
        token: i64,
        progress: f64,
        #[serde(default)]
        total: Option<f64>,
        #[serde(default, deserialize_with = "super::text")]
        message: Option<String>,
    }
    let params: Params = serde_json::from_str(params?.get()).ok()?;
    let progress = Progress {
        done: params.progress,
        total: params.total,
        message: params.message,
    };
    Some((params.token, progress))
}
