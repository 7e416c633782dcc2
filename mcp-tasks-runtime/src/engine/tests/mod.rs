//! The engine on its own: owners, runs that are dropped, stores that fail.

mod dropped;
mod ending;
mod faults;
mod owners;

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::sync::Semaphore;

use super::{Engine, Keep, Settings, TaskRequest};
use crate::store::{Fields, Lookup, MemoryStore, TaskStore};
use crate::task::{Dialect, Outcome, Owner, Record, TaskId, TaskRef};
use crate::tool::{
    Answered, Answering, Ask, AskError, Askable, CallPeer, LogLevel, Progress, RegisteredTool,
    States,
};
use crate::{TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError};

/// Waits for a permit of the test's.
struct Hold;

impl Tool for Hold {
    type Input = serde_json::Map<String, serde_json::Value>;
    type Output = &'static str;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("hold").with_task(TaskSupport::Optional)
    }

    async fn call(_: Self::Input, context: TaskContext) -> Result<&'static str, ToolError> {
        let gate = context.state::<Semaphore>().unwrap();
        gate.acquire().await?.forget();
        Ok("done")
    }
}

/// A client that hears nothing.
#[derive(Debug)]
struct Deaf;

impl CallPeer for Deaf {
    fn progress(&self, _progress: &Progress) {}

    fn status(&self, _message: &str) {}

    fn settled(&self, _ask: &Ask) -> Option<Answered> {
        Some(Err(AskError::Disconnected))
    }

    fn ask<'a>(&'a self, _ask: &'a Ask) -> Answering<'a> {
        Box::pin(async { Err(AskError::Disconnected) })
    }

    fn log(&self, _level: LogLevel, _logger: Option<&str>, _data: &RawValue) {}

    fn can_ask(&self, _what: Askable) -> bool {
        false
    }
}

/// An engine whose only tool waits at `gate`.
struct Bench {
    engine: Arc<Engine>,
    tool: Arc<RegisteredTool>,
    gate: Arc<Semaphore>,
}

impl Bench {
    fn new() -> Self {
        Self::on(Arc::new(MemoryStore::new()))
    }

    fn on(store: Arc<dyn TaskStore>) -> Self {
        let gate = Arc::new(Semaphore::new(0));
        let mut states = States::default();
        states.insert(Arc::clone(&gate));
        let tool = Arc::new(RegisteredTool::of::<Hold>());
        let engine = Arc::new(Engine::new(store, states, Settings::default()));
        Self { engine, tool, gate }
    }

    fn request(&self, owner: &str, id: &str) -> TaskRequest {
        TaskRequest {
            tool: Arc::clone(&self.tool),
            arguments: None,
            owner: Owner::from(owner),
            id: TaskId::from(id),
            dialect: Dialect::Draft,
            keep: Keep::AfterEnd(Some(Duration::from_secs(60))),
            peer: Arc::new(Deaf),
        }
    }

    async fn record(&self, owner: &str, id: &str) -> Record {
        let found = self
            .engine
            .get(&Owner::from(owner), &TaskId::from(id), Fields::All)
            .await;
        match found.unwrap() {
            Lookup::Found(record) => *record,
            other => panic!("{id} of {owner}: {other:?}"),
        }
    }
}

fn task(owner: &str, id: &str) -> TaskRef {
    TaskRef::new(Owner::from(owner), TaskId::from(id))
}

#[track_caller]
fn error_of(outcome: &Outcome) -> (i64, &str) {
    match outcome {
        Outcome::Error(error) => (error.code, &error.message),
        other => panic!("no error: {other:?}"),
    }
}
