//! What the types that `#[mcp_tool]` generates do: how they describe themselves, what they accept,
//! and how they run.

// Tools are what the macro makes of functions, however small those are.
#![allow(clippy::unused_async)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_tasks_runtime::{
    Content, FromCall, Icon, Json, Requirements, State, TaskContext, TaskSupport, Tool,
    ToolDescriptor, ToolError, ToolOutput, mcp_tool,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The schema that a server derives for the tool's arguments.
fn input_schema<T: Tool>() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T::Input>();
    schema.remove("title");
    schema.to_value()
}

/// Decodes arguments and runs the tool, as a call without a server does.
async fn call<T: Tool>(arguments: Value) -> Result<T::Output, ToolError> {
    let input = serde_json::from_value(arguments)?;
    T::call(input, TaskContext::detached()).await
}

/// What the tool says to the model.
async fn text_of<T: Tool>(arguments: Value) -> Result<String, ToolError> {
    let result = call::<T>(arguments).await?.into_result()?;
    Ok(result
        .content()
        .iter()
        .filter_map(Content::as_text)
        .collect())
}

/// Count the rows of a file.
///
/// Reads all of it:
///   - once
#[mcp_tool(task, keep_alive = "1h", poll = "500ms")]
async fn count_rows(
    /// Path of the file.
    path: String,
    /// How many rows to read at most.
    ///
    /// All of them when absent.
    limit: Option<u64>,
    /// Which columns.
    #[serde(default, rename = "columnNames")]
    columns: Vec<String>,
    /// How certain, in percent.
    #[schemars(range(min = 1, max = 100))]
    certainty: i32,
    ctx: &TaskContext,
) -> String {
    ctx.progress(1, 2).await;
    format!(
        "{path} {limit:?} {columns:?} {certainty} for {}",
        ctx.tool()
    )
}

#[test]
fn a_descriptor_says_what_the_attribute_and_the_comments_say() {
    let descriptor = count_rows::descriptor();
    assert_eq!(descriptor.name, "count_rows");
    assert_eq!(
        descriptor.description.as_deref(),
        Some("Count the rows of a file.\n\nReads all of it:\n  - once")
    );
    assert_eq!(descriptor.task, TaskSupport::Optional);
    assert_eq!(descriptor.keep_alive, Some(Duration::from_secs(3600)));
    assert_eq!(descriptor.poll, Some(Duration::from_millis(500)));
    assert_eq!((descriptor.timeout, descriptor.retries), (None, 0));
    assert_eq!((descriptor.title, descriptor.meta), (None, None));
    assert_eq!(
        (descriptor.input_schema, descriptor.output_schema),
        (None, None)
    );
    assert_eq!(descriptor.annotations, Default::default());
    assert!(descriptor.icons.is_empty());
}

#[test]
fn a_schema_has_the_parameters_and_their_comments() {
    let expected = json!({
        "type": "object",
        "properties": {
            "path": { "type": "string", "description": "Path of the file." },
            "limit": {
                "type": ["integer", "null"],
                "format": "uint64",
                "minimum": 0,
                "description": "How many rows to read at most.\n\nAll of them when absent."
            },
            "columnNames": {
                "type": "array",
                "items": { "type": "string" },
                "default": [],
                "description": "Which columns."
            },
            "certainty": {
                "type": "integer",
                "format": "int32",
                "minimum": 1,
                "maximum": 100,
                "description": "How certain, in percent."
            }
        },
        "required": ["path", "certainty"]
    });
    assert_eq!(input_schema::<count_rows>(), expected);
}

#[tokio::test]
async fn arguments_are_passed_by_name() {
    let all = json!({ "certainty": 9, "columnNames": ["a"], "limit": 3, "path": "x" });
    assert_eq!(
        text_of::<count_rows>(all).await.unwrap(),
        "x Some(3) [\"a\"] 9 for detached"
    );
    let few = json!({ "certainty": 9, "path": "x" });
    assert_eq!(
        text_of::<count_rows>(few).await.unwrap(),
        "x None [] 9 for detached"
    );
}

