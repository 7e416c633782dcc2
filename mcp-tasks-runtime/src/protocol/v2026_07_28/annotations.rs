//! `x-mcp-header`: properties of a tool's input schema whose arguments a client repeats in HTTP
//! headers (J-116, J-117). Collected once, when a server is built or a client has listed tools.

use std::collections::HashSet;

use serde_json::{Map, Value};

const ANNOTATION: &str = "x-mcp-header";
const PREFIX: &str = "Mcp-Param-";

/// A header that repeats an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParamHeader {
    /// The header's whole name.
    pub(crate) name: String,
    /// Where the argument is: the names of properties from the root on.
    pub(crate) path: Vec<String>,
    pub(crate) kind: Kind,
}

/// The type of an argument that can stand in a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Integer,
    Boolean,
}

/// Why the annotations of a schema cannot be used; a client drops the tool (J-117).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AnnotationFault {
    #[error("`x-mcp-header` of `{0}` must be a non-empty token of HTTP")]
    Name(String),
    #[error("`x-mcp-header` of `{property}` is `{name}`, which another property has already")]
    Duplicate { property: String, name: String },
    #[error("`x-mcp-header` of `{0}` needs the type string, integer or boolean")]
    Type(String),
    #[error("`x-mcp-header` at `{0}` is not reachable from the root through `properties` alone")]
    Place(String),
}

/// The headers that an input schema asks for, in the order of its properties.
pub(crate) fn collect(schema: &Value) -> Result<Vec<ParamHeader>, AnnotationFault> {
    let mut walk = Walk::default();
    walk.schema(schema, true)?;
    Ok(walk.found)
}

#[derive(Default)]
struct Walk {
    /// Names so far, in lower case.
    names: HashSet<String>,
    found: Vec<ParamHeader>,
    /// Every step from the root.
    place: Vec<String>,
    /// The properties among them.
    path: Vec<String>,
}

impl Walk {
    /// `direct` while only `properties` led here.
    fn schema(&mut self, schema: &Value, direct: bool) -> Result<(), AnnotationFault> {
        let Value::Object(schema) = schema else {
            return Ok(());
        };
        if let Some(name) = schema.get(ANNOTATION) {
            self.annotated(schema, name, direct)?;
        }
        for (keyword, value) in schema {
            self.place.push(keyword.clone());
            match (keyword.as_str(), value) {
                // Values, not schemas.
                (
                    "default" | "const" | "enum" | "examples" | "dependentRequired" | ANNOTATION,
                    _,
                ) => {}
                ("properties", Value::Object(properties)) => {
                    for (property, schema) in properties {
                        self.place.push(property.clone());
                        self.path.push(property.clone());
                        self.schema(schema, direct)?;
                        self.path.pop();
                        self.place.pop();
                    }
                }
                (
                    "$defs" | "definitions" | "patternProperties" | "dependentSchemas",
                    Value::Object(schemas),
                ) => {
                    for (name, schema) in schemas {
                        self.place.push(name.clone());
                        self.schema(schema, false)?;
                        self.place.pop();
                    }
                }
                (_, Value::Array(schemas)) => {
                    for schema in schemas {
                        self.schema(schema, false)?;
                    }
                }
                (_, schema) => self.schema(schema, false)?,
            }
            self.place.pop();
        }
        Ok(())
    }

    fn annotated(
        &mut self,
        schema: &Map<String, Value>,
        name: &Value,
        direct: bool,
    ) -> Result<(), AnnotationFault> {
        let place = || match self.place.as_slice() {
            [] => "the root".to_owned(),
            steps => steps.join("/"),
        };
        if !direct || self.path.is_empty() {
            return Err(AnnotationFault::Place(place()));
        }
        let property = self.path.join(".");
        let name = match name {
            Value::String(name) if is_token(name) => name,
            _ => return Err(AnnotationFault::Name(property)),
        };
        let Some(kind) = schema.get("type").and_then(kind) else {
            return Err(AnnotationFault::Type(property));
        };
        if !self.names.insert(name.to_ascii_lowercase()) {
            let name = name.clone();
            return Err(AnnotationFault::Duplicate { property, name });
        }
        self.found.push(ParamHeader {
            name: format!("{PREFIX}{name}"),
            path: self.path.clone(),
            kind,
        });
        Ok(())
    }
}

