//! What a tool's function can take besides arguments: shared state and extractors.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::sync::Arc;

use super::context::TaskContext;
use super::error::ToolError;

/// Something that a tool's function takes from the call instead of from its arguments. A
/// parameter of such a type is marked `#[mcp(extract)]`; [`State`] needs no mark.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be extracted from a call",
    label = "not an extractor",
    note = "implement `FromCall` for it, or remove the mark to make it an argument that the client sends",
    note = "a type of your own that is called `State` is an argument when marked `#[mcp(arg)]`"
)]
pub trait FromCall: Sized + Send {
    /// Says what the extractor needs from the server, so that a server without it is not built.
    fn requirements(_requirements: &mut Requirements<'_>) {}

    /// Takes the value from the call.
    ///
    /// # Errors
    ///
    /// Ends the call before the function runs.
    fn from_call(context: &TaskContext) -> impl Future<Output = Result<Self, ToolError>> + Send;
}

/// Shared state: the value given to the builder's `state`, shared by all calls.
///
/// ```
/// # use mcp_tasks_runtime::State;
/// # struct Database;
/// async fn with_state(State(database): State<Database>) {}
/// ```
#[derive(Debug)]
pub struct State<T>(pub Arc<T>);

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Send + Sync + 'static> FromCall for State<T> {
    fn requirements(requirements: &mut Requirements<'_>) {
        requirements.state::<T>();
    }

    async fn from_call(context: &TaskContext) -> Result<Self, ToolError> {
        context.state::<T>().map(State).ok_or_else(|| {
            ToolError::internal(format!(
                "the server has no state of type `{}`",
                type_name::<T>()
            ))
        })
    }
}

/// The values shared by all calls of a server, one of each type.
#[derive(Clone, Default)]
pub struct States(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl States {
    /// Puts a value in; the one of the same type that it replaces is dropped.
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, value: Arc<T>) {
        self.0.insert(TypeId::of::<T>(), value);
    }

    /// The value of that type.
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        Arc::clone(self.0.get(&TypeId::of::<T>())?).downcast().ok()
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("States")
            .field("len", &self.0.len())
            .finish()
    }
}

/// Gathers what a tool needs and its server lacks.
#[derive(Debug)]
pub struct Requirements<'a> {
    states: &'a States,
    missing: Vec<&'static str>,
}

impl<'a> Requirements<'a> {
    fn new(states: &'a States) -> Self {
        Self {
            states,
            missing: Vec::new(),
        }
    }

    /// The tool needs a state of type `T`.
    pub fn state<T: Send + Sync + 'static>(&mut self) {
        if !self.states.0.contains_key(&TypeId::of::<T>()) {
            self.missing.push(type_name::<T>());
        }
    }

    /// The first of the needs that `list` tells that is not there.
    pub(crate) fn first_missing(
        states: &States,
        list: fn(&mut Requirements<'_>),
    ) -> Option<&'static str> {
        let mut requirements = Requirements::new(states);
        list(&mut requirements);
        requirements.missing.first().copied()
    }
}
