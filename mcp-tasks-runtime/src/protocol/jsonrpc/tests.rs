//! The envelope, table by table.

use super::*;

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

#[test]
fn ids_are_strings_and_integers() {
    let text = |text: &str| Some(RequestId::Text(text.into()));
    let big = |digits: &str| Some(RequestId::Big(digits.into()));
    for (json, expected) in [
        ("0", Some(RequestId::Int(0))),
        ("-0", Some(RequestId::Int(0))),
        ("-7", Some(RequestId::Int(-7))),
        ("9223372036854775807", Some(RequestId::Int(i64::MAX))),
        ("-9223372036854775808", Some(RequestId::Int(i64::MIN))),
        ("9223372036854775808", big("9223372036854775808")),
        ("-9223372036854775809", big("-9223372036854775809")),
        (r#""""#, text("")),
        (r#""1""#, text("1")),
        (r#""a\"b\\\u00e9""#, text("a\"b\\é")),
        // Half of a pair: no text.
        (r#""\ud800""#, None),
        ("1.0", None),
        ("1e3", None),
        ("null", None),
        ("true", None),
        ("[1]", None),
        ("{}", None),
    ] {
        assert_eq!(RequestId::from_raw(&raw(json)), expected, "{json}");
    }
}

#[test]
fn an_id_is_written_as_it_was_read() {
    for json in [
        "0",
        "-7",
        "123456789012345678901234567890",
        r#""a\"b""#,
        r#""""#,
    ] {
        let id = RequestId::from_raw(&raw(json)).unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), json);
    }
}

/// A message in a few words.
fn told(json: &str) -> String {
    match Message::parse(json) {
        Ok(Message::Request { id, method, params }) => {
            format!(
                "request {id} {method} {}",
                params.map_or("-", RawValue::get)
            )
        }
        Ok(Message::Notification { method, params }) => {
            format!(
                "notification {method} {}",
                params.map_or("-", RawValue::get)
            )
        }
        Ok(Message::Response { id, outcome }) => match outcome {
            Ok(result) => format!("result {id} {result}"),
            Err(error) => format!("error {id} {} {}", error.code, error.message),
        },
        Ok(Message::Stray) => "stray".to_owned(),
        Err(malformed) => {
            let id = malformed.id.map_or("-".to_owned(), |id| id.to_string());
            format!("malformed {id} {}", malformed.error.code)
        }
    }
}

#[test]
fn messages() {
    for (json, expected) in [
        (r#"{"jsonrpc":"2.0","id":1,"method":"m"}"#, "request 1 m -"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":null}"#,
            "request 1 m -",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}"#,
            r#"request 1 m {"a":1}"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"a\nb"}"#,
            "request 1 a\nb -",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":[]}"#,
            "malformed 1 -32602",
        ),
        (
            r#"{"jsonrpc":"2.0","method":"m","params":{}}"#,
            "notification m {}",
        ),
        (r#"{"jsonrpc":"2.0","method":"m","params":[]}"#, "stray"),
        // A method makes it a request, whatever else is there.
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","result":{}}"#,
            "request 1 m -",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#,
            r#"result 1 {"a":1}"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":"x","result":null}"#,
            "result x null",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}"#,
            "error 1 -1 no",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":5}"#,
            "error 1 -32603 unreadable error: 5",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":-1,"message":"no"}}"#,
            "error 1 -1 no",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":null}"#,
            "result 1 {}",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
            "error 1 -32603 unreadable error: {}",
        ),
        (r#"{"jsonrpc":"2.0","id":null,"error":{}}"#, "stray"),
        (r#"{"jsonrpc":"2.0","id":1.5,"result":{}}"#, "stray"),
        (r#"{"jsonrpc":"2.0","result":{}}"#, "stray"),
        (r#"{"id":1,"result":{}}"#, "stray"),
        (r#"{"jsonrpc":"2.0","id":1}"#, "malformed 1 -32600"),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#,
            "malformed - -32600",
        ),
        (r#"{"id":1,"method":"m"}"#, "malformed 1 -32600"),
        (
            r#"{"jsonrpc":"2.1","id":1,"method":"m"}"#,
            "malformed 1 -32600",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":{}}"#,
            "malformed 1 -32600",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"m"}"#,
            "malformed - -32600",
        ),
        (r#"["2.0",1,"m"]"#, "malformed - -32600"),
        ("{}", "malformed - -32600"),
        ("5", "malformed - -32600"),
        ("", "malformed - -32700"),
        ("nonsense", "malformed - -32700"),
        (r#"{"jsonrpc":"2.0""#, "malformed - -32700"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m"} x"#,
            "malformed - -32700",
        ),
    ] {
        assert_eq!(told(json), expected, "{json}");
    }
}

#[test]
fn strings_are_borrowed_where_they_can_be() {
    assert!(matches!(
        string(&raw(r#""abc""#)),
        Some(Cow::Borrowed("abc"))
    ));
    assert!(matches!(string(&raw(r#""a\tc""#)), Some(Cow::Owned(text)) if text == "a\tc"));
    assert_eq!(string(&raw("5")), None);
}

#[test]
fn what_is_written() {
    let id = RequestId::Int(1);
    let written = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert_eq!(
        written(result(&id, &[2])),
        r#"{"jsonrpc":"2.0","id":1,"result":[2]}"#
    );
    let body = ErrorBody::new(-1, "no");
    assert_eq!(
        written(error(Some(&id), &body)),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}"#
    );
    assert_eq!(
        written(error(None, &body)),
        r#"{"jsonrpc":"2.0","error":{"code":-1,"message":"no"}}"#
    );
    assert_eq!(
        written(notification("m", None::<&()>)),
        r#"{"jsonrpc":"2.0","method":"m"}"#
    );
    assert_eq!(
        written(request(&id, "m", Some(&[2]))),
        r#"{"jsonrpc":"2.0","id":1,"method":"m","params":[2]}"#
    );
}

#[test]
fn an_answer_that_does_not_serialise_is_an_error_under_its_id() {
    let unserialisable = std::collections::BTreeMap::from([(vec![1], 2)]);
    let written = String::from_utf8(result(&RequestId::Int(1), &unserialisable)).unwrap();
    assert!(written.starts_with(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"#));
}

#[test]
fn raw_json_over_several_lines_is_sent_as_one() {
    let sent = result(
        &RequestId::Int(1),
        &raw("{\n\r \"a\": \"\\n\\r\",\r\n\"b\":1\n}"),
    );
    let expected = r#"{"jsonrpc":"2.0","id":1,"result":{   "a": "\n\r",  "b":1 }}"#;
    assert_eq!(String::from_utf8(sent).unwrap(), expected);
}
