//! What a server is told to offer before it is built.

use std::sync::Arc;

use super::{Catalog, CatalogError, Terms};
use crate::prompt::RegisteredPrompt;
use crate::resource::{RegisteredResource, RegisteredTemplate};
use crate::tool::RegisteredTool;

/// Everything that a catalog begins with, gathered in order and judged when it is built.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) tools: Vec<RegisteredTool>,
    pub(crate) prompts: Vec<RegisteredPrompt>,
    pub(crate) resources: Vec<RegisteredResource>,
    pub(crate) templates: Vec<RegisteredTemplate>,
}

impl Draft {
    /// Checks everything, and names the first that cannot be offered on these terms.
    pub(crate) fn build(self, terms: Terms) -> Result<Catalog, CatalogError> {
        let catalog = Catalog::new(terms);
        let shared = &catalog.shared;
        let terms = &shared.terms;
        shared.tools.edit(|tools| {
            let mut added = self.tools.into_iter().map(Arc::new);
            added.try_for_each(|tool| tools.add(tool, terms))
        })?;
        shared.prompts.edit(|prompts| {
            let mut added = self.prompts.into_iter().map(Arc::new);
            added.try_for_each(|prompt| prompts.add(prompt, terms))
        })?;
        shared.resources.edit(|resources| {
            let mut fixed = self.resources.into_iter().map(Arc::new);
            fixed.try_for_each(|resource| resources.fixed.add(resource, terms))?;
            let mut templates = self.templates.into_iter().map(Arc::new);
            templates.try_for_each(|template| resources.templates.add(template, terms))
        })?;
        Ok(catalog)
    }
}
