//! Listings, parameters, results and errors, as they are on the wire.

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::*;
use crate::arguments::ArgumentError;
use crate::completion::Completion;
use crate::prompt::{PromptArgument, PromptDescriptor, PromptError, PromptResult};
use crate::resource::{ResourceDescriptor, ResourceError, TemplateDescriptor};
use crate::tool::{Annotations, Content, ResourceContents};

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

fn value(json: &RawValue) -> Value {
    serde_json::from_str(json.get()).unwrap()
}

fn meta() -> Map<String, Value> {
    Map::from_iter([("k".to_owned(), json!(1))])
}

#[test]
fn a_prompt_is_listed_as_its_version_knows_it() {
    let prompt = PromptDescriptor::new("p")
        .with_title("P")
        .with_description("d")
        .with_argument(PromptArgument::required("a").with_title("A"))
        .with_argument("b")
        .with_icons(["https://example.com/p.png"])
        .with_meta(meta());
    let older = value(&listed_prompt(&prompt, Version::V2025_03_26).unwrap());
    let arguments = json!([{"name": "a", "required": true}, {"name": "b", "required": false}]);
    let expected = json!({"name": "p", "description": "d", "arguments": arguments});
    assert_eq!(older, expected);
    let titled = value(&listed_prompt(&prompt, Version::V2025_06_18).unwrap());
    assert_eq!(titled["title"], "P");
    assert_eq!(titled["arguments"][0]["title"], "A");
    assert_eq!(titled["_meta"], json!({"k": 1}));
    assert_eq!(titled.get("icons"), None);
    let newest = value(&listed_prompt(&prompt, Version::NEWEST).unwrap());
    assert_eq!(newest.get("icons").is_some(), has_icons(Version::NEWEST));
    let bare = value(&listed_prompt(&PromptDescriptor::new("p"), Version::NEWEST).unwrap());
    assert_eq!(bare, json!({"name": "p"}));
}

#[test]
fn resources_and_templates_are_listed_as_their_version_knows_them() {
    let annotations = Annotations {
        priority: Some(0.5),
        ..Annotations::default()
    };
    let resource = ResourceDescriptor::new("a:b", "b")
        .with_title("B")
        .with_mime_type("text/plain")
        .with_size(3)
        .with_annotations(annotations)
        .with_meta(meta());
    let older = value(&listed_resource(&resource, Version::V2024_11_05).unwrap());
    let mut expected = json!({
        "uri": "a:b", "name": "b", "mimeType": "text/plain", "size": 3,
        "annotations": {"priority": 0.5},
    });
    assert_eq!(older, expected);
    expected["title"] = json!("B");
    expected["_meta"] = json!({"k": 1});
    let titled = value(&listed_resource(&resource, Version::V2025_06_18).unwrap());
    assert_eq!(titled, expected);

    let template = TemplateDescriptor::new("a:{x}", "x").with_title("X");
    let older = value(&listed_template(&template, Version::V2024_11_05).unwrap());
    assert_eq!(older, json!({"uriTemplate": "a:{x}", "name": "x"}));
    let titled = value(&listed_template(&template, Version::V2025_06_18).unwrap());
    assert_eq!(titled["title"], "X");
}

