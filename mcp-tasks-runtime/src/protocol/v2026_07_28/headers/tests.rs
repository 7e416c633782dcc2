//! Headers against bodies, row by row.

use std::collections::HashMap;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::protocol::jsonrpc::INVALID_PARAMS;
use crate::protocol::testing::raw;
use crate::protocol::v2026_07_28::errors::{HEADER_MISMATCH, UNSUPPORTED_VERSION, http_status};

/// Headers by their names in lower case, as a transport has them.
struct Headers(HashMap<String, Vec<u8>>);

impl Headers {
    fn of(headers: &[(&str, &str)]) -> Self {
        let entry =
            |(name, value): &(&str, &str)| (name.to_ascii_lowercase(), value.as_bytes().to_vec());
        Self(headers.iter().map(entry).collect())
    }

    fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.get(&name.to_ascii_lowercase()).map(Vec::as_slice)
    }
}

const NOW: (&str, &str) = ("MCP-Protocol-Version", "2026-07-28");

fn with_meta(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}
    });
    params
}

/// The code of the refusal, or none.
fn checked(headers: &[(&str, &str)], method: &str, params: &Value) -> Result<(), i64> {
    let headers = Headers::of(headers);
    let params = raw(params);
    let keys = Keys::of_params(Some(&params));
    let lookup = |name: &str| headers.get(name);
    match check(Some(&lookup), method, Some(&params), &keys) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.code),
    }
}

#[test]
fn j111_the_method_stands_in_both() {
    let list = |headers: &[(&str, &str)]| checked(headers, "tools/list", &with_meta(json!({})));
    for name in ["Mcp-Method", "mcp-method", "MCP-METHOD"] {
        assert_eq!(list(&[NOW, (name, "tools/list")]), Ok(()), "{name}");
        assert_eq!(list(&[NOW, (name, " \ttools/list ")]), Ok(()), "{name}");
    }
    for value in ["prompts/list", "TOOLS/LIST", "", "tools/list,tools/list"] {
        assert_eq!(
            list(&[NOW, ("Mcp-Method", value)]),
            Err(HEADER_MISMATCH),
            "{value}"
        );
    }
    assert_eq!(list(&[NOW]), Err(HEADER_MISMATCH));
}

#[test]
fn j110_the_name_is_the_member_of_the_method() {
    for (method, member) in [
        ("tools/call", "name"),
        ("prompts/get", "name"),
        ("resources/read", "uri"),
        ("tasks/get", "taskId"),
        ("tasks/update", "taskId"),
        ("tasks/cancel", "taskId"),
    ] {
        let mut params = with_meta(json!({ "name": "?", "uri": "?", "taskId": "?" }));
        params[member] = json!("bericht-ü");
        let named = |name: Option<&str>| {
            let mut headers = vec![NOW, ("Mcp-Method", method)];
            headers.extend(name.map(|name| ("Mcp-Name", name)));
            checked(&headers, method, &params)
        };
        assert_eq!(
            named(Some("=?base64?YmVyaWNodC3DvA==?=")),
            Ok(()),
            "{method}"
        );
        assert_eq!(named(Some("  bericht-ü ")), Ok(()), "{method}");
        for wrong in [
            None,
            Some("?"),
            Some("Bericht-ü"),
            Some("=?base64?YmVyaWNodC3DvA=?="),
        ] {
            assert_eq!(named(wrong), Err(HEADER_MISMATCH), "{method} {wrong:?}");
        }
        // Without the member there is nothing to compare: its own validation speaks.
        params.as_object_mut().unwrap().remove(member);
        assert_eq!(
            checked(&[NOW, ("Mcp-Method", method)], method, &params),
            Ok(())
        );
    }
    let removed = with_meta(json!({ "taskId": "a" }));
    let headers = [NOW, ("Mcp-Method", "tasks/result")];
    assert_eq!(
        checked(&headers, "tasks/result", &removed),
        Ok(()),
        "J-83 comes later"
    );
}

