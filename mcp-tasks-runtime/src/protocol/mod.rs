//! What is on the wire: the JSON-RPC envelope, the handshake, tools, the rest of the catalog, and
//! one file per task dialect. Nothing here does I/O, and nothing outside knows a wire name.

pub(crate) mod catalog;
#[cfg(feature = "client")]
pub(crate) mod client;
pub(crate) mod dialect;
pub(crate) mod draft;
pub(crate) mod jsonrpc;
pub(crate) mod lifecycle;
pub(crate) mod link;
pub(crate) mod meta;
pub(crate) mod params;
pub(crate) mod projection;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod time;
pub(crate) mod tools;
pub(crate) mod v2025_11_25;
pub(crate) mod v2026_07_28;

/// The methods that a server answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Initialize,
    Ping,
    ToolsList,
    ToolsCall,
    PromptsList,
    PromptsGet,
    ResourcesList,
    TemplatesList,
    ResourcesRead,
    Subscribe,
    Unsubscribe,
    Complete,
    TasksGet,
    TasksResult,
    TasksList,
    TasksDelete,
    TasksCancel,
    TasksUpdate,
    Discover,
    Listen,
    SetLevel,
}

impl Method {
    /// The method of that name, if a server answers it.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "initialize" => Self::Initialize,
            "ping" => Self::Ping,
            "tools/list" => Self::ToolsList,
            "tools/call" => Self::ToolsCall,
            "prompts/list" => Self::PromptsList,
            "prompts/get" => Self::PromptsGet,
            "resources/list" => Self::ResourcesList,
            "resources/templates/list" => Self::TemplatesList,
            "resources/read" => Self::ResourcesRead,
            "resources/subscribe" => Self::Subscribe,
            "resources/unsubscribe" => Self::Unsubscribe,
            "completion/complete" => Self::Complete,
            "tasks/get" => Self::TasksGet,
            "tasks/result" => Self::TasksResult,
            "tasks/list" => Self::TasksList,
            "tasks/delete" => Self::TasksDelete,
            "tasks/cancel" => Self::TasksCancel,
            "tasks/update" => Self::TasksUpdate,
            "server/discover" => Self::Discover,
            "subscriptions/listen" => Self::Listen,
            "logging/setLevel" => Self::SetLevel,
            _ => return None,
        })
    }

    /// The name on the wire.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Initialize => "initialize",
            Self::Ping => "ping",
            Self::ToolsList => "tools/list",
            Self::ToolsCall => "tools/call",
            Self::PromptsList => "prompts/list",
            Self::PromptsGet => "prompts/get",
            Self::ResourcesList => "resources/list",
            Self::TemplatesList => "resources/templates/list",
            Self::ResourcesRead => "resources/read",
            Self::Subscribe => "resources/subscribe",
            Self::Unsubscribe => "resources/unsubscribe",
            Self::Complete => "completion/complete",
            Self::TasksGet => "tasks/get",
            Self::TasksResult => "tasks/result",
            Self::TasksList => "tasks/list",
            Self::TasksDelete => "tasks/delete",
            Self::TasksCancel => "tasks/cancel",
            Self::TasksUpdate => "tasks/update",
            Self::Discover => "server/discover",
            Self::Listen => "subscriptions/listen",
            Self::SetLevel => "logging/setLevel",
        }
    }
}

/// Notifications, by name.
pub(crate) mod notification {
    pub(crate) const INITIALIZED: &str = "notifications/initialized";
    pub(crate) const CANCELLED: &str = "notifications/cancelled";
    pub(crate) const PROGRESS: &str = "notifications/progress";
    pub(crate) const MESSAGE: &str = "notifications/message";
}

/// Requests from a server to its client, by name.
pub(crate) mod ask {
    pub(crate) const ELICIT: &str = "elicitation/create";
    pub(crate) const SAMPLE: &str = "sampling/createMessage";
    pub(crate) const ROOTS: &str = "roots/list";
    pub(crate) const PING: &str = "ping";
}
