//! Prompts and resources that ask: in rounds without a session, by requests within one.

use mcp_tasks_runtime::{
    Ask, AskError, PromptDescriptor, PromptResult, ResourceDescriptor, Server, TaskContext,
};
use serde_json::{Value, json};

use crate::support::july::{answers, july};
use crate::support::{Peer, echoing};

async fn ask(ctx: &TaskContext) -> Result<String, AskError> {
    let schema = json!({ "type": "object", "properties": { "who": { "type": "string" } } });
    let params = json!({ "message": "Who?", "requestedSchema": schema });
    let ask = Ask::new("elicitation/create", &params)?.with_key("who");
    let answer: Value = ctx.ask(ask).await?;
    Ok(answer["content"]["who"].as_str().unwrap_or("?").to_owned())
}

/// A server whose prompts `hello` and `bye`, and whose resource, ask who is there.
fn server() -> Server {
    let get = |_, ctx: TaskContext| async move { Ok(PromptResult::user(ask(&ctx).await?)) };
    echoing()
        .prompt(PromptDescriptor::new("hello").with_argument("x"), get)
        .prompt(PromptDescriptor::new("bye"), get)
        .resource(
            ResourceDescriptor::new("a:who", "who"),
            |request, ctx| async move { Ok(request.text(ask(&ctx).await?)) },
        )
        .build()
        .unwrap()
}

fn answered(mut params: Value, state: &Value) -> Value {
    let ada = json!({ "action": "accept", "content": { "who": "Ada" } });
    params["inputResponses"] = json!({ "who": ada });
    params["requestState"] = state.clone();
    july(params, answers())
}

#[tokio::test(start_paused = true)]
async fn j31_prompts_and_resources_ask_in_rounds() {
    let mut peer = Peer::connect(&server());
    for (method, params, place) in [
        (
            "prompts/get",
            json!({ "name": "hello" }),
            "/messages/0/content/text",
        ),
        (
            "resources/read",
            json!({ "uri": "a:who" }),
            "/contents/0/text",
        ),
    ] {
        let first = peer.result(method, july(params.clone(), answers())).await;
        assert_eq!(first["resultType"], "input_required", "{first}");
        assert_eq!(
            first["inputRequests"]["who"]["method"],
            "elicitation/create"
        );
        assert!(first.get("ttlMs").is_none(), "J-48");
        let params = answered(params, &first["requestState"]);
        let last = peer.result(method, params).await;
        assert_eq!(last.pointer(place), Some(&json!("Ada")), "{last}");
        assert_eq!(last["resultType"], "complete");
    }
}

#[tokio::test(start_paused = true)]
async fn j35_a_state_is_good_for_its_own_request_only() {
    let mut peer = Peer::connect(&server());
    let hello = json!({ "name": "hello" });
    let first = peer
        .result("prompts/get", july(hello.clone(), answers()))
        .await;
    let state = &first["requestState"];
    let forged = json!(format!("{}-TAMPERED", state.as_str().unwrap()));
    let other = json!({ "name": "hello", "arguments": { "x": "y" } });
    for (method, params, state) in [
        ("prompts/get", hello.clone(), &forged),
        ("prompts/get", other, state),
        ("prompts/get", json!({ "name": "bye" }), state),
        ("resources/read", json!({ "uri": "a:who" }), state),
        ("tools/call", json!({ "name": "plain" }), state),
    ] {
        let (code, text) = peer.error(method, answered(params, state)).await;
        assert_eq!(code, -32602, "{method}");
        assert!(text.contains("`requestState`"), "{text}");
    }
    // Empty arguments are as good as none.
    let same = json!({ "name": "hello", "arguments": {} });
    let last = peer.result("prompts/get", answered(same, state)).await;
    assert_eq!(last["messages"][0]["content"]["text"], "Ada");
}

#[tokio::test(start_paused = true)]
async fn j14_who_cannot_be_asked_is_told_what_to_declare() {
    let mut peer = Peer::connect(&server());
    let params = july(json!({ "name": "hello" }), json!({}));
    let answer = peer.request("prompts/get", params).await;
    assert_eq!(answer["error"]["code"], -32021, "{answer}");
}

#[tokio::test(start_paused = true)]
async fn within_a_session_the_client_is_asked_by_a_request() {
    let mut peer = Peer::ready(&server()).await;
    let id = peer.begin("prompts/get", json!({ "name": "hello" })).await;
    let asked = peer.expect("elicitation/create").await;
    let ada = json!({ "action": "accept", "content": { "who": "Ada" } });
    peer.send(json!({ "jsonrpc": "2.0", "id": asked["id"], "result": ada }))
        .await;
    let answer = peer.answer(id).await;
    let text = &answer["result"]["messages"][0]["content"]["text"];
    assert_eq!(text, "Ada");
}
