//! Resources and templates in the form in which a server keeps them: generic types forgotten,
//! templates read.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::template::UriTemplate;
use super::uri::is_uri;
use super::{
    ReadRequest, Resource, ResourceDescriptor, ResourceError, ResourceFault, ResourceTemplate,
    TemplateDescriptor, UriTemplateFault,
};
use crate::completion::Completer;
use crate::tool::{Requirements, ResourceContents, States, TaskContext};

/// What comes of reading. Panics where the resource does, when polled.
pub(crate) type ReadFuture =
    Pin<Box<dyn Future<Output = Result<Vec<ResourceContents>, ResourceError>> + Send>>;

type Read = dyn Fn(ReadRequest, TaskContext) -> ReadFuture + Send + Sync;

fn boxed<F, R>(read: F) -> Box<Read>
where
    F: Fn(ReadRequest, TaskContext) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Vec<ResourceContents>, ResourceError>> + Send + 'static,
{
    let read = Arc::new(read);
    Box::new(move |request, context| {
        // Nothing of the function runs before the first poll, where panics are caught.
        let read = Arc::clone(&read);
        Box::pin(async move { read(request, context).await })
    })
}

/// A resource of one URI, with its type forgotten.
pub(crate) struct RegisteredResource {
    pub(crate) descriptor: ResourceDescriptor,
    /// The descriptor's URI, shared.
    pub(crate) uri: Arc<str>,
    read: Box<Read>,
    requirements: fn(&mut Requirements<'_>),
}

impl RegisteredResource {
    /// The resource that a type is.
    pub(crate) fn of<R: Resource>() -> Self {
        Self {
            requirements: R::requirements,
            ..Self::new(R::descriptor(), R::read)
        }
    }

    /// The resource that a function reads.
    pub(crate) fn new<F, R>(descriptor: ResourceDescriptor, read: F) -> Self
    where
        F: Fn(ReadRequest, TaskContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Vec<ResourceContents>, ResourceError>> + Send + 'static,
    {
        Self {
            uri: Arc::from(descriptor.uri.as_str()),
            descriptor,
            read: boxed(read),
            requirements: |_| {},
        }
    }

    /// Reads it.
    pub(crate) fn read(&self, context: TaskContext) -> ReadFuture {
        let request = ReadRequest::new(&*self.uri);
        let request = match &self.descriptor.mime_type {
            Some(mime_type) => request.with_mime_type(mime_type),
            None => request,
        };
        (self.read)(request, context)
    }

    /// Checks everything but that the URI is unique.
    pub(crate) fn check(&self, states: &States) -> Result<(), ResourceFault> {
        if !is_uri(&self.uri) {
            return Err(ResourceFault::BadUri);
        }
        check_common(&self.descriptor.name, states, self.requirements)
    }
}

/// Resources of one form, with their types forgotten.
pub(crate) struct RegisteredTemplate {
    pub(crate) descriptor: TemplateDescriptor,
    /// The descriptor's template, shared.
    pub(crate) uri_template: Arc<str>,
    /// [`check`](Self::check) refuses one that could not be read.
    template: Result<UriTemplate, UriTemplateFault>,
    read: Box<Read>,
    requirements: fn(&mut Requirements<'_>),
}

impl RegisteredTemplate {
    /// The template that a type is.
    pub(crate) fn of<T: ResourceTemplate>() -> Self {
        let read = |request: ReadRequest, context| async move {
            match request.variables().decode() {
                Ok(variables) => T::read(variables, request, context).await,
                Err(_) => Err(request.not_found()),
            }
        };
        Self {
            requirements: T::requirements,
            ..Self::new(T::descriptor(), read)
        }
    }

    /// The template whose resources a function reads.
    pub(crate) fn new<F, R>(descriptor: TemplateDescriptor, read: F) -> Self
    where
        F: Fn(ReadRequest, TaskContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Vec<ResourceContents>, ResourceError>> + Send + 'static,
    {
        Self {
            uri_template: Arc::from(descriptor.uri_template.as_str()),
            template: UriTemplate::parse(&descriptor.uri_template),
            descriptor,
            read: boxed(read),
            requirements: |_| {},
        }
    }

    /// The request to read the resource of that URI, if it is of the form.
    pub(crate) fn request(&self, uri: &str) -> Option<ReadRequest> {
        let variables = self.template.as_ref().ok()?.matches(uri)?;
        let request = ReadRequest::new(uri).with_variables(variables);
        Some(match &self.descriptor.mime_type {
            Some(mime_type) => request.with_mime_type(mime_type),
            None => request,
        })
    }

    /// Reads what [`request`](Self::request) gave.
    pub(crate) fn read(&self, request: ReadRequest, context: TaskContext) -> ReadFuture {
        (self.read)(request, context)
    }

    /// Whether it has a variable of that name.
    pub(crate) fn has_variable(&self, name: &str) -> bool {
        self.template
            .as_ref()
            .is_ok_and(|template| template.has_variable(name))
    }

    /// The completer of a variable.
    pub(crate) fn completer(&self, variable: &str) -> Option<&Completer> {
        self.descriptor.completers.get(variable)
    }

    /// Checks everything but that the template is unique.
    pub(crate) fn check(&self, states: &States) -> Result<(), ResourceFault> {
        if let Err(fault) = &self.template {
            return Err(fault.clone().into());
        }
        let completers = &self.descriptor.completers;
        if let Some(unknown) = completers.unknown(|name| self.has_variable(name)) {
            return Err(ResourceFault::UnknownCompletion(unknown.to_owned()));
        }
        check_common(&self.descriptor.name, states, self.requirements)
    }
}

fn check_common(
    name: &str,
    states: &States,
    requirements: fn(&mut Requirements<'_>),
) -> Result<(), ResourceFault> {
    if name.is_empty() {
        return Err(ResourceFault::Unnamed);
    }
    match Requirements::first_missing(states, requirements) {
        Some(missing) => Err(ResourceFault::MissingState(missing.to_owned())),
        None => Ok(()),
    }
}

impl fmt::Debug for RegisteredResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegisteredResource")
            .field("uri", &self.uri)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for RegisteredTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegisteredTemplate")
            .field("uri_template", &self.uri_template)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