#[tokio::test]
async fn wrong_arguments_are_not_decoded() {
    let missing = call::<count_rows>(json!({ "certainty": 9 }))
        .await
        .unwrap_err();
    assert_eq!(missing.message(), "missing field `path`");
    let wrong = call::<count_rows>(json!({ "certainty": "9", "path": "x" }))
        .await
        .unwrap_err();
    assert!(
        wrong
            .message()
            .contains("invalid type: string \"9\", expected i32"),
        "{wrong}"
    );
}

#[tokio::test]
async fn the_function_is_called_as_it_was_written() {
    let said = count_rows("x".into(), None, vec![], 1, &TaskContext::detached()).await;
    assert_eq!(said, "x None [] 1 for detached");
}

const LONG: &str = "Said elsewhere.";

/// Not this.
#[mcp_tool(
    task = "required",
    name = "files.delete-all",
    title = "Delete",
    description = LONG,
    read_only = false,
    destructive,
    idempotent = true,
    open_world = false,
    timeout = "5m",
    retries = 3,
    icons = ["https://example.com/a.png", Icon::new("data:,")],
    meta = json!({ "example.com/cost": 2 }),
    input_schema = json!({ "type": "object", "description": "mine" }),
    output_schema = true,
)]
fn everything_set() {}

#[test]
fn every_key_sets_its_part_of_the_descriptor() {
    let descriptor = everything_set::descriptor();
    assert_eq!(descriptor.name, "files.delete-all");
    assert_eq!(descriptor.title.as_deref(), Some("Delete"));
    assert_eq!(descriptor.description.as_deref(), Some(LONG));
    assert_eq!(descriptor.task, TaskSupport::Required);
    assert_eq!(descriptor.annotations.read_only_hint, Some(false));
    assert_eq!(descriptor.annotations.destructive_hint, Some(true));
    assert_eq!(descriptor.annotations.idempotent_hint, Some(true));
    assert_eq!(descriptor.annotations.open_world_hint, Some(false));
    assert_eq!(descriptor.timeout, Some(Duration::from_secs(300)));
    assert_eq!(descriptor.retries, 3);
    assert_eq!(
        descriptor.icons,
        [Icon::new("https://example.com/a.png"), Icon::new("data:,")]
    );
    assert_eq!(
        descriptor.meta.map(Value::Object),
        Some(json!({ "example.com/cost": 2 }))
    );
    let mine = json!({ "type": "object", "description": "mine" });
    assert_eq!(descriptor.input_schema, Some(mine));
    assert_eq!(descriptor.output_schema, Some(json!(true)));
}

#[mcp_tool(task = "optional")]
fn optional() {}

#[mcp_tool(task = "forbidden")]
fn forbidden() {}

#[mcp_tool]
fn r#match() {}

#[test]
fn task_modes_and_defaults() {
    assert_eq!(optional::descriptor().task, TaskSupport::Optional);
    assert_eq!(forbidden::descriptor().task, TaskSupport::Forbidden);
    let ToolDescriptor {
        name,
        task,
        description,
        ..
    } = r#match::descriptor();
    assert_eq!(
        (name.as_str(), task, description),
        ("match", TaskSupport::Forbidden, None)
    );
}

#[tokio::test]
async fn a_tool_without_arguments_accepts_none() {
    let expected = json!({ "type": "object", "additionalProperties": false });
    assert_eq!(input_schema::<optional>(), expected);
    assert!(call::<optional>(json!({})).await.is_ok());
    let refused = call::<optional>(json!({ "x": 1 })).await.unwrap_err();
    assert!(
        refused.message().starts_with("unknown field `x`"),
        "{refused}"
    );
}

/// A place.
#[derive(Deserialize, JsonSchema)]
struct Place {
    /// Degrees north.
    lat: f64,
    /// Degrees east.
    lon: f64,
}

#[mcp_tool]
fn whole(#[mcp(flatten)] Place { lat, lon }: Place) -> String {
    format!("{lat} {lon}")
}

