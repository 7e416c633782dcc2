//! Listing and calling tools, results of every shape, progress.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::fake::{HOUR, OPT_IN, SECOND, begin_task, connected, text};
use crate::client::{CallTool, CallToolResult, ClientError};
use crate::tool::{Content, Progress};

/// Calls a tool without arguments, which gives this result.
async fn called(result: Value) -> Result<CallToolResult, ClientError> {
    let (client, mut server) = connected().await;
    let serving = async {
        let call = server.expect("tools/call").await;
        server.answer(&call, result).await;
    };
    tokio::join!(client.call_tool("t", &()), serving).0
}

#[tokio::test(start_paused = true)]
async fn tools_from_all_pages() {
    let (client, mut server) = connected().await;
    let serving = async {
        let list = server.expect("tools/list").await;
        assert_eq!(list["params"], json!({}));
        let first = json!({
            "name": "one", "title": "One", "description": "First.",
            "inputSchema": { "type": "object" }, "outputSchema": { "type": "object" },
            "annotations": { "readOnlyHint": true, "newHint": 5 },
            "icons": [{ "src": "data:," }], "_meta": { "a": 1 },
        });
        server
            .answer(&list, json!({ "tools": [first], "nextCursor": "" }))
            .await;
        let list = server.expect("tools/list").await;
        assert_eq!(list["params"], json!({ "cursor": "" }));
        let second = json!({ "name": "two", "inputSchema": { "type": "object" } });
        server
            .answer(&list, json!({ "tools": [second], "nextCursor": null }))
            .await;
    };
    let (tools, ()) = tokio::join!(client.list_tools(), serving);
    let tools = tools.unwrap();
    let [one, two] = &tools[..] else {
        panic!("{tools:?}")
    };
    assert_eq!(one.title.as_deref(), Some("One"));
    assert_eq!(one.description.as_deref(), Some("First."));
    assert_eq!(one.annotations.as_ref().unwrap()["newHint"], 5);
    assert_eq!(one.rest["_meta"]["a"], 1);
    assert_eq!(one.rest["icons"][0]["src"], "data:,");
    assert_eq!((two.name.as_str(), &two.output_schema), ("two", &None));
}