#[test]
fn the_order_of_validation() {
    let version = "io.modelcontextprotocol/protocolVersion";
    let right = [NOW, ("Mcp-Method", "server/discover")];
    let discover =
        |headers: &[(&str, &str)], params: &Value| checked(headers, "server/discover", params);
    let mut unserved = with_meta(json!({}));
    unserved["_meta"][version] = json!("v999.0.0");
    let unserved_header = [("MCP-Protocol-Version", "v999.0.0"), right[1]];
    let mut unversioned = with_meta(json!({}));
    unversioned["_meta"]
        .as_object_mut()
        .unwrap()
        .remove(version);

    assert_eq!(discover(&right, &with_meta(json!({}))), Ok(()));
    // Completeness before the version's header, even when that is right.
    assert_eq!(discover(&right, &json!({})), Err(INVALID_PARAMS));
    assert_eq!(discover(&right, &unversioned), Err(INVALID_PARAMS));
    assert_eq!(discover(&right[1..], &unversioned), Err(INVALID_PARAMS));
    // The method's header before completeness.
    assert_eq!(discover(&right[..1], &json!({})), Err(HEADER_MISMATCH));
    // The version's header before the version.
    assert_eq!(discover(&right, &unserved), Err(HEADER_MISMATCH));
    assert_eq!(
        discover(&right[1..], &with_meta(json!({}))),
        Err(HEADER_MISMATCH)
    );
    assert_eq!(
        discover(&unserved_header, &unserved),
        Err(UNSUPPORTED_VERSION)
    );
}

#[test]
fn a_pipe_has_no_headers() {
    let checked = |params: &Value| {
        let params = raw(params);
        let keys = Keys::of_params(Some(&params));
        check(None, "tools/call", Some(&params), &keys)
            .map(drop)
            .map_err(|error| error.code)
    };
    assert_eq!(checked(&with_meta(json!({ "name": "echo" }))), Ok(()));
    assert_eq!(checked(&json!({ "name": "echo" })), Err(INVALID_PARAMS));
}

#[test]
fn j115_sentinels_are_decoded_strictly() {
    for (header, text) in [
        ("=?base64?5pel5pys?=", Some("日本")),
        ("=?base64?SGVsbG8=?=", Some("Hello")),
        ("=?base64??=", Some("")),
        ("=?base64?SGVsbG8?=", None),
        ("=?base64?SGVs!!!bG8=?=", None),
        ("=?base64?SGVsbG9=?=", None),
        ("=?base64?/w==?=", None),
        ("SGVsbG8=", Some("SGVsbG8=")),
        ("=?base64?SGVsbG8=", Some("=?base64?SGVsbG8=")),
        ("=?base64?=", Some("=?base64?=")),
        ("=?BASE64?SGVsbG8=?=", Some("=?BASE64?SGVsbG8=?=")),
    ] {
        let decoded = decode(header);
        assert_eq!(decoded.as_deref().ok(), text, "{header}");
        if let Err(error) = decoded {
            assert_eq!(error.code, HEADER_MISMATCH);
        }
    }
}

#[test]
fn j114_only_what_needs_it_is_wrapped() {
    for (text, header) in [
        ("plain text!", "plain text!"),
        ("", ""),
        ("日本", "=?base64?5pel5pys?="),
        (" edge", "=?base64?IGVkZ2U=?="),
        ("edge ", "=?base64?ZWRnZSA=?="),
        ("a\nb", "=?base64?YQpi?="),
        (
            "=?base64?SGVsbG8=?=",
            "=?base64?PT9iYXNlNjQ/U0dWc2JHOD0/PQ==?=",
        ),
        ("=?base64?open", "=?base64?open"),
    ] {
        assert_eq!(encode(text), header);
    }
    let params = raw(&json!({ "taskId": "日本" }));
    let name = name_header(Method::TasksGet, Some(&params));
    assert_eq!(name.as_deref(), Some("=?base64?5pel5pys?="));
    assert_eq!(name_header(Method::ToolsList, Some(&params)), None);
}

