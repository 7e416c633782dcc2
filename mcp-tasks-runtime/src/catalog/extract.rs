//! The catalog as a tool of its own server takes it.

use std::sync::{Arc, Weak};

use super::{Catalog, Shared};
use crate::tool::{FromCall, TaskContext, ToolError};

/// A catalog that is gone with its server: what the server's own tools are given.
#[derive(Debug)]
pub(crate) struct WeakCatalog(Weak<Shared>);

impl WeakCatalog {
    pub(crate) fn of(catalog: &Catalog) -> Self {
        Self(Arc::downgrade(&catalog.shared))
    }
}

/// The catalog of the server that the tool is one of.
///
/// ```
/// use mcp_tasks_runtime::{Catalog, mcp_tool};
///
/// /// Take back this tool.
/// #[mcp_tool]
/// async fn retire(#[mcp(extract)] catalog: Catalog) -> &'static str {
///     catalog.remove_tool("retire");
///     "goodbye"
/// }
/// ```
impl FromCall for Catalog {
    async fn from_call(context: &TaskContext) -> Result<Self, ToolError> {
        context
            .state::<WeakCatalog>()
            .and_then(|catalog| catalog.0.upgrade())
            .map(|shared| Self { shared })
            .ok_or_else(|| ToolError::internal("the call belongs to no server"))
    }
}
