//! Resources and templates together: a client reads both by URI.

use super::entries::Entries;
use crate::resource::{ReadFuture, RegisteredResource, RegisteredTemplate, ResourceError};
use crate::tool::TaskContext;

/// A snapshot of a server's resources and templates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resources {
    pub(crate) fixed: Entries<RegisteredResource>,
    pub(crate) templates: Entries<RegisteredTemplate>,
}

impl Resources {
    /// Whether the URI names anything.
    pub(crate) fn has(&self, uri: &str) -> bool {
        let mut templates = self.templates.iter();
        self.fixed.get(uri).is_some() || templates.any(|template| template.request(uri).is_some())
    }

    /// Whether there was ever anything to read.
    pub(crate) fn had_any(&self) -> bool {
        self.fixed.had_any() || self.templates.had_any()
    }

    /// Reads what the URI names: the resource of just that URI, or else one of the first template
    /// whose form it has. What names nothing is not found.
    pub(crate) fn read(&self, uri: &str, context: TaskContext) -> ReadFuture {
        if let Some(resource) = self.fixed.get(uri) {
            return resource.read(context);
        }
        for template in self.templates.iter() {
            if let Some(request) = template.request(uri) {
                return template.read(request, context);
            }
        }
        Box::pin(std::future::ready(Err(ResourceError::not_found(uri))))
    }
}
