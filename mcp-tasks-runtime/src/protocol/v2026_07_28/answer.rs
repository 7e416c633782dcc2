//! Results: each says of what type it is and who gave it (J-06, J-08).

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::meta::{SERVER_INFO, SUBSCRIPTION_ID};
use super::{TASKS, errors};
use crate::protocol::catalog::Offered;
use crate::protocol::jsonrpc::{self, RequestId};
use crate::protocol::lifecycle::{Empty, Implementation, ToolsCapability};
use crate::protocol::meta::write_own;
use crate::task::ResultBody;

/// What kind of result it is (J-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResultType {
    Complete,
    InputRequired,
    /// Of an answer that a task was made, and of nothing else (J-65).
    Task,
}

/// A result: an object of the method's own, with what every result has.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Answer<'a, T> {
    result_type: ResultType,
    #[serde(flatten)]
    body: T,
    #[serde(flatten)]
    fresh: Option<Fresh>,
    #[serde(rename = "_meta", skip_serializing_if = "Meta::is_empty")]
    meta: Meta<'a>,
}

/// How long a listing may be kept, and by whom (J-48).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Fresh {
    pub(crate) ttl_ms: u64,
    pub(crate) cache_scope: CacheScope,
}

/// Who may share a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CacheScope {
    #[allow(dead_code, reason = "for what every client may share")]
    Public,
    Private,
}

/// `_meta`: the result's own entries, and the protocol's.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Meta<'a> {
    pub(super) own: Option<&'a RawValue>,
    pub(super) server: Option<&'a Implementation>,
    pub(super) subscription: Option<&'a RequestId>,
}

impl Meta<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.own.is_none() && self.server.is_none() && self.subscription.is_none()
    }
}

impl Serialize for Meta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        write_own(&mut map, self.own, &[SERVER_INFO, SUBSCRIPTION_ID])?;
        if let Some(server) = self.server {
            map.serialize_entry(SERVER_INFO, server)?;
        }
        if let Some(subscription) = self.subscription {
            map.serialize_entry(SUBSCRIPTION_ID, subscription)?;
        }
        map.end()
    }
}

impl<'a, T: Serialize> Answer<'a, T> {
    pub(crate) fn new(result_type: ResultType, body: T, server: &'a Implementation) -> Self {
        let meta = Meta {
            server: Some(server),
            ..Meta::default()
        };
        Self {
            result_type,
            body,
            fresh: None,
            meta,
        }
    }

    /// A result that says all.
    pub(crate) fn complete(body: T, server: &'a Implementation) -> Self {
        Self::new(ResultType::Complete, body, server)
    }

    /// Lets the client keep the result for a while.
    pub(crate) fn fresh(mut self, fresh: Fresh) -> Self {
        self.fresh = Some(fresh);
        self
    }

    /// Adds the result's own `_meta`.
    pub(crate) fn with_own_meta(mut self, own: Option<&'a RawValue>) -> Self {
        self.meta.own = own;
        self
    }

    /// The whole message.
    pub(crate) fn encode(&self, id: &RequestId) -> jsonrpc::Answer {
        jsonrpc::Answer::result(id, self)
    }
}

/// An empty result: of `tasks/update` and `tasks/cancel` (J-77, J-79).
pub(crate) fn acknowledged(id: &RequestId, server: &Implementation) -> jsonrpc::Answer {
    Answer::complete(Empty {}, server).encode(id)
}

/// The result of `server/discover` (J-22).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Discovered<'a> {
    supported_versions: Vec<&'static str>,
    capabilities: Capabilities,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct Capabilities {
    /// Messages of a log go along with a request that names a level (J-51).
    logging: Empty,
    tools: ToolsCapability,
    #[serde(flatten)]
    offered: Offered,
    #[serde(skip_serializing_if = "Option::is_none")]
    extensions: Option<Extensions>,
}

#[derive(Debug)]
struct Extensions;

impl Serialize for Extensions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(TASKS, &Empty {})?;
        map.end()
    }
}

impl<'a> Discovered<'a> {
    /// `tasks` when the extension is served; `list_changed` when changes of the tools are told to
    /// those who listen.
    pub(crate) fn new(tasks: bool, list_changed: bool, instructions: Option<&'a str>) -> Self {
        Self {
            supported_versions: errors::supported(None),
            capabilities: Capabilities {
                logging: Empty {},
                tools: ToolsCapability { list_changed },
                offered: Offered::default(),
                extensions: tasks.then_some(Extensions),
            },
            instructions,
        }
    }

    /// Adds what else is offered.
    pub(crate) fn offering(mut self, offered: Offered) -> Self {
        self.capabilities.offered = offered;
        self
    }
}

/// A tool's result: structured content is any JSON value, as it is.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallResult<'a> {
    content: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
    is_error: bool,
}

impl<'a> CallResult<'a> {
    pub(crate) fn new(body: &'a ResultBody) -> Self {
        Self {
            content: &body.content,
            structured_content: body.structured.as_deref(),
            is_error: body.is_error,
        }
    }

    /// The answer to a call.
    pub(crate) fn answer(body: &'a ResultBody, server: &'a Implementation) -> Answer<'a, Self> {
        Answer::complete(Self::new(body), server).with_own_meta(body.meta.as_deref())
    }

    /// The result as it stands in the task that it ended (J-73).
    pub(super) fn inlined(body: &'a ResultBody) -> Answer<'a, Self> {
        let meta = Meta {
            own: body.meta.as_deref(),
            ..Meta::default()
        };
        Answer {
            result_type: ResultType::Complete,
            body: Self::new(body),
            fresh: None,
            meta,
        }
    }
}

/// An answer without anything but its type and the subscription that it ends (J-43).
pub(super) fn ended<'a>(
    subscription: &'a RequestId,
    server: &'a Implementation,
) -> Answer<'a, Empty> {
    let mut answer = Answer::complete(Empty {}, server);
    answer.meta.subscription = Some(subscription);
    answer
}
