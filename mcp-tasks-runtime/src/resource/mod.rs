//! What a resource is: the [`Resource`] and [`ResourceTemplate`] traits, their descriptors, what
//! reading gives, and the form in which a server keeps them.

mod contents;
mod descriptor;
mod error;
mod registered;
mod template;
mod uri;

pub use contents::ReadRequest;
pub use descriptor::{ResourceDescriptor, TemplateDescriptor};
pub use error::{ResourceError, ResourceFault};
pub(crate) use registered::{ReadFuture, RegisteredResource, RegisteredTemplate};
pub use template::UriTemplateFault;

use std::future::Future;

use serde::de::DeserializeOwned;

use crate::tool::{Requirements, ResourceContents, TaskContext};

/// A resource of one URI that a server can offer.
///
/// ```
/// use mcp_tasks_runtime::{
///     ReadRequest, Resource, ResourceContents, ResourceDescriptor, ResourceError, TaskContext,
/// };
///
/// struct Motd;
///
/// impl Resource for Motd {
///     fn descriptor() -> ResourceDescriptor {
///         ResourceDescriptor::new("notes://motd", "motd").with_mime_type("text/plain")
///     }
///
///     async fn read(
///         request: ReadRequest,
///         _context: TaskContext,
///     ) -> Result<Vec<ResourceContents>, ResourceError> {
///         Ok(request.text("All systems go."))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "implement `Resource` for it, or give the builder a descriptor and a closure"
)]
pub trait Resource: 'static {
    /// URI, name and options.
    fn descriptor() -> ResourceDescriptor;

    /// Says what the resource needs from its server, so that a server without it is not built.
    fn requirements(_requirements: &mut Requirements<'_>) {}

    /// Reads the resource.
    ///
    /// # Errors
    ///
    /// [`ResourceError::NotFound`] when it is not there just now.
    ///
    /// # Cancel safety
    ///
    /// The future is dropped when the request is cancelled.
    fn read(
        request: ReadRequest,
        context: TaskContext,
    ) -> impl Future<Output = Result<Vec<ResourceContents>, ResourceError>> + Send;
}

/// Resources of all URIs of one form that a server can offer.
///
/// ```
/// use mcp_tasks_runtime::{
///     ReadRequest, ResourceContents, ResourceError, ResourceTemplate, TaskContext,
///     TemplateDescriptor, serde,
/// };
///
/// #[derive(serde::Deserialize)]
/// #[serde(crate = "mcp_tasks_runtime::serde")]
/// struct Note {
///     id: u64,
/// }
///
/// impl ResourceTemplate for Note {
///     type Variables = Self;
///
///     fn descriptor() -> TemplateDescriptor {
///         TemplateDescriptor::new("notes://{id}/text", "note").with_mime_type("text/plain")
///     }
///
///     async fn read(
///         note: Self,
///         request: ReadRequest,
///         _context: TaskContext,
///     ) -> Result<Vec<ResourceContents>, ResourceError> {
///         match note.id {
///             1 => Ok(request.text("The first note.")),
///             _ => Err(request.not_found()),
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource template",
    label = "not a resource template",
    note = "implement `ResourceTemplate` for it, or give the builder a descriptor and a closure"
)]
pub trait ResourceTemplate: 'static {
    /// The variables: a struct of texts, numbers, booleans and enums without data, or
    /// [`Arguments`](crate::Arguments) for any. A URI whose variables are none of these is not
    /// found.
    type Variables: DeserializeOwned + Send;

    /// Template of the URIs, name and options.
    fn descriptor() -> TemplateDescriptor;

    /// Says what the template needs from its server, so that a server without it is not built.
    fn requirements(_requirements: &mut Requirements<'_>) {}

    /// Reads one of the resources, as [`Resource::read`] does.
    ///
    /// # Errors
    ///
    /// [`ResourceError::NotFound`] when the template has no resource of that URI.
    ///
    /// # Cancel safety
    ///
    /// That of [`Resource::read`].
    fn read(
        variables: Self::Variables,
        request: ReadRequest,
        context: TaskContext,
    ) -> impl Future<Output = Result<Vec<ResourceContents>, ResourceError>> + Send;
}
