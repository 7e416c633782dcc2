//! What a server offers: its tools, prompts and resources, which may change while it serves.
//! Requests read snapshots; what changes puts a new one in place of the old.

mod changes;
mod draft;
mod entries;
mod error;
mod extract;
mod kinds;
mod live;
mod resources;
mod tools;

#[cfg(test)]
mod tests;

pub(crate) use changes::{Changes, Update, Updates};
pub(crate) use draft::Draft;
pub(crate) use entries::{Entries, Terms};
pub use error::CatalogError;
pub(crate) use extract::WeakCatalog;
pub(crate) use resources::Resources;
pub(crate) use tools::Tools;

use std::future::Future;
use std::sync::Arc;

use tokio::sync::broadcast;

use crate::arguments::Arguments;
use crate::completion::Completer;
use crate::prompt::{Prompt, PromptDescriptor, PromptResult, RegisteredPrompt};
use crate::protocol::catalog::{Reference, unknown_argument, unknown_prompt, unknown_template};
use crate::resource::{
    ReadRequest, RegisteredResource, RegisteredTemplate, Resource, ResourceDescriptor,
    ResourceError, ResourceTemplate, TemplateDescriptor,
};
use crate::task::ErrorBody;
use crate::tool::{RegisteredTool, ResourceContents, TaskContext, Tool, ToolError};

use live::Live;

/// How many updates of resources may wait for a slow connection, before it is told that it
/// missed some.
const UPDATES: usize = 256;

/// The tools, prompts and resources of a server: a handle with which they are changed while it
/// serves. Cheap to clone; all clones change the same server.
///
/// Clients that asked for it are told that a listing has changed. Requests that are being
/// answered go on with what was there when they came.
///
/// [`Server::catalog`](crate::Server::catalog) gives it, and a tool can take the catalog of its
/// own server with `#[mcp(extract)]`.
///
/// ```
/// use mcp_tasks_runtime::{Catalog, CatalogError, ResourceDescriptor};
///
/// /// Offers a report that was just written, and says that the list of reports has changed.
/// fn publish(catalog: &Catalog, name: &str, text: String) -> Result<(), CatalogError> {
///     let report = ResourceDescriptor::new(format!("reports://{name}"), name);
///     catalog.add_resource(report, move |request, _context| {
///         let text = text.clone();
///         async move { Ok(request.text(text)) }
///     })?;
///     catalog.notify_updated("reports://index");
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Catalog {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    terms: Terms,
    tools: Live<Tools>,
    prompts: Live<Entries<RegisteredPrompt>>,
    resources: Live<Resources>,
    updates: broadcast::Sender<Arc<str>>,
}

impl Catalog {
    /// Adds a tool, at the end of the list.
    ///
    /// # Errors
    ///
    /// [`CatalogError`] says why it cannot be offered.
    pub fn add_tool<T: Tool>(&self) -> Result<(), CatalogError> {
        let tool = Arc::new(RegisteredTool::of::<T>());
        let Shared { terms, tools, .. } = &*self.shared;
        tools.edit(|tools| tools.add(tool, terms))
    }

    /// Removes the tool of that name; says whether there was one. Its calls and tasks go on.
    pub fn remove_tool(&self, name: &str) -> bool {
        let tools = &self.shared.tools;
        tools.edit(|tools| tools.remove(name).ok_or(())).is_ok()
    }

