//! What cannot be offered, and why.

use crate::prompt::PromptFault;
use crate::resource::ResourceFault;
use crate::tool::BuildError;

/// Why a tool, a prompt or a resource cannot be offered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// A tool's definition is wrong.
    #[error(transparent)]
    Tool(#[from] BuildError),
    /// A prompt's definition is wrong.
    #[error("prompt `{name}`: {fault}")]
    Prompt {
        /// The prompt's name.
        name: String,
        /// What is wrong with it.
        fault: PromptFault,
    },
    /// A resource's definition is wrong.
    #[error("resource `{uri}`: {fault}")]
    Resource {
        /// The resource's URI.
        uri: String,
        /// What is wrong with it.
        fault: ResourceFault,
    },
    /// A resource template's definition is wrong.
    #[error("resource template `{uri_template}`: {fault}")]
    Template {
        /// The template.
        uri_template: String,
        /// What is wrong with it.
        fault: ResourceFault,
    },
}
