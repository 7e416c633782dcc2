//! A tool in the form in which a server keeps it: its generic types forgotten, its descriptor
//! complete.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;
use serde_json::value::RawValue;

use super::context::TaskContext;
use super::descriptor::{TaskSupport, ToolDescriptor};
use super::error::ToolError;
use super::extract::{Requirements, States};
use super::output::ToolOutput as _;
use super::result::ToolResult;
use super::{Tool, schema};

/// Marks a `_meta` that was no JSON object, until the registry refuses it.
pub(super) const BAD_META: &str = "\u{0}";

/// The longest tool name (N-37).
const LONGEST_NAME: usize = 128;

type PrepareFuture = Pin<Box<dyn Future<Output = Result<(), ToolError>> + Send>>;
/// The preparation of a call, from the decoding of its arguments.
type Preparation = fn(Option<Arc<RawValue>>, TaskContext) -> PrepareFuture;
type RunFuture = Pin<Box<dyn Future<Output = Result<ToolResult, ToolError>> + Send>>;

/// A tool with its generic types forgotten.
pub(crate) struct RegisteredTool {
    /// Both schemas are filled in.
    pub(crate) descriptor: ToolDescriptor,
    /// The descriptor's name, shared.
    pub(crate) name: Arc<str>,
    run: fn(Option<Arc<RawValue>>, TaskContext) -> RunFuture,
    /// What comes before a call, if anything does. Panics where the tool does.
    pub(crate) preparation: Option<Preparation>,
    requirements: fn(&mut Requirements<'_>),
}

impl RegisteredTool {
    /// The tool that a type is; [`check`](Self::check) judges it.
    pub(crate) fn of<T: Tool>() -> Self {
        let mut descriptor = T::descriptor();
        descriptor
            .input_schema
            .get_or_insert_with(schema::of_input::<T::Input>);
        if descriptor.output_schema.is_none() {
            descriptor.output_schema = T::Output::output_schema();
        }
        Self {
            name: Arc::from(descriptor.name.as_str()),
            descriptor,
            run: |arguments, context| Box::pin(run::<T>(arguments, context)),
            preparation: match T::PREPARES {
                true => Some(|arguments, context| Box::pin(prepare::<T>(arguments, context))),
                false => None,
            },
            requirements: T::requirements,
        }
    }

    /// Checks everything but that the name is unique, for a server with these states, and with
    /// tasks or without.
    pub(crate) fn check(&self, states: &States, tasks: bool) -> Result<(), BuildError> {
        check_descriptor(&self.descriptor, tasks).map_err(|fault| self.error(fault))?;
        match Requirements::first_missing(states, self.requirements) {
            Some(missing) => Err(self.error(DefinitionFault::MissingState(missing.to_owned()))),
            None => Ok(()),
        }
    }

    /// The error for this tool.
    pub(crate) fn error(&self, fault: DefinitionFault) -> BuildError {
        BuildError {
            tool: self.name.to_string(),
            fault,
        }
    }

    /// Decodes the arguments and runs the tool. Panics where the tool does.
    pub(crate) fn run(&self, arguments: Option<Arc<RawValue>>, context: TaskContext) -> RunFuture {
        (self.run)(arguments, context)
    }
}

async fn run<T: Tool>(
    arguments: Option<Arc<RawValue>>,
    context: TaskContext,
) -> Result<ToolResult, ToolError> {
    let input = decode(arguments.as_deref().map_or("{}", RawValue::get))?;
    drop(arguments);
    T::call(input, context).await?.into_result()
}

async fn prepare<T: Tool>(
    arguments: Option<Arc<RawValue>>,
    context: TaskContext,
) -> Result<(), ToolError> {
    let input = decode(arguments.as_deref().map_or("{}", RawValue::get))?;
    drop(arguments);
    T::prepare(input, context).await
}

/// Decodes arguments; what is wrong with them is told by path (C-16).
fn decode<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, ToolError> {
    let plain = match serde_json::from_str(json) {
        Ok(input) => return Ok(input),
        Err(error) => error,
    };
    // The path costs something to keep, so it is worked out only for the error.
    let mut deserializer = serde_json::Deserializer::from_str(json);
    match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Ok(_) => Err(bad_arguments("", &plain)),
        Err(error) => Err(bad_arguments(&error.path().to_string(), error.inner())),
    }
}

