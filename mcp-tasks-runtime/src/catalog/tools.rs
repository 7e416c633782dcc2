//! Tools with what a request to call one has to know.

use std::collections::HashMap;
use std::sync::Arc;

use super::CatalogError;
use super::entries::{Entries, Terms};
use crate::protocol::tools::needs_wrapper;
use crate::protocol::v2026_07_28::annotations::{self, ParamHeader};
use crate::tool::{DefinitionFault, RegisteredTool, TaskSupport};

/// A snapshot of a server's tools.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tools {
    pub(crate) listed: Entries<RegisteredTool>,
    /// The headers that repeat arguments, for the tools that ask for any.
    param_headers: HashMap<Arc<str>, Arc<[ParamHeader]>>,
    /// Whether there was ever a tool that can be a task: tasks outlive their tool.
    pub(crate) had_task: bool,
}

impl Tools {
    /// Adds a tool at the end, if it can be offered on these terms.
    pub(crate) fn add(
        &mut self,
        tool: Arc<RegisteredTool>,
        terms: &Terms,
    ) -> Result<(), CatalogError> {
        self.listed.add(Arc::clone(&tool), terms)?;
        let descriptor = &tool.descriptor;
        let headers = descriptor.input_schema.as_ref().map(annotations::collect);
        let headers = headers
            .transpose()
            .map_err(|error| tool.error(DefinitionFault::HeaderAnnotation(error.to_string())))?;
        if let Some(headers) = headers.filter(|headers| !headers.is_empty()) {
            self.param_headers
                .insert(Arc::clone(&tool.name), headers.into());
        }
        self.had_task |= descriptor.task != TaskSupport::Forbidden;
        Ok(())
    }

    /// Removes the tool of that name, if there is one.
    pub(crate) fn remove(&mut self, name: &str) -> Option<Arc<RegisteredTool>> {
        self.param_headers.remove(name);
        self.listed.remove(name)
    }

    /// The tool of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&Arc<RegisteredTool>> {
        self.listed.get(name)
    }

    /// The headers that repeat arguments of a tool.
    pub(crate) fn param_headers(&self, tool: &str) -> &[ParamHeader] {
        self.param_headers.get(tool).map_or(&[], |headers| headers)
    }

    /// Whether the tool's structured content has to be wrapped for those who know objects only.
    pub(crate) fn wraps(&self, tool: &str) -> bool {
        let tool = self.get(tool);
        tool.is_some_and(|tool| needs_wrapper(tool.descriptor.output_schema.as_ref()))
    }
}