#[mcp_tool]
fn in_part(name: String, #[mcp(flatten)] place: Place) -> String {
    format!("{name} {} {}", place.lat, place.lon)
}

#[tokio::test]
async fn a_flattened_struct_can_be_all_of_the_arguments() {
    let expected = json!({
        "type": "object",
        "description": "A place.",
        "properties": {
            "lat": { "type": "number", "format": "double", "description": "Degrees north." },
            "lon": { "type": "number", "format": "double", "description": "Degrees east." }
        },
        "required": ["lat", "lon"]
    });
    assert_eq!(input_schema::<whole>(), expected);
    assert_eq!(
        text_of::<whole>(json!({ "lat": 1.5, "lon": 2 }))
            .await
            .unwrap(),
        "1.5 2"
    );
    let _: <whole as Tool>::Input = Place { lat: 0.0, lon: 0.0 };
}

#[tokio::test]
async fn a_flattened_struct_can_be_some_of_the_arguments() {
    let expected = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "lat": { "type": "number", "format": "double", "description": "Degrees north." },
            "lon": { "type": "number", "format": "double", "description": "Degrees east." }
        },
        "required": ["name", "lat", "lon"]
    });
    assert_eq!(input_schema::<in_part>(), expected);
    assert_eq!(
        text_of::<in_part>(json!({ "lat": 1, "lon": 2, "name": "a" }))
            .await
            .unwrap(),
        "a 1 2"
    );
}

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

/// Why there is no count.
#[derive(Debug)]
struct Empty;

impl std::fmt::Display for Empty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("nothing left")
    }
}

impl std::error::Error for Empty {}

#[derive(Debug, PartialEq, Serialize, JsonSchema)]
struct Count {
    rows: u32,
}

#[mcp_tool]
async fn fallible(rows: u32) -> Result<Json<Count>, Empty> {
    if rows == 0 {
        Err(Empty)
    } else {
        Ok(Json(Count { rows }))
    }
}

#[tokio::test]
async fn the_return_type_tells_the_output() {
    assert!(<fallible as Tool>::Output::output_schema().is_some());
    assert!(<optional as Tool>::Output::output_schema().is_none());
    let full = call::<fallible>(json!({ "rows": 2 }))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(full.0, Count { rows: 2 });
    let empty = call::<fallible>(json!({ "rows": 0 })).await.unwrap();
    assert_eq!(empty.into_result().unwrap_err().message(), "nothing left");
}

#[mcp_tool]
fn sleeping(ctx: &TaskContext, milliseconds: u64) -> bool {
    std::thread::sleep(Duration::from_millis(milliseconds));
    ctx.is_cancelled()
}

#[tokio::test]
async fn a_sync_function_does_not_block_its_caller() {
    let sleeping = tokio::spawn(call::<sleeping>(json!({ "milliseconds": 50 })));
    tokio::task::yield_now().await;
    assert!(!sleeping.is_finished());
    assert!(!sleeping.await.unwrap().unwrap());
}

#[mcp_tool]
fn panicking() -> String {
    panic!("on purpose")
}

#[tokio::test]
async fn a_panic_of_a_sync_function_stays_a_panic() {
    let error = tokio::spawn(call::<panicking>(json!({})))
        .await
        .unwrap_err();
    assert_eq!(error.into_panic().downcast_ref(), Some(&"on purpose"));
}

#[mcp_tool]
#[doc = " Head."]
#[doc = concat!("of", " ", "tail")]
fn documented_by_macro() {}

#[test]
fn a_computed_comment_is_a_description() {
    let description = documented_by_macro::descriptor().description;
    assert_eq!(description.as_deref(), Some("Head.\nof tail"));
}

mod visible {
    use mcp_tasks_runtime::mcp_tool;

    #[mcp_tool]
    pub(super) fn neighbour(_unused: Option<u8>, r#type: String) -> String {
        r#type
    }
}

#[tokio::test]
async fn a_tool_is_as_visible_as_its_function() {
    assert_eq!(
        text_of::<visible::neighbour>(json!({ "type": "t" }))
            .await
            .unwrap(),
        "t"
    );
}
