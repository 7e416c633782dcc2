//! What each protocol version is shown, and what is left out of it.

use mcp_tasks_runtime::{
    Content, Server, TaskContext, Tool, ToolAnnotations, ToolDescriptor, ToolError, ToolResult,
};
use serde_json::{Value, json};

use crate::support::{Arguments, Peer, scripted, text};

/// A tool that has everything.
struct Rich;

impl Tool for Rich {
    type Input = Arguments;
    type Output = ToolResult;

    fn descriptor() -> ToolDescriptor {
        let annotations = ToolAnnotations {
            read_only_hint: Some(true),
            ..ToolAnnotations::default()
        };
        ToolDescriptor::new("rich")
            .with_title("Rich")
            .with_description("Everything.")
            .with_input_schema(json!({ "type": "object" }))
            .with_output_schema(json!({ "type": "object", "properties": { "n": {} } }))
            .with_annotations(annotations)
            .with_icons(["https://example.org/icon.png"])
            .with_meta(json!({ "mine": 1 }))
    }

    async fn call(_input: Arguments, _context: TaskContext) -> Result<ToolResult, ToolError> {
        ToolResult::text("words")
            .with_content(Content::audio([1, 2, 3], "audio/wav"))
            .with_content(Content::resource_link("file:///a", "a"))
            .with_structured(&json!({ "n": 1 }))
    }
}

fn server() -> Server {
    Server::builder("s", "1").tool::<Rich>().build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn what_each_version_lists() {
    let base = json!({
        "name": "rich",
        "description": "Everything.",
        "inputSchema": { "type": "object" },
    });
    let with = |more: Value| {
        let mut tool = base.clone();
        let members = more.as_object().unwrap().clone();
        tool.as_object_mut().unwrap().extend(members);
        tool
    };
    for (version, expected) in [
        ("2024-11-05", base.clone()),
        (
            "2025-03-26",
            with(json!({ "annotations": { "title": "Rich", "readOnlyHint": true } })),
        ),
        (
            "2025-06-18",
            with(json!({
                "title": "Rich",
                "outputSchema": { "type": "object", "properties": { "n": {} } },
                "annotations": { "readOnlyHint": true },
                "_meta": { "mine": 1 },
            })),
        ),
    ] {
        let mut peer = Peer::ready_at(&server(), version).await;
        let list = peer.result("tools/list", json!({})).await;
        assert_eq!(list, json!({ "tools": [expected] }), "{version}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_each_version_gets_as_a_result() {
    let words = json!({ "type": "text", "text": "words" });
    let audio = json!({ "type": "audio", "data": "AQID", "mimeType": "audio/wav" });
    let link = json!({ "type": "resource_link", "uri": "file:///a", "name": "a" });
    let told = "[audio of type audio/wav, which this protocol version cannot carry]";
    let told_audio = json!({ "type": "text", "text": told });
    let told_link = json!({ "type": "text", "text": "a: file:///a" });
    for (version, expected) in [
        (
            "2024-11-05",
            json!({ "content": [words, told_audio, told_link], "isError": false }),
        ),
        (
            "2025-03-26",
            json!({ "content": [words, audio, told_link], "isError": false }),
        ),
        (
            "2025-06-18",
            json!({
                "content": [words, audio, link],
                "structuredContent": { "n": 1 },
                "isError": false,
            }),
        ),
    ] {
        let mut peer = Peer::ready_at(&server(), version).await;
        let result = peer.result("tools/call", json!({ "name": "rich" })).await;
        assert_eq!(result, expected, "{version}");
    }
}

#[tokio::test(start_paused = true)]
async fn elicitation_needs_the_version_that_has_it() {
    let server = scripted(|_, context: TaskContext| async move {
        let asked: Result<Value, _> = context.request("elicitation/create", &json!({})).await;
        Ok(ToolResult::text(asked.unwrap_err().to_string()))
    });
    let server = server.build().unwrap();
    for version in ["2024-11-05", "2025-03-26"] {
        let mut peer = Peer::ready_at(&server, version).await;
        let result = peer.result("tools/call", json!({ "name": "run" })).await;
        assert_eq!(
            text(&result),
            "the client does not answer `elicitation/create`"
        );
        peer.silence().await;
    }
}

#[tokio::test(start_paused = true)]
async fn sampling_roots_and_ping_can_be_asked_in_every_version() {
    let server = scripted(|arguments: Arguments, context: TaskContext| async move {
        let method = arguments["method"].as_str().unwrap();
        let answer: Value = context.request(method, &json!({})).await?;
        Ok(ToolResult::text(answer.to_string()))
    });
    let server = server.build().unwrap();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18"] {
        let mut peer = Peer::ready_at(&server, version).await;
        for method in ["sampling/createMessage", "roots/list", "ping"] {
            let call = json!({ "name": "run", "arguments": { "method": method } });
            let id = peer.begin("tools/call", call).await;
            let question = peer.expect(method).await;
            peer.send(json!({ "jsonrpc": "2.0", "id": question["id"], "result": { "a": 1 } }))
                .await;
            assert_eq!(text(&peer.answer(id).await["result"]), r#"{"a":1}"#);
        }
        let call = json!({ "name": "run", "arguments": { "method": "nothing/else" } });
        let result = peer.result("tools/call", call).await;
        assert_eq!(text(&result), "the client does not answer `nothing/else`");
    }
}

#[tokio::test(start_paused = true)]
async fn tools_are_listed_in_pages() {
    let server = scripted(|_, _| async { Ok(ToolResult::new()) }).page_size(2);
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let page = peer.result("tools/list", json!({})).await;
    let names = |page: &Value| -> Vec<Value> {
        let tools = page["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].clone()).collect()
    };
    assert_eq!(names(&page), ["echo", "run"]);
    let params = json!({ "cursor": page["nextCursor"] });
    let page = peer.result("tools/list", params).await;
    assert_eq!(names(&page), ["plain"]);
    assert!(page.get("nextCursor").is_none());
    for cursor in [
        json!("x"),
        json!("tools-"),
        json!("tools-3"),
        json!("tools-01"),
        json!(2),
    ] {
        assert_eq!(
            peer.error("tools/list", json!({ "cursor": cursor }))
                .await
                .0,
            -32602
        );
    }
}
