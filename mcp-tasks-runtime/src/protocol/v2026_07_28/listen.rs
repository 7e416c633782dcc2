//! `subscriptions/listen`: what a client wants to be told of, and how it is told (J-40 … J-44).

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::{self, Meta};
use crate::protocol::jsonrpc::{self, RequestId};
use crate::protocol::lifecycle::Implementation;
use crate::protocol::meta::{invalid_params, read};
use crate::protocol::notification;
use crate::task::{ErrorBody, TaskId};

/// The first message of a subscription.
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";

/// What a client asks to be told of; also the part of it that was accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Filter {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) tools_list_changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) prompts_list_changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) resources_list_changed: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) resource_subscriptions: Vec<String>,
    /// Tasks: only a client that declared the extension may name any (J-82).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) task_ids: Vec<TaskId>,
}

impl Filter {
    /// Reads the parameters of `subscriptions/listen`.
    pub(crate) fn read(params: Option<&RawValue>) -> Result<Self, ErrorBody> {
        #[derive(Deserialize)]
        struct Params {
            notifications: Option<Filter>,
        }
        params
            .map(read::<Params>)
            .transpose()?
            .and_then(|params| params.notifications)
            .ok_or_else(|| invalid_params("`notifications` is missing"))
    }
}

/// A list that has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "for tools that come and go")]
pub(crate) enum List {
    Tools,
    Prompts,
    Resources,
}

/// Parameters of a notification on a subscription: each carries the id of the request that opened
/// it (J-41).
#[derive(Serialize)]
struct Tagged<'a, T> {
    #[serde(flatten)]
    params: T,
    #[serde(rename = "_meta")]
    meta: Meta<'a>,
}

fn tagged<T: Serialize>(method: &str, params: T, subscription: &RequestId) -> Vec<u8> {
    let meta = Meta {
        subscription: Some(subscription),
        ..Meta::default()
    };
    jsonrpc::notification(method, Some(&Tagged { params, meta }))
}

/// `notifications/subscriptions/acknowledged`: what of the wishes was accepted (J-40).
pub(crate) fn acknowledged(subscription: &RequestId, accepted: &Filter) -> Vec<u8> {
    #[derive(Serialize)]
    struct Params<'a> {
        notifications: &'a Filter,
    }
    let params = Params {
        notifications: accepted,
    };
    tagged(ACKNOWLEDGED, params, subscription)
}

/// That a list has changed.
#[allow(dead_code, reason = "for tools that come and go")]
pub(crate) fn list_changed(list: List, subscription: &RequestId) -> Vec<u8> {
    #[derive(Serialize)]
    struct Nothing {}
    let method = match list {
        List::Tools => "notifications/tools/list_changed",
        List::Prompts => "notifications/prompts/list_changed",
        List::Resources => "notifications/resources/list_changed",
    };
    tagged(method, Nothing {}, subscription)
}

/// The end of a subscription that the server gives up: the answer to its request (J-43).
pub(crate) fn ended(subscription: &RequestId, server: &Implementation) -> jsonrpc::Answer {
    answer::ended(subscription, server).encode(subscription)
}

/// What goes before that answer on a pipe (J-44).
pub(crate) fn torn_down(subscription: &RequestId) -> Vec<u8> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Params<'a> {
        request_id: &'a RequestId,
    }
    let params = Params {
        request_id: subscription,
    };
    tagged(notification::CANCELLED, params, subscription)
}
