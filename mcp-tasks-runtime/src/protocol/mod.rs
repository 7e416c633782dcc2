//! What is on the wire: the JSON-RPC envelope, the handshake, tools, the rest of the catalog, and
//! one file per task dialect. Nothing here does I/O, and nothing outside knows a wire name.

#[cfg_attr(
    not(test),
    expect(dead_code, unused_imports, reason = "not served by any method yet")
)]
pub(crate) mod catalog;
pub(crate) mod draft;
pub(crate) mod jsonrpc;
pub(crate) mod lifecycle;
pub(crate) mod meta;
pub(crate) mod tools;

/// The methods that a server answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Initialize,
    Ping,
    ToolsList,
    ToolsCall,
    TasksGet,
    TasksResult,
    TasksList,
    TasksDelete,
}

impl Method {
    /// The method of that name, if a server answers it.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "initialize" => Self::Initialize,
            "ping" => Self::Ping,
            "tools/list" => Self::ToolsList,
            "tools/call" => Self::ToolsCall,
            "tasks/get" => Self::TasksGet,
            "tasks/result" => Self::TasksResult,
            "tasks/list" => Self::TasksList,
            "tasks/delete" => Self::TasksDelete,
            _ => return None,
        })
    }

    /// The name on the wire.
    #[cfg(feature = "client")]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Initialize => "initialize",
            Self::Ping => "ping",
            Self::ToolsList => "tools/list",
            Self::ToolsCall => "tools/call",
            Self::TasksGet => "tasks/get",
            Self::TasksResult => "tasks/result",
            Self::TasksList => "tasks/list",
            Self::TasksDelete => "tasks/delete",
        }
    }
}

/// Notifications, by name.
pub(crate) mod notification {
    #[cfg(feature = "client")]
    pub(crate) const INITIALIZED: &str = "notifications/initialized";
    pub(crate) const CANCELLED: &str = "notifications/cancelled";
    pub(crate) const PROGRESS: &str = "notifications/progress";
}

/// Requests from a server to its client, by name.
pub(crate) mod ask {
    pub(crate) const ELICIT: &str = "elicitation/create";
    pub(crate) const SAMPLE: &str = "sampling/createMessage";
    pub(crate) const ROOTS: &str = "roots/list";
    pub(crate) const PING: &str = "ping";
}
