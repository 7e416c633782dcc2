//! Parameters that are not arguments.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_tasks_runtime::{FromCall, Requirements, Server, State, TaskContext, ToolError, mcp_tool};
use serde_json::json;

use super::{call, input_schema, text_of};

/// An extractor that counts how often it is asked for.
struct Counted(u32);

static EXTRACTED: AtomicU32 = AtomicU32::new(0);

impl FromCall for Counted {
    fn requirements(requirements: &mut Requirements<'_>) {
        requirements.state::<Counted>();
    }

    async fn from_call(_: &TaskContext) -> Result<Self, ToolError> {
        Ok(Self(EXTRACTED.fetch_add(1, Ordering::Relaxed)))
    }
}

#[mcp_tool]
fn extracting(
    #[mcp(extract)] Counted(count): Counted,
    word: String,
    ctx: TaskContext,
    #[mcp(extract)] same: TaskContext,
) -> String {
    format!("{word} {count} {}", ctx.tool() == same.tool())
}

#[tokio::test]
async fn extracted_parameters_are_not_arguments() {
    let expected = json!({
        "type": "object",
        "properties": { "word": { "type": "string" } },
        "required": ["word"]
    });
    assert_eq!(input_schema::<extracting>(), expected);
    assert_eq!(
        text_of::<extracting>(json!({ "word": "a" })).await.unwrap(),
        "a 0 true"
    );
    assert_eq!(
        text_of::<extracting>(json!({ "word": "b" })).await.unwrap(),
        "b 1 true"
    );
}

/// Something shared.
struct Database(String);

#[mcp_tool]
async fn stateful(State(database): State<Database>, key: String) -> String {
    format!("{}/{key}", database.0)
}

#[test]
fn a_server_without_what_an_extractor_needs_is_not_built() {
    let server = || {
        Server::builder("test", "1")
            .tool::<stateful>()
            .tool::<extracting>()
    };
    let error = server().build().unwrap_err().to_string();
    assert!(
        error.contains("stateful") && error.contains("Database"),
        "{error}"
    );
    let error = server()
        .state(Database(String::new()))
        .build()
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("extracting") && error.contains("Counted"),
        "{error}"
    );
    assert!(
        server()
            .state(Database(String::new()))
            .state(Counted(0))
            .build()
            .is_ok()
    );
}

#[tokio::test]
async fn missing_state_ends_the_call_before_the_function() {
    let error = call::<stateful>(json!({ "key": "k" })).await.unwrap_err();
    assert!(error.message().contains("no state of type"), "{error}");
}

#[tokio::test]
async fn a_function_with_state_is_called_with_it_in_a_test() {
    let database = Arc::new(Database("db".to_owned()));
    assert_eq!(stateful(State(database), "k".to_owned()).await, "db/k");
}

mod address {
    /// A type that is called like an extractor.
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    pub(super) enum State {
        /// In the east.
        #[serde(rename = "NY")]
        NewYork,
    }
}

#[mcp_tool]
fn marked_argument(#[mcp(arg)] state: address::State) -> &'static str {
    match state {
        address::State::NewYork => "New York",
    }
}

#[tokio::test]
async fn a_mark_overrules_the_name_of_a_type() {
    assert_eq!(
        text_of::<marked_argument>(json!({ "state": "NY" }))
            .await
            .unwrap(),
        "New York"
    );
}
