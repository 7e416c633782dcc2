//! A validator of the few keywords that the schemas of this project's messages use.

use std::sync::LazyLock;

use serde_json::Value;

static TEXT_2025_11_25: &str = include_str!("../../../../tests/schemas/2025-11-25.json");
static TEXT_2026_07_28: &str = include_str!("../../../../tests/schemas/2026-07-28.json");

/// What a server may send in 2025-11-25.
pub(crate) static V2025_11_25: LazyLock<Value> = LazyLock::new(|| read(TEXT_2025_11_25));
/// What a server may send in 2026-07-28.
pub(crate) static V2026_07_28: LazyLock<Value> = LazyLock::new(|| read(TEXT_2026_07_28));

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Asserts that the value is what the definition says.
#[track_caller]
pub(crate) fn assert_valid(schemas: &Value, definition: &str, value: &Value) {
    let schema = &schemas["$defs"][definition];
    assert!(schema.is_object(), "no definition {definition}");
    if let Err(fault) = check(schemas, schema, value, &mut Vec::new()) {
        panic!("{definition}: {fault}\n{value:#}");
    }
}

fn check<'v>(
    schemas: &Value,
    schema: &Value,
    value: &'v Value,
    place: &mut Vec<&'v str>,
) -> Result<(), String> {
    let fault = |what: String, place: &[&str]| Err(format!("/{}: {what}", place.join("/")));
    for (keyword, wanted) in schema.as_object().unwrap() {
        match keyword.as_str() {
            "$ref" => {
                let name = wanted.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                let schema = &schemas["$defs"][name];
                assert!(schema.is_object(), "no definition {name}");
                check(schemas, schema, value, place)?;
            }
            "type" if !is_of(value, wanted.as_str().unwrap()) => {
                return fault(format!("is no {wanted}"), place);
            }
            "const" if value != wanted => return fault(format!("is not {wanted}"), place),
            "enum" if !wanted.as_array().unwrap().contains(value) => {
                return fault(format!("is none of {wanted}"), place);
            }
            "minimum" if value.as_f64() < wanted.as_f64() => {
                return fault(format!("is less than {wanted}"), place);
            }
            "anyOf" => {
                let faults: Vec<String> = wanted
                    .as_array()
                    .unwrap()
                    .iter()
                    .map_while(|schema| check(schemas, schema, value, place).err())
                    .collect();
                if faults.len() == wanted.as_array().unwrap().len() {
                    return fault(format!("fits nothing: {}", faults.join(" | ")), place);
                }
            }
            "required" => {
                for name in wanted.as_array().unwrap() {
                    if value.get(name.as_str().unwrap()).is_none() {
                        return fault(format!("lacks {name}"), place);
                    }
                }
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(schemas, wanted, item, place)?;
                }
            }
            "properties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = wanted.get(name) {
                        place.push(name);
                        check(schemas, schema, member, place)?;
                        place.pop();
                    }
                }
            }
            "additionalProperties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    let known = schema.get("properties");
                    if known.is_some_and(|known| known.get(name).is_some()) {
                        continue;
                    }
                    if *wanted == Value::Bool(false) {
                        return fault(format!("has {name} too"), place);
                    }
                    check(schemas, wanted, member, place)?;
                }
            }
            "type" | "const" | "enum" | "minimum" => {}
            other => panic!("the keyword {other} is not known here"),
        }
    }
    Ok(())
}

fn is_of(value: &Value, wanted: &str) -> bool {
    match wanted {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the type {other} is not known here"),
    }
}

#[test]
fn the_validator_finds_faults() {
    let schemas = serde_json::json!({ "$defs": { "A": {
        "type": "object",
        "required": ["a"],
        "properties": { "a": { "anyOf": [{ "type": "null" }, { "$ref": "#/$defs/B" }] } },
        "additionalProperties": false
    }, "B": { "type": "integer", "minimum": 2 } } });
    let fits = |value: Value| check(&schemas, &schemas["$defs"]["A"], &value, &mut Vec::new());
    use serde_json::json;
    assert_eq!(fits(json!({ "a": 2 })), Ok(()));
    assert_eq!(fits(json!({ "a": null })), Ok(()));
    for wrong in [
        json!({}),
        json!([]),
        json!({ "a": 1 }),
        json!({ "a": 2.5 }),
        json!({ "a": 2, "b": 1 }),
    ] {
        assert!(fits(wrong.clone()).is_err(), "{wrong}");
    }
}
