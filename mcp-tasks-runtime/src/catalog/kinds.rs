//! The four kinds of entry.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::CatalogError;
use super::entries::{Entry, Refusal, Terms};
use crate::prompt::{PromptFault, RegisteredPrompt};
use crate::protocol::catalog::{List, listed_prompt, listed_resource, listed_template};
use crate::protocol::lifecycle::Version;
use crate::protocol::tools;
use crate::resource::{RegisteredResource, RegisteredTemplate, ResourceFault};
use crate::tool::{DefinitionFault, RegisteredTool};

impl Entry for RegisteredTool {
    const LIST: List = List::Tools;

    fn key(&self) -> &Arc<str> {
        &self.name
    }

    fn check(&self, terms: &Terms) -> Result<(), CatalogError> {
        Ok(self.check(&terms.states, terms.tasks)?)
    }

    fn listed(&self, version: Option<Version>) -> Result<Box<RawValue>, serde_json::Error> {
        match version {
            Some(version) => tools::listed(&self.descriptor, version),
            None => tools::listed_statelessly(&self.descriptor),
        }
    }

    fn refused(&self, why: Refusal) -> CatalogError {
        let fault = match why {
            Refusal::Duplicate => DefinitionFault::DuplicateName,
            Refusal::Unserialisable(text) => DefinitionFault::Unserialisable(text),
        };
        self.error(fault).into()
    }
}

impl Entry for RegisteredPrompt {
    const LIST: List = List::Prompts;

    fn key(&self) -> &Arc<str> {
        &self.name
    }

    fn check(&self, terms: &Terms) -> Result<(), CatalogError> {
        let name = || self.name.to_string();
        self.check(&terms.states)
            .map_err(|fault| CatalogError::Prompt {
                name: name(),
                fault,
            })
    }

    fn listed(&self, version: Option<Version>) -> Result<Box<RawValue>, serde_json::Error> {
        listed_prompt(&self.descriptor, version.unwrap_or(Version::NEWEST))
    }

    fn refused(&self, why: Refusal) -> CatalogError {
        CatalogError::Prompt {
            name: self.name.to_string(),
            fault: match why {
                Refusal::Duplicate => PromptFault::DuplicateName,
                Refusal::Unserialisable(text) => PromptFault::Unserialisable(text),
            },
        }
    }
}

impl Entry for RegisteredResource {
    const LIST: List = List::Resources;

    fn key(&self) -> &Arc<str> {
        &self.uri
    }

    fn check(&self, terms: &Terms) -> Result<(), CatalogError> {
        let uri = || self.uri.to_string();
        self.check(&terms.states)
            .map_err(|fault| CatalogError::Resource { uri: uri(), fault })
    }

    fn listed(&self, version: Option<Version>) -> Result<Box<RawValue>, serde_json::Error> {
        listed_resource(&self.descriptor, version.unwrap_or(Version::NEWEST))
    }

    fn refused(&self, why: Refusal) -> CatalogError {
        CatalogError::Resource {
            uri: self.uri.to_string(),
            fault: resource_fault(why),
        }
    }
}

impl Entry for RegisteredTemplate {
    const LIST: List = List::Templates;

    fn key(&self) -> &Arc<str> {
        &self.uri_template
    }

    fn check(&self, terms: &Terms) -> Result<(), CatalogError> {
        let checked = self.check(&terms.states);
        checked.map_err(|fault| CatalogError::Template {
            uri_template: self.uri_template.to_string(),
            fault,
        })
    }

    fn listed(&self, version: Option<Version>) -> Result<Box<RawValue>, serde_json::Error> {
        listed_template(&self.descriptor, version.unwrap_or(Version::NEWEST))
    }

    fn refused(&self, why: Refusal) -> CatalogError {
        CatalogError::Template {
            uri_template: self.uri_template.to_string(),
            fault: resource_fault(why),
        }
    }
}

fn resource_fault(why: Refusal) -> ResourceFault {
    match why {
        Refusal::Duplicate => ResourceFault::DuplicateUri,
        Refusal::Unserialisable(text) => ResourceFault::Unserialisable(text),
    }
}
