//! `initialize`, as a client asks and reads it (N-01, N-02).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::text;
use crate::protocol::lifecycle::{Empty, Implementation, Version};

/// The newest version that a client speaks.
pub(crate) const NEWEST: Version = Version::V2025_06_18;

/// The version of that name, if a client speaks it.
pub(crate) fn spoken(version: &str) -> Option<Version> {
    Version::parse(version).filter(|version| *version <= NEWEST)
}

/// The parameters of `initialize`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Offer<'a> {
    protocol_version: &'static str,
    capabilities: Declared,
    client_info: Cow<'a, Implementation>,
}

#[derive(Debug, Default, Serialize)]
struct Declared {
    #[serde(skip_serializing_if = "Option::is_none")]
    elicitation: Option<Empty>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampling: Option<Empty>,
    #[serde(skip_serializing_if = "Option::is_none")]
    roots: Option<Empty>,
}

impl<'a> Offer<'a> {
    /// Offers a version; `answers` tells for which methods the client has an answer.
    pub(crate) fn new(
        version: Version,
        client: &'a Implementation,
        answers: impl Fn(&str) -> bool,
    ) -> Self {
        use crate::protocol::ask;
        let declared = |method: &str| answers(method).then_some(Empty {});
        Self {
            protocol_version: version.as_str(),
            capabilities: Declared {
                elicitation: declared(ask::ELICIT).filter(|_| version.has_elicitation()),
                sampling: declared(ask::SAMPLE),
                roots: declared(ask::ROOTS),
            },
            client_info: client.within(version),
        }
    }
}

/// The result of `initialize`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Handshake {
    pub(crate) protocol_version: String,
    #[serde(default)]
    pub(crate) capabilities: Option<Box<RawValue>>,
    #[serde(default)]
    pub(crate) server_info: ServerInfo,
    #[serde(default, deserialize_with = "text")]
    pub(crate) instructions: Option<String>,
}

/// Who the server says it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct ServerInfo {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// A name for people.
    #[serde(default, deserialize_with = "text")]
    pub title: Option<String>,
    /// The version of the program.
    #[serde(default)]
    pub version: String,
}
