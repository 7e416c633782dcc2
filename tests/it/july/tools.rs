//! `tools/list` (J-48, J-50, J-55).

use mcp_tasks_runtime::{
    Json, Server, ServerBuilder, TaskContext, Tool, ToolDescriptor, ToolError,
};
use serde_json::{Value, json};

use crate::support::july::{call, july, tasks};
use crate::support::{Must, Peer, echoing};

struct Numbers;

impl Tool for Numbers {
    type Input = crate::support::Arguments;
    type Output = Json<Vec<u8>>;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("numbers")
    }

    async fn call(_: Self::Input, _context: TaskContext) -> Result<Json<Vec<u8>>, ToolError> {
        Ok(Json(vec![1, 2]))
    }
}

fn numbers() -> ServerBuilder {
    Server::builder("tests", "1").tool::<Numbers>()
}

#[tokio::test(start_paused = true)]
async fn j48_a_listing_says_how_long_it_may_be_kept() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let result = peer.result("tools/list", july(json!({}), json!({}))).await;
    assert!(result["ttlMs"].is_u64());
    assert!(
        ["public", "private"]
            .map(Value::from)
            .contains(&result["cacheScope"])
    );
}

#[tokio::test(start_paused = true)]
async fn j55_nothing_is_said_of_tasks_and_everybody_sees_the_same() {
    let mut peer = Peer::connect(&echoing().tool::<Must>().build().unwrap());
    let plain = peer.result("tools/list", july(json!({}), json!({}))).await;
    let declared = peer.result("tools/list", july(json!({}), tasks())).await;
    assert_eq!(plain, declared);
    let tools = plain["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["echo", "run", "plain", "must"], "in their order");
    assert!(tools.iter().all(|tool| tool.get("execution").is_none()));
}

#[tokio::test(start_paused = true)]
async fn output_schemas_and_structured_content_stand_as_they_are() {
    let mut peer = Peer::connect(&numbers().build().unwrap());
    let listed = peer.result("tools/list", july(json!({}), json!({}))).await;
    assert_eq!(listed["tools"][0]["outputSchema"]["type"], "array");
    let result = peer.result("tools/call", call("numbers", json!({}))).await;
    assert_eq!(result["structuredContent"], json!([1, 2]));
    // One that knows objects only gets an object, on the same pipe.
    peer.initialize("2025-11-25").await;
    let listed = peer.result("tools/list", json!({})).await;
    assert_eq!(listed["tools"][0]["outputSchema"]["type"], "object");
    let result = peer
        .result("tools/call", json!({ "name": "numbers" }))
        .await;
    assert_eq!(result["structuredContent"], json!({ "result": [1, 2] }));
}

#[tokio::test(start_paused = true)]
async fn j50_pages_and_bad_cursors() {
    let mut peer = Peer::connect(&echoing().page_size(2).build().unwrap());
    let page = peer.result("tools/list", july(json!({}), json!({}))).await;
    let next = july(json!({ "cursor": page["nextCursor"] }), json!({}));
    let last = peer.result("tools/list", next).await;
    assert_eq!(last["tools"][0]["name"], "plain");
    assert!(last.get("nextCursor").is_none());
    assert_eq!(last["cacheScope"], page["cacheScope"]);
    for cursor in [json!("nonsense"), json!(""), json!(1)] {
        let params = july(json!({ "cursor": cursor }), json!({}));
        assert_eq!(peer.error("tools/list", params).await.0, -32602, "{cursor}");
    }
}
