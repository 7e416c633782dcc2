//! Schemas as they are listed, and results that keep to them.

use std::time::Duration;

use mcp_tasks_runtime::{
    Json, Server, TaskContext, Tool, ToolDescriptor, ToolError, schemars, serde,
};
use serde_json::{Value, json};

use crate::support::{Arguments, Peer};

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Item {
    n: u32,
    next: Option<Box<Item>>,
}

struct ListTool;

impl Tool for ListTool {
    type Input = Arguments;
    type Output = Json<Vec<Item>>;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("list")
    }

    async fn call(_: Arguments, _: TaskContext) -> Result<Json<Vec<Item>>, ToolError> {
        let next = Some(Box::new(Item { n: 2, next: None }));
        Ok(Json(vec![Item { n: 1, next }]))
    }
}

struct NumberTool;

impl Tool for NumberTool {
    type Input = Arguments;
    type Output = Json<u32>;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("number")
    }

    async fn call(_: Arguments, _: TaskContext) -> Result<Json<u32>, ToolError> {
        Ok(Json(7))
    }
}

/// Sent under other names than it is accepted.
#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Uneven {
    #[serde(rename(serialize = "sent", deserialize = "taken"))]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<u8>,
    #[serde(default)]
    usual: u8,
}

struct UnevenTool;

impl Tool for UnevenTool {
    type Input = Uneven;
    type Output = Json<Uneven>;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("uneven")
    }

    async fn call(input: Uneven, _: TaskContext) -> Result<Json<Uneven>, ToolError> {
        Ok(Json(input))
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[expect(dead_code, reason = "only its schema counts")]
struct Numbers {
    a: u8,
    b: u64,
    c: usize,
    d: i128,
    e: f32,
    f: Duration,
    g: char,
    h: Option<i16>,
    i: Vec<f64>,
}

struct NumbersTool;

impl Tool for NumbersTool {
    type Input = Numbers;
    type Output = ();

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("numbers")
    }

    async fn call(_: Numbers, _: TaskContext) -> Result<(), ToolError> {
        Ok(())
    }
}

async fn peer() -> Peer {
    let server = Server::builder("s", "1")
        .tool::<ListTool>()
        .tool::<NumberTool>()
        .tool::<UnevenTool>()
        .tool::<NumbersTool>();
    Peer::ready(&server.build().unwrap()).await
}

async fn listed(peer: &mut Peer, name: &str) -> Value {
    let list = peer.result("tools/list", json!({})).await;
    let tools = list["tools"].as_array().unwrap();
    tools
        .iter()
        .find(|tool| tool["name"] == name)
        .unwrap()
        .clone()
}

/// Every `$ref` of a schema, and every `format`.
fn words<'a>(schema: &'a Value, key: &str, found: &mut Vec<&'a Value>) {
    match schema {
        Value::Object(map) => {
            found.extend(map.get(key));
            map.values().for_each(|value| words(value, key, found));
        }
        Value::Array(items) => items.iter().for_each(|value| words(value, key, found)),
        _ => {}
    }
}

#[tokio::test(start_paused = true)]
async fn r08_the_root_is_an_object() {
    let mut peer = peer().await;
    let number = listed(&mut peer, "number").await;
    let inner = json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX });
    assert_eq!(
        number["outputSchema"],
        json!({ "type": "object", "properties": { "result": inner }, "required": ["result"] })
    );
    let result = peer.result("tools/call", json!({ "name": "number" })).await;
    assert_eq!(result["structuredContent"], json!({ "result": 7 }));
    assert_eq!(result["content"][0]["text"], "7");

    let list = listed(&mut peer, "list").await;
    let schema = &list["outputSchema"];
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["properties"]["result"]["type"], "array");
    // A schema that refers to itself still does once it is no longer the root.
    let mut references = Vec::new();
    words(schema, "$ref", &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let path = reference.as_str().unwrap().strip_prefix('#').unwrap();
        assert!(schema.pointer(path).is_some(), "{reference}");
    }
    let result = peer.result("tools/call", json!({ "name": "list" })).await;
    let items = json!([{ "n": 1, "next": { "n": 2, "next": null } }]);
    assert_eq!(result["structuredContent"], json!({ "result": items }));
}

#[tokio::test(start_paused = true)]
async fn r09_each_schema_describes_its_own_direction() {
    let mut peer = peer().await;
    let tool = listed(&mut peer, "uneven").await;
    let required = |schema: &Value| {
        let mut names: Vec<_> = schema["required"].as_array().unwrap().clone();
        names.sort_by_key(ToString::to_string);
        names
    };
    let (input, output) = (&tool["inputSchema"], &tool["outputSchema"]);
    assert!(input["properties"].get("taken").is_some());
    assert!(input["properties"].get("sent").is_none());
    assert_eq!(required(input), ["taken"]);
    assert!(output["properties"].get("sent").is_some());
    assert!(output["properties"].get("taken").is_none());
    assert_eq!(required(output), ["sent", "usual"]);
    let call = json!({ "name": "uneven", "arguments": { "taken": "x" } });
    let result = peer.result("tools/call", call).await;
    assert_eq!(
        result["structuredContent"],
        json!({ "sent": "x", "usual": 0 })
    );
}

#[tokio::test(start_paused = true)]
async fn r10_numbers_have_bounds_and_no_format_of_their_own() {
    let mut peer = peer().await;
    let tool = listed(&mut peer, "numbers").await;
    let mut formats = Vec::new();
    words(&tool, "format", &mut formats);
    assert_eq!(formats, [] as [&Value; 0]);
    let properties = &tool["inputSchema"]["properties"];
    for (name, minimum, maximum) in [
        ("a", json!(0), json!(255)),
        ("b", json!(0), json!(u64::MAX)),
        ("c", json!(0), json!(u64::MAX)),
        ("h", json!(i16::MIN), json!(i16::MAX)),
    ] {
        assert_eq!(properties[name]["minimum"], minimum, "{name}");
        assert_eq!(properties[name]["maximum"], maximum, "{name}");
    }
    for (name, kind) in [("d", "integer"), ("e", "number"), ("g", "string")] {
        assert_eq!(properties[name]["type"], kind, "{name}");
    }
}