fn bad_arguments(path: &str, error: &serde_json::Error) -> ToolError {
    let text = error.to_string();
    // Line and column mean nothing to whoever made the arguments.
    let text = text
        .rfind(" at line ")
        .map_or(text.as_str(), |end| &text[..end]);
    match path {
        "" | "." => ToolError::new(format!("invalid arguments: {text}")),
        path => ToolError::new(format!("invalid arguments: `{path}`: {text}")),
    }
}

impl fmt::Debug for RegisteredTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegisteredTool")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

fn check_descriptor(tool: &ToolDescriptor, tasks: bool) -> Result<(), DefinitionFault> {
    let legal = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    if tool.name.is_empty() || tool.name.len() > LONGEST_NAME || !tool.name.chars().all(legal) {
        return Err(DefinitionFault::BadName);
    }
    if !has_object_root(tool.input_schema.as_ref()) {
        return Err(DefinitionFault::InputSchemaRoot);
    }
    if tool
        .output_schema
        .as_ref()
        .is_some_and(|schema| !schema.is_object() && !schema.is_boolean())
    {
        return Err(DefinitionFault::OutputSchema);
    }
    if tool
        .meta
        .as_ref()
        .is_some_and(|meta| meta.contains_key(BAD_META))
    {
        return Err(DefinitionFault::BadMeta);
    }
    if tool.retries > 0 && tool.annotations.idempotent_hint != Some(true) {
        return Err(DefinitionFault::RetriesNeedIdempotent);
    }
    if tool.task == TaskSupport::Required && !tasks {
        return Err(DefinitionFault::TasksAreOff);
    }
    Ok(())
}

/// The arguments of a call are an object (N-35).
fn has_object_root(schema: Option<&Value>) -> bool {
    let Some(Value::Object(root)) = schema else {
        return false;
    };
    root.get("type").and_then(Value::as_str) == Some("object")
}

/// A server that cannot be built, because of one of its tools.
///
/// Shown alike by `{}` and `{:?}`, for a `main` that returns it shows it by the latter.
#[derive(thiserror::Error)]
#[error("tool `{tool}`: {fault}")]
pub struct BuildError {
    /// The tool's name.
    pub tool: String,
    /// What is wrong with it.
    pub fault: DefinitionFault,
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What can be wrong with a tool's definition that its compiler could not see.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DefinitionFault {
    /// Another tool has the name.
    #[error("another tool has the same name; give one of them a `name`")]
    DuplicateName,
    /// The name has no character, more than 128, or others than `A-Z a-z 0-9 _ . -`.
    #[error("a name has 1 to 128 characters, each of `A-Z a-z 0-9 _ . -`")]
    BadName,
    /// The input schema is not one of an object.
    #[error(
        "the input schema must be a JSON object with `\"type\": \"object\"` at its root; arguments are passed by name"
    )]
    InputSchemaRoot,
    /// The output schema is no schema.
    #[error("the output schema must be a JSON object or a boolean")]
    OutputSchema,
    /// The `meta` is no JSON object.
    #[error("`meta` must serialise to a JSON object")]
    BadMeta,
    /// `retries` on a tool that is not `idempotent`.
    #[error("`retries` needs `idempotent`: a run that was lost may have taken effect")]
    RetriesNeedIdempotent,
    /// A tool that always runs as a task, on a server whose tasks are off.
    #[error("it always runs as a task, but the server's tasks are switched off")]
    TasksAreOff,
    /// The descriptor does not serialise.
    #[error("its description does not serialise: {0}")]
    Unserialisable(String),
    /// An `x-mcp-header` of the input schema is not as it must be.
    #[error("{0}")]
    HeaderAnnotation(String),
    /// The tool takes a `State` that the server does not have.
    #[error(
        "it takes `State<{0}>`, but the builder was given no such state; give it one by `.state(value)`"
    )]
    MissingState(String),
}
