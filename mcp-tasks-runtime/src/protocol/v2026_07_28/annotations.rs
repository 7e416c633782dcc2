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
