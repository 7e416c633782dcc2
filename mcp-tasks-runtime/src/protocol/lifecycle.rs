//! The handshake: protocol versions with their gates, `initialize` (N-01 … N-07).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::draft;
use super::meta::{invalid_params, read};
use crate::task::ErrorBody;

/// The protocol versions that are agreed on by a handshake, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Version {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
}

impl Version {
    pub(crate) const ALL: [Self; 3] = [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18];
    pub(crate) const NEWEST: Self = Self::V2025_06_18;

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|version| version.as_str() == text)
    }

    /// JSON-RPC batches exist in one version only (C-27).
    pub(crate) fn has_batches(self) -> bool {
        self == Self::V2025_03_26
    }

    pub(crate) fn has_annotations(self) -> bool {
        self >= Self::V2025_03_26
    }

    pub(crate) fn has_audio(self) -> bool {
        self >= Self::V2025_03_26
    }

    pub(crate) fn has_progress_messages(self) -> bool {
        self >= Self::V2025_03_26
    }

    pub(crate) fn has_structured_content(self) -> bool {
        self >= Self::V2025_06_18
    }

    pub(crate) fn has_resource_links(self) -> bool {
        self >= Self::V2025_06_18
    }

    pub(crate) fn has_titles(self) -> bool {
        self >= Self::V2025_06_18
    }

    pub(crate) fn has_elicitation(self) -> bool {
        self >= Self::V2025_06_18
    }
}

/// What a client said about itself.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) version: Version,
    pub(crate) capabilities: ClientCapabilities,
}

/// What a client declared that it answers. Each is an object, or absent; `true` is taken for an
/// object, as older clients send it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ClientCapabilities {
    pub(crate) elicitation: bool,
    pub(crate) sampling: bool,
    pub(crate) roots: bool,
}

#[derive(Deserialize)]
struct InitializeParams<'a> {
    #[serde(rename = "protocolVersion", borrow, default)]
    protocol_version: Option<&'a RawValue>,
    #[serde(borrow, default)]
    capabilities: Option<&'a RawValue>,
}

/// Reads the parameters of `initialize`; the version is the one to answer with (N-07).
pub(crate) fn read_initialize(params: Option<&RawValue>) -> Result<Peer, ErrorBody> {
    let params = params.ok_or_else(|| invalid_params("`protocolVersion` is missing"))?;
    let params: InitializeParams<'_> = read(params)?;
    let version = params
        .protocol_version
        .and_then(super::jsonrpc::string)
        .ok_or_else(|| invalid_params("`protocolVersion` must be a string"))?;
    let capabilities: Value = match params.capabilities {
        Some(raw) => read(raw)?,
        None => Value::Null,
    };
    let declares = |name: &str| {
        matches!(
            capabilities.get(name),
            Some(Value::Object(_) | Value::Bool(true))
        )
    };
    Ok(Peer {
        version: Version::parse(&version).unwrap_or(Version::NEWEST),
        capabilities: ClientCapabilities {
            elicitation: declares("elicitation"),
            sampling: declares("sampling"),
            roots: declares("roots"),
        },
    })
}

/// Who a server, or a client, says it is.
#[derive(Clone, Debug)]
pub(crate) struct Implementation {
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) version: String,
}

impl Implementation {
    /// As that version has it.
    pub(crate) fn seen_by(&self, version: Version) -> SeenImplementation<'_> {
        SeenImplementation {
            name: &self.name,
            title: self.title.as_deref().filter(|_| version.has_titles()),
            version: &self.version,
        }
    }
}

/// An [`Implementation`], as one protocol version has it.
#[derive(Debug, Serialize)]
pub(crate) struct SeenImplementation<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    version: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeResult<'a> {
    pub(crate) protocol_version: &'static str,
    pub(crate) capabilities: ServerCapabilities,
    pub(crate) server_info: SeenImplementation<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instructions: Option<&'a str>,
}

#[derive(Serialize)]
pub(crate) struct ServerCapabilities {
    tools: Empty,
    #[serde(skip_serializing_if = "Option::is_none")]
    tasks: Option<draft::Capability>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Empty {}

impl ServerCapabilities {
    pub(crate) fn new(tasks: bool) -> Self {
        Self {
            tools: Empty {},
            tasks: tasks.then(draft::Capability::default),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_are_declared_by_objects() {
        let read = |capabilities: &str| {
            let params =
                format!(r#"{{"protocolVersion":"2025-03-26","capabilities":{capabilities}}}"#);
            read_initialize(Some(&RawValue::from_string(params).unwrap())).unwrap()
        };
        for (capabilities, elicitation) in [
            (r#"{"elicitation":{}}"#, true),
            (r#"{"elicitation":{"form":{}}}"#, true),
            (r#"{"elicitation":true}"#, true),
            (r#"{"elicitation":false}"#, false),
            (r#"{"elicitation":null}"#, false),
            (r#"{"sampling":{}}"#, false),
            ("{}", false),
            ("null", false),
            ("[]", false),
        ] {
            let peer = read(capabilities);
            assert_eq!(peer.version, Version::V2025_03_26);
            assert_eq!(peer.capabilities.elicitation, elicitation, "{capabilities}");
        }
        let all = read(r#"{"elicitation":{},"sampling":{},"roots":{"listChanged":true}}"#);
        let ClientCapabilities {
            elicitation,
            sampling,
            roots,
        } = all.capabilities;
        assert!(elicitation && sampling && roots);
    }

    #[test]
    fn versions_are_in_order() {
        assert!(Version::ALL.is_sorted());
        assert_eq!(Version::ALL.last(), Some(&Version::NEWEST));
        for (index, version) in Version::ALL.into_iter().enumerate() {
            assert_eq!(Version::parse(version.as_str()), Some(version));
            assert_eq!(version as usize, index, "listings are found by it");
        }
    }
}