#[test]
fn prompts_get_is_read_or_says_what_is_wrong() {
    let params = raw(r#"{"name":"p","arguments":{"a":"1\u0041"},"_meta":{"progressToken":7}}"#);
    let get = GetPrompt::read(Some(&params)).unwrap();
    assert_eq!((&*get.name, get.arguments.get("a")), ("p", Some("1A")));
    assert!(get.meta.progress_token.is_some());
    let bare = raw(r#"{"name":"p","arguments":null}"#);
    assert!(GetPrompt::read(Some(&bare)).unwrap().arguments.is_empty());

    for (params, fault) in [
        ("{}", "`name` is missing"),
        (r#"{"name":1}"#, "`name` must be a string"),
        (
            r#"{"name":"p","arguments":[]}"#,
            "`arguments` must be an object",
        ),
        (
            r#"{"name":"p","arguments":{"a":1}}"#,
            "`arguments.a` must be a string",
        ),
        (
            r#"{"name":"p","arguments":{"a":null}}"#,
            "`arguments.a` must be a string",
        ),
        (r#"{"name":"p","_meta":1}"#, "`_meta` must be an object"),
    ] {
        let error = GetPrompt::read(Some(&raw(params))).unwrap_err();
        let expected = format!("Invalid params: {fault}");
        assert_eq!((error.code, error.message), (-32602, expected), "{params}");
    }
    assert_eq!(GetPrompt::read(None).unwrap_err().code, -32602);
}

#[test]
fn resources_read_is_read_or_says_what_is_wrong() {
    let params = raw(r#"{"uri":"a:b"}"#);
    let read = ReadResource::read(Some(&params)).unwrap();
    assert_eq!((&*read.uri, read.meta.progress_token), ("a:b", None));
    for (params, fault) in [
        ("{}", "`uri` is missing"),
        (r#"{"uri":null}"#, "`uri` must be a string"),
    ] {
        let error = ReadResource::read(Some(&raw(params))).unwrap_err();
        assert_eq!(error.message, format!("Invalid params: {fault}"));
    }
}

#[test]
fn completion_is_read_or_says_what_is_wrong() {
    let params = raw(
        r#"{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":"v"},
            "context":{"arguments":{"b":"w"}}}"#,
    );
    let complete = Complete::read(Some(&params)).unwrap();
    assert_eq!(complete.reference, Reference::Prompt("p".into()));
    assert_eq!(complete.request.argument, "a");
    assert_eq!(complete.request.value, "v");
    assert_eq!(complete.request.arguments.get("b"), Some("w"));
    let params =
        raw(r#"{"ref":{"type":"ref/resource","uri":"a:{x}"},"argument":{"name":"x","value":""}}"#);
    let complete = Complete::read(Some(&params)).unwrap();
    assert_eq!(complete.reference, Reference::Template("a:{x}".into()));
    assert!(complete.request.arguments.is_empty() && !complete.meta.is_draft());

    let prompt = json!({"type": "ref/prompt", "name": "p"});
    let argument = json!({"name": "a", "value": "v"});
    for (params, fault) in [
        (json!({}), "`ref` is missing"),
        (json!({"ref": "p"}), "`ref` must be an object"),
        (json!({"ref": {}}), "`ref.type` is missing"),
        (
            json!({"ref": {"type": "ref/tool"}}),
            "`ref.type` must be `ref/prompt` or `ref/resource`",
        ),
        (
            json!({"ref": {"type": "ref/prompt"}}),
            "`ref.name` is missing",
        ),
        (
            json!({"ref": {"type": "ref/resource"}}),
            "`ref.uri` is missing",
        ),
        (json!({"ref": prompt}), "`argument` is missing"),
        (
            json!({"ref": prompt, "argument": {"name": "a"}}),
            "`argument.value` is missing",
        ),
        (
            json!({"ref": prompt, "argument": argument, "context": 1}),
            "`context` must be an object",
        ),
        (
            json!({"ref": prompt, "argument": argument, "context": {"arguments": {"b": 1}}}),
            "`context.arguments.b` must be a string",
        ),
    ] {
        let error = Complete::read(Some(&raw(&params.to_string()))).unwrap_err();
        let expected = format!("Invalid params: {fault}");
        assert_eq!((error.code, error.message), (-32602, expected), "{params}");
    }
}

#[test]
fn results_have_the_shape_of_the_protocol() {
    let result = PromptResult::user("Hi")
        .with_assistant(Content::image([1], "image/png"))
        .with_description("d");
    let version = Version::NEWEST;
    let wire = serde_json::to_value(GetPromptResult {
        result: &result,
        version,
    })
    .unwrap();
    let expected = json!({"description": "d", "messages": [
        {"role": "user", "content": {"type": "text", "text": "Hi"}},
        {"role": "assistant",
         "content": {"type": "image", "data": "AQ==", "mimeType": "image/png"}},
    ]});
    assert_eq!(wire, expected);

    let contents = [ResourceContents::text("a:b", "t").with_mime_type("text/plain")];
    let wire = serde_json::to_value(ReadResourceResult {
        contents: &contents,
    })
    .unwrap();
    let expected = json!({"contents": [{"uri": "a:b", "mimeType": "text/plain", "text": "t"}]});
    assert_eq!(wire, expected);

    let completion = Completion::new(["a"]);
    let wire = serde_json::to_value(CompleteResult(&completion)).unwrap();
    let expected = json!({"completion": {"values": ["a"], "total": 1, "hasMore": false}});
    assert_eq!(wire, expected);

    let wire = serde_json::to_value(Updated { uri: "a:b" }).unwrap();
    assert_eq!(wire, json!({"uri": "a:b"}));
}

#[test]
fn messages_tell_in_words_what_a_version_cannot_carry() {
    let result = PromptResult::user(Content::audio([1], "audio/wav"))
        .with_user(Content::resource_link("a:b", "b"));
    let types = |version| {
        let wire = serde_json::to_value(GetPromptResult {
            result: &result,
            version,
        })
        .unwrap();
        [0, 1].map(|n| {
            wire["messages"][n]["content"]["type"]
                .as_str()
                .unwrap()
                .to_owned()
        })
    };
    assert_eq!(types(Version::V2024_11_05), ["text", "text"]);
    assert_eq!(types(Version::V2025_03_26), ["audio", "text"]);
    assert_eq!(types(Version::V2025_06_18), ["audio", "resource_link"]);
}

#[test]
fn failures_are_errors_of_the_protocol() {
    let missing = PromptError::Arguments(ArgumentError::Missing("a".to_owned()));
    let error = prompt_failed(missing);
    assert_eq!(error.code, -32602);
    assert_eq!(error.message, "Invalid params: argument `a` is missing");
    let error = prompt_failed(PromptError::Failed(ToolError::new("broken")));
    assert_eq!((error.code, error.message.as_str()), (-32603, "broken"));
    let error = prompt_failed(PromptError::Failed(ToolError::protocol(-32000, "x")));
    assert_eq!(error.code, -32000);
    assert_eq!(unknown_prompt("p").message, "Unknown prompt: p");

    let error = read_failed(ResourceError::not_found("a:b"), RESOURCE_NOT_FOUND);
    assert_eq!(
        (error.code, error.message.as_str()),
        (-32002, "Resource not found: a:b")
    );
    assert_eq!(value(&error.data.unwrap()), json!({"uri": "a:b"}));
    let error = read_failed(ToolError::new("broken").into(), RESOURCE_NOT_FOUND);
    assert_eq!(error.code, -32603);
}

#[test]
fn changes_are_told_by_name() {
    assert_eq!(List::Tools.changed(), "notifications/tools/list_changed");
    assert_eq!(
        List::Prompts.changed(),
        "notifications/prompts/list_changed"
    );
    assert_eq!(List::Templates.changed(), List::Resources.changed());
    assert_eq!(UPDATED, "notifications/resources/updated");
}
