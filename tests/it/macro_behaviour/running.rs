//! How the function is run, and what becomes of what it returns.

use std::time::Duration;

use mcp_tasks_runtime::{Json, TaskContext, Tool, ToolOutput, mcp_tool};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{call, text_of};

#[mcp_tool]
fn silent() {}

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
    assert!(<silent as Tool>::Output::output_schema().is_none());
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

mod visible {
    use mcp_tasks_runtime::mcp_tool;

    #[mcp_tool]
    pub(super) fn neighbour(text: String) -> String {
        text
    }
}

#[tokio::test]
async fn a_tool_is_as_visible_as_its_function() {
    assert_eq!(
        text_of::<visible::neighbour>(json!({ "text": "t" }))
            .await
            .unwrap(),
        "t"
    );
}