    /// Adds a prompt that a function makes, at the end of the list.
    ///
    /// # Errors
    ///
    /// [`CatalogError`] says why it cannot be offered.
    pub fn add_prompt<F, R>(&self, descriptor: PromptDescriptor, get: F) -> Result<(), CatalogError>
    where
        F: Fn(Arguments, TaskContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<PromptResult, ToolError>> + Send + 'static,
    {
        self.add_registered_prompt(RegisteredPrompt::new(descriptor, get))
    }

    /// Adds a prompt that a type is, at the end of the list.
    ///
    /// # Errors
    ///
    /// [`CatalogError`] says why it cannot be offered.
    pub fn add_prompt_of<P: Prompt>(&self) -> Result<(), CatalogError> {
        self.add_registered_prompt(RegisteredPrompt::of::<P>())
    }

    /// Removes the prompt of that name; says whether there was one.
    pub fn remove_prompt(&self, name: &str) -> bool {
        let prompts = &self.shared.prompts;
        prompts
            .edit(|prompts| prompts.remove(name).ok_or(()))
            .is_ok()
    }

    /// Adds a resource that a function reads, at the end of the list.
    ///
    /// # Errors
    ///
    /// [`CatalogError`] says why it cannot be offered.
    pub fn add_resource<F, R>(
        &self,
        descriptor: ResourceDescriptor,
        read: F,
    ) -> Result<(), CatalogError>
    where
        F: Fn(ReadRequest, TaskContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Vec<ResourceContents>, ResourceError>> + Send + 'static,
    {
        self.add_registered_resource(RegisteredResource::new(descriptor, read))
    }

    /// Adds a resource that a type is, at the end of the list.
    ///
    /// # Errors
    ///
    /// [`CatalogError`] says why it cannot be offered.
    pub fn add_resource_of<R: Resource>(&self) -> Result<(), CatalogError> {
        self.add_registered_resource(RegisteredResource::of::<R>())
    }

    /// Removes the resource of that URI; says whether there was one.
    pub fn remove_resource(&self, uri: &str) -> bool {
        let resources = &self.shared.resources;
        let remove = |resources: &mut Resources| resources.fixed.remove(uri).ok_or(());
        resources.edit(remove).is_ok()
    }

    /// Adds resources of one form that a function reads, at the end of the list. A URI of several
    /// forms is read by the one that was added first, and a resource of one URI comes before all.
    ///
    /// # Errors
    ///
    /// [`CatalogError`] says why they cannot be offered.
    pub fn add_resource_template<F, R>(
        &self,
        descriptor: TemplateDescriptor,
        read: F,
    ) -> Result<(), CatalogError>
    where
        F: Fn(ReadRequest, TaskContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Vec<ResourceContents>, ResourceError>> + Send + 'static,
    {
        self.add_registered_template(RegisteredTemplate::new(descriptor, read))
    }

    /// Adds resources of one form that a type reads, as
    /// [`add_resource_template`](Self::add_resource_template) does.
    ///
    /// # Errors
    ///
    /// [`CatalogError`] says why they cannot be offered.
    pub fn add_resource_template_of<T: ResourceTemplate>(&self) -> Result<(), CatalogError> {
        self.add_registered_template(RegisteredTemplate::of::<T>())
    }

    /// Removes the resource template that is written so; says whether there was one.
    pub fn remove_resource_template(&self, uri_template: &str) -> bool {
        let resources = &self.shared.resources;
        let remove = |resources: &mut Resources| resources.templates.remove(uri_template).ok_or(());
        resources.edit(remove).is_ok()
    }

    /// Tells the clients that subscribed to this resource that its contents have changed. Never
    /// waits.
    pub fn notify_updated(&self, uri: impl AsRef<str>) {
        // An error says only that nobody listens.
        let _ = self.shared.updates.send(Arc::from(uri.as_ref()));
    }
}

impl Catalog {
    pub(crate) fn new(terms: Terms) -> Self {
        let shared = Shared {
            terms,
            tools: Live::new(Tools::default()),
            prompts: Live::new(Entries::default()),
            resources: Live::new(Resources::default()),
            updates: broadcast::Sender::new(UPDATES),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// The tools as they are now.
    pub(crate) fn tools(&self) -> Arc<Tools> {
        self.shared.tools.snapshot()
    }

    /// The prompts as they are now.
    pub(crate) fn prompts(&self) -> Arc<Entries<RegisteredPrompt>> {
        self.shared.prompts.snapshot()
    }

    /// The resources and templates as they are now.
    pub(crate) fn resources(&self) -> Arc<Resources> {
        self.shared.resources.snapshot()
    }

    /// The listings that change from now on.
    pub(crate) fn changes(&self) -> Changes {
        Changes::new(&self.shared)
    }

    /// The resources whose contents change from now on.
    pub(crate) fn updates(&self) -> Updates {
        Updates::new(self.shared.updates.subscribe())
    }

    /// Whether there is anything that completes arguments.
    pub(crate) fn has_completers(&self) -> bool {
        let (prompts, resources) = (self.prompts(), self.resources());
        let mut prompts = prompts.iter();
        let mut templates = resources.templates.iter();
        prompts.any(|prompt| !prompt.descriptor.completers.is_empty())
            || templates.any(|template| !template.descriptor.completers.is_empty())
    }

    /// What completes an argument, if anything does.
    ///
    /// # Errors
    ///
    /// When there is no such prompt or template, or it has no such argument.
    pub(crate) fn completer(
        &self,
        reference: &Reference<'_>,
        argument: &str,
    ) -> Result<Option<Completer>, ErrorBody> {
        let (known, completer) = match reference {
            Reference::Prompt(name) => {
                let prompts = self.prompts();
                let prompt = prompts.get(name).ok_or_else(|| unknown_prompt(name))?;
                let completer = prompt.completer(argument).cloned();
                (prompt.has_argument(argument), completer)
            }
            Reference::Template(uri) => {
                let resources = self.resources();
                let template = resources.templates.get(uri);
                let template = template.ok_or_else(|| unknown_template(uri))?;
                let completer = template.completer(argument).cloned();
                (template.has_variable(argument), completer)
            }
        };
        if known {
            Ok(completer)
        } else {
            Err(unknown_argument(argument))
        }
    }

    fn add_registered_prompt(&self, prompt: RegisteredPrompt) -> Result<(), CatalogError> {
        let Shared { terms, prompts, .. } = &*self.shared;
        prompts.edit(|prompts| prompts.add(Arc::new(prompt), terms))
    }

    fn add_registered_resource(&self, resource: RegisteredResource) -> Result<(), CatalogError> {
        let Shared {
            terms, resources, ..
        } = &*self.shared;
        resources.edit(|resources| resources.fixed.add(Arc::new(resource), terms))
    }

    fn add_registered_template(&self, template: RegisteredTemplate) -> Result<(), CatalogError> {
        let Shared {
            terms, resources, ..
        } = &*self.shared;
        resources.edit(|resources| resources.templates.add(Arc::new(template), terms))
    }
}
