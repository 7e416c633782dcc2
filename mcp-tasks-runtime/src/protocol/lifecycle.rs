//! The handshake: protocol versions with their gates, `initialize` (N-01 … N-07).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::catalog::Offered;
use super::meta::{invalid_params, read};
use super::{draft, v2025_11_25};
use crate::task::ErrorBody;
use crate::tool::Icon;

/// The protocol versions that are agreed on by a handshake, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Version {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    V2025_11_25,
}

impl Version {
    /// Every version, oldest first.
    pub(crate) const ALL: [Self; 4] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
    ];
    pub(crate) const NEWEST: Self = Self::V2025_11_25;

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
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

    pub(crate) fn has_completions(self) -> bool {
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

    /// Elicitation by a URL, and modes at all (N-25).
    pub(crate) fn has_url_elicitation(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// Tools within sampling requests (N-81).
    pub(crate) fn has_sampling_tools(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// Icons of tools and of implementations.
    pub(crate) fn has_icons(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// The description and the website of an implementation.
    pub(crate) fn has_descriptions(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// `execution` of a tool, and tasks of the protocol's own (N-32).
    pub(crate) fn has_tasks(self) -> bool {
        self >= Self::V2025_11_25
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
    /// By a form.
    pub(crate) elicitation: bool,
    /// By a URL.
    pub(crate) elicitation_url: bool,
    pub(crate) sampling: bool,
    /// With tools for the model to use.
    pub(crate) sampling_tools: bool,
    pub(crate) roots: bool,
}

impl ClientCapabilities {
    /// What the object says. An elicitation without a mode means forms (N-25).
    pub(crate) fn of(capabilities: &Value) -> Self {
        let declares = |path: &[&str]| {
            let found = path.iter().try_fold(capabilities, |at, name| at.get(name));
            matches!(found, Some(Value::Object(_) | Value::Bool(true)))
        };
        let elicitation_url = declares(&["elicitation", "url"]);
        Self {
            elicitation: declares(&["elicitation", "form"])
                || (declares(&["elicitation"]) && !elicitation_url),
            elicitation_url,
            sampling: declares(&["sampling"]),
            sampling_tools: declares(&["sampling", "tools"]),
            roots: declares(&["roots"]),
        }
    }

    /// What of it exists in that version, where modes are not known before they exist.
    fn within(self, version: Version) -> Self {
        Self {
            elicitation: self.elicitation
                || (self.elicitation_url && !version.has_url_elicitation()),
            elicitation_url: self.elicitation_url && version.has_url_elicitation(),
            sampling_tools: self.sampling_tools && version.has_sampling_tools(),
            ..self
        }
    }
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
    let version = Version::parse(&version).unwrap_or(Version::NEWEST);
    Ok(Peer {
        version,
        capabilities: ClientCapabilities::of(&capabilities).within(version),
    })
}

/// Who a server, or a client, says it is.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Implementation {
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    pub(crate) version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) website_url: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) icons: Vec<Icon>,
}

impl Implementation {
    /// Without what that version does not know.
    pub(crate) fn within(&self, version: Version) -> Cow<'_, Self> {
        if version.has_descriptions() && version.has_icons() {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Self {
            name: self.name.clone(),
            title: self.title.clone().filter(|_| version.has_titles()),
            version: self.version.clone(),
            ..Self::default()
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeResult<'a> {
    pub(crate) protocol_version: &'static str,
    pub(crate) capabilities: ServerCapabilities,
    pub(crate) server_info: Cow<'a, Implementation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instructions: Option<&'a str>,
}

#[derive(Serialize)]
pub(crate) struct ServerCapabilities {
    tools: ToolsCapability,
    #[serde(flatten)]
    offered: Offered,
    /// Messages of a log go to a client that set a level (N-77).
    logging: Empty,
    #[serde(skip_serializing_if = "Option::is_none")]
    tasks: Option<TasksCapability>,
}

/// That there are tools.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolsCapability {
    /// Whether changes of their list are told.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) list_changed: bool,
}

/// The one key that two dialects share, each with a shape of its own (D-45, N-20).
#[derive(Serialize)]
#[serde(untagged)]
enum TasksCapability {
    Draft(draft::Capability),
    V2025_11_25(v2025_11_25::Capability),
}

#[derive(Debug, Serialize)]
pub(crate) struct Empty {}

impl ServerCapabilities {
    pub(crate) fn new(tasks: bool) -> Self {
        Self {
            tools: ToolsCapability::default(),
            offered: Offered::default(),
            logging: Empty {},
            tasks: tasks.then(|| TasksCapability::Draft(draft::Capability::default())),
        }
    }

    /// What a client of that version is told. Tasks are listed only where their owners can be
    /// told apart (N-24).
    pub(crate) fn within(version: Version, tasks: bool, list: bool) -> Self {
        if !(tasks && version.has_tasks()) {
            return Self::new(tasks);
        }
        let capability = v2025_11_25::Capability::new(list);
        Self {
            tasks: Some(TasksCapability::V2025_11_25(capability)),
            ..Self::new(false)
        }
    }

    /// Adds what else is offered, and that changes of the lists are told.
    pub(crate) fn offering(mut self, offered: Offered) -> Self {
        self.tools.list_changed = true;
        self.offered = offered;
        self
    }
}

#[cfg(test)]
mod tests;