/// The kind of a `type`: one that fits, or one that fits beside null, which means no header.
fn kind(of: &Value) -> Option<Kind> {
    match of {
        Value::String(name) => match name.as_str() {
            "string" => Some(Kind::Text),
            "integer" => Some(Kind::Integer),
            "boolean" => Some(Kind::Boolean),
            _ => None,
        },
        Value::Array(types) => match types.as_slice() {
            [one, null] | [null, one] if null == "null" => kind(one),
            _ => None,
        },
        _ => None,
    }
}

/// A token as RFC 9110 has it.
fn is_token(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(properties: Value) -> Value {
        json!({ "type": "object", "properties": properties })
    }

    #[test]
    fn j116_annotations_are_collected_with_their_places() {
        let schema = object(json!({
            "tenant": { "type": "string", "x-mcp-header": "Tenant" },
            "page": { "type": ["integer", "null"], "x-mcp-header": "page-no" },
            "options": object(json!({
                "dry": { "type": "boolean", "x-mcp-header": "Dry" },
            })),
            // A property of that name, and values that only look like schemas.
            "x-mcp-header": { "type": "number", "default": { "x-mcp-header": "No" } },
        }));
        let header = |name: &str, path: &[&str], kind| ParamHeader {
            name: format!("Mcp-Param-{name}"),
            path: path.iter().map(|step| (*step).to_owned()).collect(),
            kind,
        };
        let mut found = collect(&schema).unwrap();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        assert_eq!(
            found,
            [
                header("Dry", &["options", "dry"], Kind::Boolean),
                header("Tenant", &["tenant"], Kind::Text),
                header("page-no", &["page"], Kind::Integer),
            ]
        );
        assert_eq!(collect(&json!(true)), Ok(Vec::new()));
    }

    #[test]
    fn j117_names_are_tokens() {
        for name in [
            json!(""),
            json!("a b"),
            json!("ü"),
            json!("a:b"),
            json!(1),
            json!(null),
        ] {
            let schema = object(json!({ "p": { "type": "string", "x-mcp-header": name } }));
            assert_eq!(collect(&schema), Err(AnnotationFault::Name("p".to_owned())));
        }
    }

    #[test]
    fn j117_names_are_unique_without_regard_to_case() {
        let schema = object(json!({
            "a": { "type": "string", "x-mcp-header": "Tenant" },
            "b": { "type": "string", "x-mcp-header": "TENANT" },
        }));
        let error = collect(&schema).unwrap_err();
        assert!(
            matches!(error, AnnotationFault::Duplicate { .. }),
            "{error}"
        );
    }

    #[test]
    fn j117_types_fit_into_a_header() {
        for of in [
            json!("number"),
            json!("object"),
            json!("array"),
            json!("null"),
            json!(null),
            json!(["string", "integer"]),
            json!(["null", "number"]),
            json!([]),
        ] {
            let schema = object(json!({ "p": { "type": of, "x-mcp-header": "P" } }));
            assert_eq!(collect(&schema), Err(AnnotationFault::Type("p".to_owned())));
        }
    }

    #[test]
    fn j117_only_properties_lead_to_an_annotation() {
        let leaf = json!({ "type": "string", "x-mcp-header": "P" });
        for schema in [
            leaf.clone(),
            object(json!({ "p": { "type": "array", "items": leaf } })),
            object(json!({ "p": { "anyOf": [leaf, { "type": "null" }] } })),
            json!({ "type": "object", "$defs": { "P": leaf } }),
            json!({ "type": "object", "additionalProperties": leaf }),
            json!({ "type": "object", "patternProperties": { "^p": leaf } }),
            json!({ "type": "object", "if": object(json!({ "p": leaf })) }),
            json!({ "type": "object", "allOf": [object(json!({ "p": leaf }))] }),
        ] {
            let error = collect(&schema).unwrap_err();
            assert!(
                matches!(error, AnnotationFault::Place(_)),
                "{schema} {error}"
            );
        }
        let error = collect(&object(json!({ "p": { "items": leaf } }))).unwrap_err();
        assert!(error.to_string().contains("properties/p/items"), "{error}");
    }
}
