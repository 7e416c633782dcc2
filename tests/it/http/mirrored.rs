//! Headers that repeat what the body says (J-110…J-118).

use mcp_tasks_runtime::{TaskContext, Tool, ToolDescriptor, ToolError, ToolResult};
use serde_json::{Value, json};

use super::client::{Client, request};
use crate::support::july::{call, july};
use crate::support::{Arguments, echoing};

/// A tool whose arguments are repeated in headers.
struct Mirrored;

impl Tool for Mirrored {
    type Input = Arguments;
    type Output = ToolResult;

    fn descriptor() -> ToolDescriptor {
        let property = |of: &str, header| json!({ "type": of, "x-mcp-header": header });
        ToolDescriptor::new("mirrored").with_input_schema(json!({
            "type": "object",
            "properties": {
                "tenant": property("string", "Tenant"),
                "page": property("integer", "Page"),
                "dry": property("boolean", "Dry"),
            },
        }))
    }

    async fn call(input: Arguments, _context: TaskContext) -> Result<ToolResult, ToolError> {
        Ok(ToolResult::text(input.len().to_string()))
    }
}

fn client() -> Client {
    Client::new(&echoing().tool::<Mirrored>().build().unwrap())
}

fn plain() -> Value {
    request(1, "tools/call", call("plain", json!({})))
}

#[tokio::test(start_paused = true)]
async fn j111_each_header_that_is_missing_or_differs() {
    let right = client().mirroring(&plain());
    for name in ["mcp-method", "mcp-name", "mcp-protocol-version"] {
        let without = right.without(name).verdict(plain()).await;
        assert_eq!(without, (400, -32020), "without {name}");
    }
    for (name, value) in [
        ("mcp-method", "tools/list"),
        ("mcp-method", "Tools/Call"),
        ("mcp-name", "run"),
        ("mcp-name", "Plain"),
        ("mcp-name", ""),
        ("mcp-protocol-version", "2025-11-25"),
    ] {
        let differs = right.with(name, value).verdict(plain()).await;
        assert_eq!(differs, (400, -32020), "{name}: {value}");
    }
    let padded = right.with("mcp-method", " tools/call\t");
    assert_eq!(
        padded.verdict(plain()).await,
        (200, 0),
        "blanks are trimmed"
    );
}

#[tokio::test(start_paused = true)]
async fn j111_the_method_is_checked_before_the_name_and_both_before_the_version() {
    let wrong = client()
        .mirroring(&plain())
        .with("mcp-method", "m")
        .with("mcp-name", "n")
        .with("mcp-protocol-version", "2025-11-25");
    let steps = [
        ("Mcp-Method", wrong.clone()),
        ("Mcp-Name", wrong.with("mcp-method", "tools/call")),
        (
            "MCP-Protocol-Version",
            wrong
                .with("mcp-method", "tools/call")
                .with("mcp-name", "plain"),
        ),
    ];
    for (blamed, client) in steps {
        let answer = client.post(plain()).await.json().await;
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(blamed), "{message}");
    }
}

#[tokio::test(start_paused = true)]
async fn j114_j115_the_sentinel_is_decoded_before_it_is_compared() {
    let right = client().mirroring(&plain());
    for (value, expected) in [
        ("=?base64?cGxhaW4=?=", (200, 0)),
        ("=?base64?cnVu?=", (400, -32020)),
        ("=?base64?cGxhaW4?=", (400, -32020)),
        ("=?base64?*?=", (400, -32020)),
        ("=?BASE64?cGxhaW4=?=", (400, -32020)),
        ("cGxhaW4=", (400, -32020)),
    ] {
        let found = right.with("mcp-name", value).verdict(plain()).await;
        assert_eq!(found, expected, "{value}");
    }
}

#[tokio::test(start_paused = true)]
async fn j116_j118_arguments_repeated_in_headers() {
    let given = |arguments: Value| {
        let params = json!({ "name": "mirrored", "arguments": arguments });
        request(1, "tools/call", july(params, json!({})))
    };
    let client = client().mirroring(&given(json!({})));
    let (tenant, page, dry) = ("mcp-param-tenant", "mcp-param-page", "mcp-param-dry");
    let (fine, refused) = ((200, 0), (400, -32020));
    for (arguments, headers, expected) in [
        (json!({}), &[][..], fine),
        (json!({ "tenant": "north" }), &[(tenant, "north")], fine),
        (
            json!({ "tenant": "日本" }),
            &[(tenant, "=?base64?5pel5pys?=")],
            fine,
        ),
        (json!({ "tenant": "north" }), &[], refused),
        (json!({ "tenant": "north" }), &[(tenant, "south")], refused),
        (json!({ "tenant": "north" }), &[(tenant, "North")], refused),
        (json!({ "tenant": null }), &[], fine),
        (json!({}), &[(tenant, "north")], refused),
        (json!({ "page": 42 }), &[(page, "42")], fine),
        (json!({ "page": 42 }), &[(page, "42.0")], fine),
        (json!({ "page": 42.0 }), &[(page, "42")], fine),
        (json!({ "page": 42 }), &[(page, "43")], refused),
        (json!({ "page": 42 }), &[(page, "x")], refused),
        (
            json!({ "page": 9_007_199_254_740_993_i64 }),
            &[(page, "9007199254740992")],
            refused,
        ),
        (json!({ "page": null }), &[], fine),
        (json!({ "dry": true }), &[(dry, "true")], fine),
        (json!({ "dry": false }), &[(dry, "false")], fine),
        (json!({ "dry": false }), &[(dry, "False")], refused),
        (json!({ "dry": true }), &[(dry, "1")], refused),
        (json!({ "dry": true }), &[], refused),
    ] {
        let client = headers
            .iter()
            .fold(client.clone(), |client, (name, value)| {
                client.with(name, value)
            });
        let found = client.verdict(given(arguments.clone())).await;
        assert_eq!(found, expected, "{arguments} {headers:?}");
    }
}
