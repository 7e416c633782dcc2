//! Live changes reach those who listen, in the way of their era.

use mcp_tasks_runtime::{
    Catalog, PromptDescriptor, PromptResult, ResourceDescriptor, TaskContext, Tool, ToolDescriptor,
    ToolError, mcp_tool,
};
use serde_json::{Value, json};

use super::offering;
use crate::support::july::{answers, july};
use crate::support::{Arguments, Peer, text};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

struct Late;

impl Tool for Late {
    type Input = Arguments;
    type Output = &'static str;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("late")
    }

    async fn call(_: Arguments, _: TaskContext) -> Result<&'static str, ToolError> {
        Ok("here")
    }
}

fn change(catalog: &Catalog, what: &str) {
    match what {
        "tools" => catalog.add_tool::<Late>().unwrap(),
        "prompts" => {
            let prompt = PromptDescriptor::new("late");
            let get = |_, _| async { Ok(PromptResult::default()) };
            catalog.add_prompt(prompt, get).unwrap();
        }
        _ => {
            let resource = ResourceDescriptor::new("a:late", "late");
            catalog
                .add_resource(
                    resource,
                    |request, _| async move { Ok(request.text("late")) },
                )
                .unwrap();
        }
    }
}

const KINDS: [&str; 3] = ["tools", "prompts", "resources"];

#[tokio::test(start_paused = true)]
async fn an_initialized_session_is_told_that_a_list_has_changed() {
    let server = offering().build().unwrap();
    let mut peer = Peer::ready(&server).await;
    peer.result("ping", json!({})).await;
    for kind in KINDS {
        change(&server.catalog(), kind);
        let told = peer.next().await;
        assert_eq!(told["method"], format!("notifications/{kind}/list_changed"));
        let list = peer.result(&format!("{kind}/list"), json!({})).await;
        let last = list[kind].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last["name"], "late");
    }
    let called = peer.result("tools/call", json!({ "name": "late" })).await;
    assert_eq!(text(&called), "here");
    assert!(server.catalog().remove_tool("late"));
    assert_eq!(
        peer.next().await["method"],
        "notifications/tools/list_changed"
    );
    let (code, _) = peer.error("tools/call", json!({ "name": "late" })).await;
    assert_eq!(code, -32602);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_told_before_the_handshake_has_ended() {
    let server = offering().build().unwrap();
    let mut peer = Peer::connect(&server);
    change(&server.catalog(), "tools");
    peer.silence().await;
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {} });
    peer.result("initialize", params).await;
    change(&server.catalog(), "prompts");
    peer.silence().await;
    peer.notify("notifications/initialized", json!({})).await;
    peer.result("ping", json!({})).await;
    change(&server.catalog(), "resources");
    let told = peer.next().await;
    assert_eq!(told["method"], "notifications/resources/list_changed");
}

/// Opens a subscription, and gives what was accepted.
async fn listen(peer: &mut Peer, id: &str, notifications: Value) -> Value {
    let params = july(json!({ "notifications": notifications }), answers());
    let method = "subscriptions/listen";
    peer.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
        .await;
    let mut first = peer.next().await;
    first["params"]["notifications"].take()
}

#[tokio::test(start_paused = true)]
async fn j40_a_listener_is_told_of_what_it_asked_for_only() {
    let server = offering().build().unwrap();
    let mut peer = Peer::connect(&server);
    let tools = json!({ "toolsListChanged": true });
    assert_eq!(listen(&mut peer, "t", tools.clone()).await, tools);
    let rest = json!({ "promptsListChanged": true, "resourcesListChanged": true });
    assert_eq!(listen(&mut peer, "r", rest.clone()).await, rest);
    for (kind, subscription) in KINDS.into_iter().zip(["t", "r", "r"]) {
        change(&server.catalog(), kind);
        let told = peer.next().await;
        assert_eq!(told["method"], format!("notifications/{kind}/list_changed"));
        assert_eq!(told["params"]["_meta"][SUBSCRIPTION], subscription);
        peer.silence().await;
    }
}

/// Add the tool `late`.
#[mcp_tool]
async fn grow(#[mcp(extract)] catalog: Catalog) -> Result<&'static str, ToolError> {
    catalog.add_tool::<Late>()?;
    Ok("grown")
}

#[tokio::test(start_paused = true)]
async fn a_tool_can_change_the_catalog_of_its_server() {
    let server = offering().tool::<grow>().build().unwrap();
    let mut peer = Peer::ready(&server).await;
    let grown = peer.result("tools/call", json!({ "name": "grow" })).await;
    assert_eq!(text(&grown), "grown");
    peer.expect("notifications/tools/list_changed").await;
    let called = peer.result("tools/call", json!({ "name": "late" })).await;
    assert_eq!(text(&called), "here");
}
