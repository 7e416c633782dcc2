//! Which arguments a tool accepts, and how they reach the function.

use mcp_tasks_runtime::{TaskContext, Tool, mcp_tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{call, input_schema, text_of};

/// Count the rows of a file.
#[mcp_tool]
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

#[mcp_tool]
fn nothing() {}

#[tokio::test]
async fn a_tool_without_arguments_accepts_none() {
    let expected = json!({ "type": "object", "additionalProperties": false });
    assert_eq!(input_schema::<nothing>(), expected);
    assert!(call::<nothing>(json!({})).await.is_ok());
    let refused = call::<nothing>(json!({ "x": 1 })).await.unwrap_err();
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

#[mcp_tool]
fn raw(_unused: Option<u8>, r#type: String) -> String {
    r#type
}

#[tokio::test]
async fn a_raw_name_is_what_it_says() {
    assert_eq!(text_of::<raw>(json!({ "type": "t" })).await.unwrap(), "t");
}
