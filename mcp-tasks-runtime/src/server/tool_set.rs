//! The tools of a server with all that is said of them, made ready once.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::value::RawValue;

use crate::protocol::lifecycle::Version;
use crate::protocol::tools::{self, ToolList, needs_wrapper};
use crate::protocol::v2026_07_28::annotations::{self, ParamHeader};
use crate::task::ErrorBody;
use crate::tool::{BuildError, DefinitionFault, RegisteredTool, Registry, TaskSupport};

/// The tools, and how each dialect shows them.
#[derive(Debug)]
pub(super) struct ToolSet {
    pub(super) registry: Registry,
    /// The entries of listings, for each of [`Version::ALL`].
    listings: [Vec<Box<RawValue>>; Version::ALL.len()],
    /// The entries of listings without a handshake.
    stateless: Vec<Box<RawValue>>,
    /// The headers that repeat arguments, for the tools that ask for any.
    param_headers: HashMap<Arc<str>, Vec<ParamHeader>>,
    /// At least one tool can be a task.
    pub(super) any_task: bool,
}

impl ToolSet {
    pub(super) fn new(registry: Registry) -> Result<Self, BuildError> {
        let fault = |tool: &RegisteredTool, fault| BuildError {
            tool: tool.name.to_string(),
            fault,
        };
        let mut listings: [Vec<_>; Version::ALL.len()] = Default::default();
        let mut stateless = Vec::new();
        let mut param_headers = HashMap::new();
        for tool in registry.tools() {
            let unserialisable = |error: serde_json::Error| {
                fault(tool, DefinitionFault::Unserialisable(error.to_string()))
            };
            for (listing, version) in listings.iter_mut().zip(Version::ALL) {
                listing.push(tools::listed(&tool.descriptor, version).map_err(unserialisable)?);
            }
            stateless.push(tools::listed_statelessly(&tool.descriptor).map_err(unserialisable)?);
            let wanted = tool
                .descriptor
                .input_schema
                .as_ref()
                .map(annotations::collect);
            let wanted = wanted.transpose().map_err(|error| {
                fault(tool, DefinitionFault::HeaderAnnotation(error.to_string()))
            })?;
            if let Some(wanted) = wanted.filter(|wanted| !wanted.is_empty()) {
                param_headers.insert(Arc::clone(&tool.name), wanted);
            }
        }
        let mut tools = registry.tools().iter();
        Ok(Self {
            any_task: tools.any(|tool| tool.descriptor.task != TaskSupport::Forbidden),
            registry,
            listings,
            stateless,
            param_headers,
        })
    }

    /// A page of the listing for a session of that version, or without a session.
    pub(super) fn page(
        &self,
        version: Option<Version>,
        params: Option<&RawValue>,
        size: usize,
    ) -> Result<ToolList<'_>, ErrorBody> {
        let all = match version {
            Some(version) => &self.listings[version as usize],
            None => &self.stateless,
        };
        let before = tools::read_list(params, all.len())?;
        let end = all.len().min(before + size);
        Ok(ToolList {
            tools: &all[before..end],
            next_cursor: (end < all.len()).then(|| tools::list_cursor(end)),
        })
    }

    /// The headers that repeat arguments of a tool.
    pub(super) fn param_headers(&self, tool: &RegisteredTool) -> &[ParamHeader] {
        self.param_headers
            .get(&tool.name)
            .map_or(&[], Vec::as_slice)
    }

    /// Whether the tool's structured content has to be wrapped for those who know objects only.
    pub(super) fn wraps(&self, tool: &str) -> bool {
        let tool = self.registry.get(tool);
        tool.is_some_and(|tool| needs_wrapper(tool.descriptor.output_schema.as_ref()))
    }
}