#[tokio::test(start_paused = true)]
async fn pages_that_go_in_circles() {
    let (client, mut server) = connected().await;
    let serving = async {
        for _ in 0..2 {
            let list = server.expect("tools/list").await;
            let page = json!({ "tools": [], "nextCursor": "round" });
            server.answer(&list, page).await;
        }
    };
    let (tools, ()) = tokio::join!(client.list_tools(), serving);
    let error = tools.unwrap_err();
    assert!(matches!(error, ClientError::EndlessPages { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_plain_call_asks_for_no_task() {
    let (client, mut server) = connected().await;
    let serving = async {
        let call = server.expect("tools/call").await;
        let expected = json!({ "name": "t", "arguments": { "n": 1 } });
        assert_eq!(call["params"], expected);
        server.answer(&call, text("one")).await;
    };
    let arguments = json!({ "n": 1 });
    let (result, ()) = tokio::join!(client.call_tool("t", &arguments), serving);
    assert_eq!(result.unwrap().text(), "one");
}

#[tokio::test(start_paused = true)]
async fn d03_d04_d06_the_wish_for_a_task() {
    let (client, mut server) = connected().await;
    let call = CallTool::new("t").keep_alive(Duration::from_micros(1_500_999));
    let (pending, request) = begin_task(&client, &mut server, call).await;
    let id = pending.task_id().unwrap().clone();
    let wish = json!({ OPT_IN: { "taskId": id.as_str(), "keepAlive": 1500 } });
    assert_eq!(request["params"]["_meta"], wish);
    assert_eq!(request["id"], pending.request_id());
    let uuid = uuid::Uuid::parse_str(id.as_str()).unwrap();
    assert_eq!(uuid.get_version_num(), 4);

    let (other, request) = begin_task(&client, &mut server, CallTool::new("t").task()).await;
    assert_ne!(other.task_id(), Some(&id));
    assert_eq!(
        request["params"]["_meta"][OPT_IN]
            .as_object()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test(start_paused = true)]
async fn arguments_that_are_no_object() {
    let (client, mut server) = connected().await;
    for arguments in [json!([1]), json!("text"), json!(1)] {
        let error = client.call_tool("t", &arguments).await.unwrap_err();
        assert!(matches!(error, ClientError::Encode { .. }), "{error}");
    }
    server.hears_nothing(SECOND).await;
}

#[tokio::test(start_paused = true)]
async fn a_result_keeps_what_is_unknown() {
    let result = called(json!({
        "content": [
            { "type": "text", "text": "a\nb", "annotations": { "priority": "odd" }, "more": 1 },
            { "type": "hologram", "depth": 3 },
            { "type": "text", "text": "c" },
        ],
        "structuredContent": { "n": 1, "more": 2 },
        "isError": true,
        "resultType": "complete",
        "_meta": { "x": 1 },
    }))
    .await
    .unwrap();
    assert_eq!(result.text(), "a\nb\nc");
    assert!(result.is_error);
    assert!(result.content[1].decode().is_err());
    assert_eq!(
        result.content[1].raw().get(),
        r#"{"depth":3,"type":"hologram"}"#
    );
    assert_eq!(result.content[2].decode().unwrap(), Content::text("c"));
    assert_eq!(result.meta.as_ref().unwrap().get(), r#"{"x":1}"#);

    #[derive(Deserialize)]
    struct Structured {
        n: u8,
    }
    assert_eq!(result.structured::<Structured>().unwrap().n, 1);
}

#[tokio::test(start_paused = true)]
async fn a_result_with_little_in_it() {
    for little in [
        json!({}),
        json!({ "content": null, "isError": null, "structuredContent": null, "_meta": null }),
    ] {
        let result = called(little).await.unwrap();
        assert_eq!((result.text().as_str(), result.is_error), ("", false));
        assert!(result.structured::<Value>().unwrap().is_null());
        assert!(result.structured::<bool>().is_err());
    }
    let error = called(json!({ "content": 5 })).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the answer to `tools/call` is unreadable"
    );
    assert!(std::error::Error::source(&error).is_some());
}

#[tokio::test(start_paused = true)]
async fn n70_d46_progress_while_the_call_is_open() {
    let (client, mut server) = connected().await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = seen.clone();
    let call = CallTool::new("t").on_progress(move |progress| {
        noted.lock().unwrap().push(progress.clone());
        assert!(progress.done() < 3.0, "a panic here is passed over");
    });
    let (pending, request) = begin_task(&client, &mut server, call).await;
    let (_other, second) = begin_task(
        &client,
        &mut server,
        CallTool::new("t").on_progress(|_| panic!("not for this one")),
    )
    .await;
    let token = request["params"]["_meta"]["progressToken"].clone();
    assert_ne!(token, second["params"]["_meta"]["progressToken"]);
    let says = |done: f64| json!({ "progressToken": token, "progress": done, "total": 4 });
    server.notify("notifications/progress", says(1.5)).await;
    let odd = json!({ "progressToken": "unknown", "progress": 1 });
    server.notify("notifications/progress", odd).await;
    server
        .notify("notifications/progress", json!({ "progress": [] }))
        .await;
    server.notify("notifications/progress", says(3.0)).await;
    server.answer(&request, text("done")).await;
    server.notify("notifications/progress", says(4.0)).await;
    assert_eq!(pending.result().await.unwrap().text(), "done");
    tokio::time::sleep(SECOND).await;
    let expected = [Progress::new(1.5).of(4), Progress::new(3).of(4)];
    assert_eq!(*seen.lock().unwrap(), expected);
}

#[tokio::test(start_paused = true)]
async fn n13_a_plain_call_that_takes_too_long() {
    let (client, mut server) = connected().await;
    let call = CallTool::new("t").timeout(SECOND);
    let (pending, request) = begin_task(&client, &mut server, call).await;
    let error = pending.result().await.unwrap_err();
    assert_eq!(error.to_string(), "no answer within 1s");
    let cancelled = server.expect("notifications/cancelled").await;
    assert_eq!(cancelled["params"], json!({ "requestId": request["id"] }));
    server.answer(&request, text("late")).await;
    server.hears_nothing(HOUR).await;
}
