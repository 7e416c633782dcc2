//! The builder: everything that it can be told wrongly is an error of `build`, never a panic.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Core, Server, ServerSettings};
use crate::arguments::Arguments;
use crate::catalog::{CatalogError, Draft, Terms, WeakCatalog};
use crate::engine::{Engine, Settings};
use crate::prompt::{Prompt, PromptDescriptor, PromptResult, RegisteredPrompt};
use crate::protocol::lifecycle::Implementation;
use crate::protocol::v2026_07_28::state::StateKey;
use crate::resource::{
    ReadRequest, RegisteredResource, RegisteredTemplate, Resource, ResourceDescriptor,
    ResourceError, ResourceTemplate, TemplateDescriptor,
};
use crate::store::{MemoryStore, TaskStore};
use crate::task::TokioClock;
use crate::tool::{RegisteredTool, ResourceContents, States, TaskContext, Tool, ToolError};

/// Builds a [`Server`].
#[derive(Debug)]
#[must_use = "a builder does nothing until `build`"]
pub struct ServerBuilder {
    info: Implementation,
    instructions: Option<String>,
    draft: Draft,
    states: States,
    store: Option<Arc<dyn TaskStore>>,
    engine: Settings,
    settings: ServerSettings,
    state_key: Option<StateKey>,
}

impl ServerBuilder {
    pub(super) fn new(name: String, version: String) -> Self {
        Self {
            info: Implementation {
                name,
                version,
                ..Implementation::default()
            },
            instructions: None,
            draft: Draft::default(),
            states: States::default(),
            store: None,
            engine: Settings::default(),
            settings: ServerSettings::default(),
            state_key: None,
        }
    }

    /// Adds a tool, which is named as a type: `.tool::<my_function>()` for a function that is
    /// annotated with `#[mcp_tool]`. Tools are listed in the order in which they are added.
    pub fn tool<T: Tool>(mut self) -> Self {
        self.draft.tools.push(RegisteredTool::of::<T>());
        self
    }

