//! A prompt in the form in which a server keeps it: its generic types forgotten, its descriptor
//! complete.

use std::collections::HashSet;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::{Prompt, PromptArgument, PromptDescriptor, PromptResult};
use crate::arguments::{ArgumentError, Arguments};
use crate::completion::Completer;
use crate::tool::{Requirements, States, TaskContext, ToolError, input_schema};

/// The longest name of a prompt, in characters.
const LONGEST_NAME: usize = 128;

type GetFuture = Pin<Box<dyn Future<Output = Result<PromptResult, PromptError>> + Send>>;
type Get = dyn Fn(Arguments, TaskContext) -> GetFuture + Send + Sync;

/// A prompt with its generic types forgotten.
pub(crate) struct RegisteredPrompt {
    /// The arguments are filled in.
    pub(crate) descriptor: PromptDescriptor,
    /// The descriptor's name, shared.
    pub(crate) name: Arc<str>,
    get: Box<Get>,
    requirements: fn(&mut Requirements<'_>),
}

/// Why a prompt was not made.
#[derive(Debug)]
pub(crate) enum PromptError {
    /// Its arguments are wrong.
    Arguments(ArgumentError),
    /// It failed.
    Failed(ToolError),
}

impl RegisteredPrompt {
    /// The prompt that a type is.
    pub(crate) fn of<P: Prompt>() -> Self {
        let mut descriptor = P::descriptor();
        if descriptor.arguments.is_empty() {
            let schema = input_schema::<P::Arguments>();
            descriptor.arguments = PromptArgument::all_of_schema(&schema);
        }
        let get: Box<Get> = Box::new(|arguments, context| {
            Box::pin(async move {
                let decoded = arguments.decode().map_err(PromptError::Arguments)?;
                P::get(decoded, context).await.map_err(PromptError::Failed)
            })
        });
        Self {
            name: Arc::from(descriptor.name.as_str()),
            descriptor,
            get,
            requirements: P::requirements,
        }
    }

    /// The prompt that a function makes.
    pub(crate) fn new<F, R>(descriptor: PromptDescriptor, get: F) -> Self
    where
        F: Fn(Arguments, TaskContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<PromptResult, ToolError>> + Send + 'static,
    {
        let get = Arc::new(get);
        let get: Box<Get> = Box::new(move |arguments, context| {
            let get = Arc::clone(&get);
            Box::pin(async move { get(arguments, context).await.map_err(PromptError::Failed) })
        });
        Self {
            name: Arc::from(descriptor.name.as_str()),
            descriptor,
            get,
            requirements: |_| {},
        }
    }

    /// Makes the messages, if all required arguments are there. Panics where the prompt does, when
    /// polled.
    pub(crate) fn get(&self, arguments: Arguments, context: TaskContext) -> GetFuture {
        let mut required = self.descriptor.arguments.iter().filter(|a| a.required);
        match required.find(|a| arguments.get(&a.name).is_none()) {
            None => (self.get)(arguments, context),
            Some(missing) => {
                let error = ArgumentError::Missing(missing.name.clone());
                Box::pin(std::future::ready(Err(PromptError::Arguments(error))))
            }
        }
    }

    /// Whether it has an argument of that name.
    pub(crate) fn has_argument(&self, name: &str) -> bool {
        self.descriptor.arguments.iter().any(|a| a.name == name)
    }

    /// The completer of an argument.
    pub(crate) fn completer(&self, argument: &str) -> Option<&Completer> {
        self.descriptor.completers.get(argument)
    }

    /// Checks everything but that the name is unique.
    pub(crate) fn check(&self, states: &States) -> Result<(), PromptFault> {
        let length = self.name.chars().count();
        if length == 0 || length > LONGEST_NAME || self.name.chars().any(char::is_control) {
            return Err(PromptFault::BadName);
        }
        let mut names = HashSet::new();
        for argument in &self.descriptor.arguments {
            if argument.name.is_empty() {
                return Err(PromptFault::UnnamedArgument);
            }
            if !names.insert(argument.name.as_str()) {
                return Err(PromptFault::DuplicateArgument(argument.name.clone()));
            }
        }
        let completers = &self.descriptor.completers;
        if let Some(unknown) = completers.unknown(|name| names.contains(name)) {
            return Err(PromptFault::UnknownCompletion(unknown.to_owned()));
        }
        match Requirements::first_missing(states, self.requirements) {
            Some(missing) => Err(PromptFault::MissingState(missing.to_owned())),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for RegisteredPrompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegisteredPrompt")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// What can be wrong with a prompt's definition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PromptFault {
    /// Another prompt has the name.
    #[error("another prompt has the same name")]
    DuplicateName,
    /// The name has no character, more than 128, or control characters.
    #[error("a name has 1 to 128 characters, none of them a control character")]
    BadName,
    /// An argument has no name.
    #[error("one of its arguments has no name")]
    UnnamedArgument,
    /// Two arguments have the name.
    #[error("two of its arguments are called `{0}`")]
    DuplicateArgument(String),
    /// It completes an argument that it does not have.
    #[error("it completes `{0}`, but has no such argument")]
    UnknownCompletion(String),
    /// The prompt takes a `State` that the server does not have.
    #[error("it takes `State<{0}>`, but the builder was given no such `state`")]
    MissingState(String),
    /// The descriptor does not serialise.
    #[error("its description does not serialise: {0}")]
    Unserialisable(String),
}

#[cfg(test)]
mod tests;
