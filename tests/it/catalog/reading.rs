//! What prompts, resources and completers give, and how they fail.

use mcp_tasks_runtime::{
    Content, PromptArgument, PromptDescriptor, PromptResult, ResourceDescriptor, ResourceError,
    TemplateDescriptor, ToolError,
};
use serde_json::{Map, Value, json};

use super::offering;
use crate::support::Peer;
use crate::support::july::{answers, july};

#[tokio::test(start_paused = true)]
async fn a_resource_that_is_not_there_has_the_code_of_the_era() {
    let server = offering().build().unwrap();
    let uri = json!({ "uri": "a:three" });
    let mut session = Peer::ready(&server).await;
    let legacy = session.request("resources/read", uri.clone()).await;
    let mut stateless = Peer::connect(&server);
    let params = july(uri.clone(), answers());
    let modern = stateless.request("resources/read", params).await;
    for (answer, code) in [(legacy, -32002), (modern, -32602)] {
        assert_eq!(answer["error"]["code"], code);
        assert_eq!(answer["error"]["data"], uri);
        assert_eq!(answer["error"]["message"], "Resource not found: a:three");
    }
}

#[tokio::test(start_paused = true)]
async fn a_result_keeps_its_own_meta_beside_the_servers() {
    let own = Map::from_iter([("own".to_owned(), json!(1))]);
    let server = offering().prompt(PromptDescriptor::new("meta"), move |_, _| {
        let result = PromptResult::user("Hi.").with_meta(own.clone());
        async move { Ok(result) }
    });
    let mut peer = Peer::connect(&server.build().unwrap());
    let params = july(json!({ "name": "meta" }), answers());
    let result = peer.result("prompts/get", params).await;
    assert_eq!(result["_meta"]["own"], 1);
    let server = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(server["name"], "tests");
    assert!(result.get("ttlMs").is_none(), "J-48: not one of the five");
}

#[tokio::test(start_paused = true)]
async fn whatever_fails_is_an_error_of_the_protocol() {
    let server = offering()
        .prompt(PromptDescriptor::new("panics"), |_, _| async {
            panic!("on purpose")
        })
        .prompt(PromptDescriptor::new("fails"), |_, _| async {
            Err(ToolError::new("no"))
        })
        .prompt(
            PromptDescriptor::new("needs").with_argument(PromptArgument::required("x")),
            |_, _| async { Ok(PromptResult::user(Content::text("x"))) },
        )
        .resource(ResourceDescriptor::new("a:bad", "bad"), |_, _| async {
            Err(ResourceError::from(ToolError::protocol(-32001, "bad")))
        });
    let server = server.build().unwrap();
    let mut peer = Peer::ready(&server).await;
    let name = |name: &str| json!({ "name": name });
    for (method, params, code, message) in [
        (
            "prompts/get",
            name("panics"),
            -32603,
            "the tool panicked: on purpose",
        ),
        ("prompts/get", name("fails"), -32603, "no"),
        (
            "prompts/get",
            name("needs"),
            -32602,
            "Invalid params: argument `x` is missing",
        ),
        ("prompts/get", name("none"), -32602, "Unknown prompt: none"),
        ("resources/read", json!({ "uri": "a:bad" }), -32001, "bad"),
    ] {
        assert_eq!(peer.error(method, params).await, (code, message.to_owned()));
    }
}

#[tokio::test(start_paused = true)]
async fn arguments_are_completed_where_something_completes_them() {
    let prompt = PromptDescriptor::new("trip")
        .with_argument("city")
        .with_argument("free")
        .with_values("city", ["Oslo", "Rome", "Ostrava"]);
    let template = TemplateDescriptor::new("a:{x}", "t").with_values("x", ["one"]);
    let server = offering()
        .prompt(prompt, |_, _| async { Ok(PromptResult::default()) })
        .resource_template(template, |request, _| async move { Ok(request.text("")) })
        .build()
        .unwrap();
    let mut session = Peer::connect(&server);
    let declared = session.initialize("2025-11-25").await["result"]["capabilities"].take();
    assert_eq!(declared["completions"], json!({}));
    let mut stateless = Peer::connect(&server);
    let prompt = json!({ "type": "ref/prompt", "name": "trip" });
    let template = json!({ "type": "ref/resource", "uri": "a:{x}" });
    let none: [&str; 0] = [];
    for (reference, name, value, expected) in [
        (&prompt, "city", "os", &["Oslo", "Ostrava"][..]),
        (&prompt, "free", "os", &none),
        (&template, "x", "", &["one"]),
    ] {
        let params = json!({ "ref": reference, "argument": { "name": name, "value": value } });
        let result = session.result("completion/complete", params.clone()).await;
        assert_eq!(values(&result), expected, "{name}");
        let params = july(params, answers());
        let result = stateless.result("completion/complete", params).await;
        assert_eq!(values(&result), expected, "{name}");
        assert_eq!(result["resultType"], "complete");
    }
}

fn values(result: &Value) -> Vec<&str> {
    let values = result["completion"]["values"].as_array().unwrap();
    values.iter().map(|value| value.as_str().unwrap()).collect()
}