fn wanted() -> Vec<ParamHeader> {
    let header = |name: &str, path: &[&str], kind| ParamHeader {
        name: format!("Mcp-Param-{name}"),
        path: path.iter().map(|step| (*step).to_owned()).collect(),
        kind,
    };
    vec![
        header("Value", &["value"], Kind::Text),
        header("Page", &["page"], Kind::Integer),
        header("Dry", &["options", "dry"], Kind::Boolean),
    ]
}

#[test]
fn j118_arguments_stand_in_their_headers() {
    let value = |value: &str| json!({ "value": value });
    let page = |page: &str| serde_json::from_str(&format!(r#"{{"page":{page}}}"#)).unwrap();
    let dry = |dry: bool| json!({ "options": { "dry": dry } });
    let (text, number, flag) = ("Mcp-Param-Value", "Mcp-Param-Page", "mcp-param-dry");
    type Row<'a> = (Value, Option<(&'a str, &'a str)>, bool);
    let table: Vec<Row<'_>> = vec![
        (value("Hello"), Some((text, "Hello")), true),
        (value("Hello"), Some((text, " Hello ")), true),
        (value("Hello"), Some((text, "=?base64?SGVsbG8=?=")), true),
        (value("Hello"), Some((text, "=?base64?SGVsbG8?=")), false),
        (
            value("Hello"),
            Some((text, "=?base64?SGVs!!!bG8=?=")),
            false,
        ),
        (value("Hello"), Some((text, "hello")), false),
        (value("SGVsbG8="), Some((text, "SGVsbG8=")), true),
        (
            value("=?base64?SGVsbG8="),
            Some((text, "=?base64?SGVsbG8=")),
            true,
        ),
        (value("test-value"), None, false),
        (page("42"), Some((number, "42")), true),
        (page("42"), Some((number, "42.0")), true),
        (page("42.0"), Some((number, "42")), true),
        (page("-7"), Some((number, "-7")), true),
        (page("42"), Some((number, "43")), false),
        (page("42"), Some((number, "forty-two")), false),
        (
            page("9007199254740993"),
            Some((number, "9007199254740992")),
            false,
        ),
        (dry(true), Some((flag, "true")), true),
        (dry(true), Some((flag, "True")), false),
        (dry(false), Some((flag, "true")), false),
        (dry(false), None, false),
        // No argument, no header.
        (json!({}), None, true),
        (json!({ "value": null }), None, true),
        (json!({ "value": null }), Some((text, "null")), false),
        (json!({ "options": 5 }), None, true),
        // Another type than the schema's: the arguments' own validation speaks.
        (json!({ "value": 5 }), Some((text, "5")), true),
        (json!({ "value": 5 }), None, false),
    ];
    for (arguments, header, fits) in table {
        let headers = Headers::of(header.as_slice());
        let lookup = |name: &str| headers.get(name);
        let checked = check_params(&lookup, &wanted(), Some(&raw(&arguments)));
        assert_eq!(checked.is_ok(), fits, "{arguments} {header:?} {checked:?}");
        if let Err(error) = checked {
            assert_eq!(
                (error.code, http_status(error.code)),
                (HEADER_MISMATCH, 400)
            );
        }
    }
    let nothing = |_: &str| None;
    assert!(check_params(&nothing, &wanted(), None).is_ok());
    assert!(check_params(&nothing, &[], Some(&raw(&json!({})))).is_ok());
}

proptest! {
    #[test]
    fn whatever_a_client_encodes_a_server_accepts(text in ".*", page: i64, dry: bool) {
        let header = encode(&text);
        prop_assert!(header.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        prop_assert_eq!(header.trim(), &*header);
        prop_assert_eq!(decode(&header).unwrap(), text.as_str());

        let arguments = json!({ "value": text, "page": page, "options": { "dry": dry } });
        let wanted = wanted();
        let sent: Vec<_> = param_headers(&wanted, &arguments).collect();
        prop_assert_eq!(sent.len(), 3);
        let sent: Vec<_> = sent.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let headers = Headers::of(&sent);
        let lookup = |name: &str| headers.get(name);
        prop_assert!(check_params(&lookup, &wanted, Some(&raw(&arguments))).is_ok());
    }
}
