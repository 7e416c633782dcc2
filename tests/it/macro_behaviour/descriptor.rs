//! How a tool describes itself.

use std::time::Duration;

use mcp_tasks_runtime::{
    Icon, TaskContext, TaskSupport, Tool, ToolAnnotations, ToolDescriptor, mcp_tool,
};
use serde_json::{Value, json};

/// Count the rows of a file.
///
/// Reads all of it:
///   - once
#[mcp_tool(task, keep_alive = "1h", poll = "500ms")]
async fn count_rows(path: String, ctx: &TaskContext) -> usize {
    ctx.progress(1, 1).await;
    path.len()
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
    assert_eq!(descriptor.annotations, ToolAnnotations::default());
    assert!(descriptor.icons.is_empty());
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

#[mcp_tool]
#[doc = " Head."]
#[doc = concat!("of", " ", "tail")]
fn documented_by_macro() {}

#[test]
fn a_computed_comment_is_a_description() {
    let description = documented_by_macro::descriptor().description;
    assert_eq!(description.as_deref(), Some("Head.\nof tail"));
}