    /// Adds a prompt that a function makes. They are listed in the order in which they are added.
    pub fn prompt<F, R>(mut self, descriptor: PromptDescriptor, get: F) -> Self
    where
        F: Fn(Arguments, TaskContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<PromptResult, ToolError>> + Send + 'static,
    {
        let prompt = RegisteredPrompt::new(descriptor, get);
        self.draft.prompts.push(prompt);
        self
    }

    /// Adds a prompt that a type is.
    pub fn prompt_of<P: Prompt>(mut self) -> Self {
        self.draft.prompts.push(RegisteredPrompt::of::<P>());
        self
    }

    /// Adds a resource that a function reads. They are listed in the order in which they are
    /// added.
    pub fn resource<F, R>(mut self, descriptor: ResourceDescriptor, read: F) -> Self
    where
        F: Fn(ReadRequest, TaskContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Vec<ResourceContents>, ResourceError>> + Send + 'static,
    {
        let resource = RegisteredResource::new(descriptor, read);
        self.draft.resources.push(resource);
        self
    }

    /// Adds a resource that a type is.
    pub fn resource_of<S: Resource>(mut self) -> Self {
        self.draft.resources.push(RegisteredResource::of::<S>());
        self
    }

    /// Adds resources of one form that a function reads. A URI of several forms is read by the
    /// one that was added first, and a resource of one URI comes before all.
    pub fn resource_template<F, R>(mut self, descriptor: TemplateDescriptor, read: F) -> Self
    where
        F: Fn(ReadRequest, TaskContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Vec<ResourceContents>, ResourceError>> + Send + 'static,
    {
        let template = RegisteredTemplate::new(descriptor, read);
        self.draft.templates.push(template);
        self
    }

    /// Adds resources of one form that a type reads.
    pub fn resource_template_of<T: ResourceTemplate>(mut self) -> Self {
        self.draft.templates.push(RegisteredTemplate::of::<T>());
        self
    }

    /// Shares a value with all calls, as `State<T>`. There is one of each type; the last one
    /// given counts.
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(Arc::new(value));
        self
    }

    /// A name of the server for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// What a model should know about the server.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Keeps tasks in this store instead of in memory.
    pub fn store(mut self, store: impl TaskStore) -> Self {
        self.store = Some(Arc::new(store));
        self
    }

    /// Keeps tasks in a store that is shared with others.
    pub fn shared_store(mut self, store: Arc<dyn TaskStore>) -> Self {
        self.store = Some(store);
        self
    }

    /// Switches tasks off: every tool runs as a plain call, and a wish for a task is ignored
    /// (D-01).
    pub fn without_tasks(mut self) -> Self {
        self.settings.tasks = false;
        self
    }

    /// How long an ended task is kept when neither the client nor the tool says. 5 minutes by
    /// default.
    pub fn keep_alive(mut self, keep_alive: Duration) -> Self {
        self.engine.keep_alive = keep_alive;
        self
    }

    /// The longest retention that a client gets, whatever it asks for (D-18). 24 hours by
    /// default. With [`Duration::MAX`] there is no limit, and a task whose retention is that long
    /// is kept until it is deleted.
    pub fn max_keep_alive(mut self, keep_alive: Duration) -> Self {
        self.engine.max_keep_alive = keep_alive;
        self
    }

    /// The longest poll interval to suggest, when the tool does not say. 5 seconds by default.
    /// Hints start at 100 ms and grow to it with the task's age.
    pub fn poll(mut self, poll: Duration) -> Self {
        self.engine.poll = poll;
        self
    }

    /// How long one run of a tool may take, when the tool does not say; one that takes longer
    /// fails. 24 hours by default.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.engine.timeout = timeout;
        self
    }

    /// How long a run may go on after its call was cancelled or timed out, before it is dropped.
    /// 5 seconds by default.
    pub fn cancel_grace(mut self, grace: Duration) -> Self {
        self.engine.grace = grace;
        self
    }

    /// How many tasks may be live at once; further ones are refused. 10,000 by default.
    pub fn max_live_tasks(mut self, tasks: usize) -> Self {
        self.engine.max_live_tasks = tasks;
        self
    }

    /// How long calls in flight may take to end once the client has closed its stream or the
    /// process was told to stop. 30 seconds by default.
    pub fn drain(mut self, drain: Duration) -> Self {
        self.settings.drain = drain;
        self
    }

    /// How many entries a page of a listing has at most; at least 1. 100 by default.
    pub fn page_size(mut self, entries: usize) -> Self {
        self.settings.page_size = entries.max(1);
        self
    }

    /// The longest message that is accepted, in bytes; a longer one is skipped and answered with
    /// an error. 8 MiB by default.
    pub fn max_message_bytes(mut self, bytes: usize) -> Self {
        self.settings.longest_message = bytes;
        self
    }

    /// Answers HTTP requests for this host, too, whatever its port. By default only `localhost`,
    /// `127.0.0.1` and `[::1]` are answered (N-96).
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.settings.allowed.hosts.push(host.into());
        self
    }

    /// Answers HTTP requests from pages of this origin, such as `https://app.example.com`, too.
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.settings.allowed.origins.push(origin.into());
        self
    }

    /// Lets the answer that a task was made, in protocol version 2025-11-25, pass for a tool's
    /// result as well. Some clients of that version take it for one; off by default.
    pub fn plain_task_answers(mut self, on: bool) -> Self {
        self.settings.plain_clients = on;
        self
    }

    /// The secret that seals what a client of 2026-07-28 brings back with the answers to a plain
    /// call's questions. Servers that share a load need the same one; by default each server
    /// makes its own.
    pub fn state_secret(mut self, secret: impl AsRef<[u8]>) -> Self {
        self.state_key = Some(StateKey::from_secret(secret.as_ref()));
        self
    }

    /// Builds the server.
    ///
    /// # Errors
    ///
    /// [`CatalogError`] names the first tool, prompt or resource that cannot be served, and why.
    pub fn build(self) -> Result<Server, CatalogError> {
        let mut states = self.states;
        let catalog = self.draft.build(Terms {
            states: states.clone(),
            tasks: self.settings.tasks,
        })?;
        states.insert(Arc::new(WeakCatalog::of(&catalog)));
        let store = self.store.unwrap_or_else(|| Arc::new(MemoryStore::new()));
        let core = Core {
            engine: Arc::new(Engine::new(store, states, self.engine)),
            catalog,
            info: self.info,
            instructions: self.instructions,
            settings: self.settings,
            state_key: self.state_key.unwrap_or_else(StateKey::random),
            clock: TokioClock::new(),
            closing: CancellationToken::new(),
        };
        Ok(Server {
            core: Arc::new(core),
        })
    }
}
