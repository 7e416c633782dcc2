//! JSON Schema 2020-12 from Rust types, without what clients stumble over.

use schemars::generate::{Contract, SchemaSettings};
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// A schema with every subschema in place is preferred up to this size, in bytes of JSON.
const INLINE_UP_TO: usize = 4096;

/// The schema of what is accepted for `T`.
pub(crate) fn of_input<T: JsonSchema>() -> Value {
    generate::<T>(Contract::Deserialize)
}

/// The schema of what `T` serialises to.
pub(crate) fn of_output<T: JsonSchema>() -> Value {
    generate::<T>(Contract::Serialize)
}

fn generate<T: JsonSchema>(contract: Contract) -> Value {
    let inline = generate_with::<T>(contract.clone(), true);
    if inline.to_string().len() <= INLINE_UP_TO {
        return inline;
    }
    let shared = generate_with::<T>(contract, false);
    if shared.to_string().len() < inline.to_string().len() {
        shared
    } else {
        inline
    }
}

fn generate_with<T: JsonSchema>(contract: Contract, inline: bool) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.contract = contract;
        settings.inline_subschemas = inline;
        settings.meta_schema = None;
    });
    let settings = settings.with_transform(PlainNumbers);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // The title is the Rust name of the type, which means nothing to a client.
    schema.remove("title");
    schema.to_value()
}

/// Replaces the `format`s that only Rust knows by the bounds that they stand for.
#[derive(Clone, Debug)]
struct PlainNumbers;

impl Transform for PlainNumbers {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(object) = schema.as_object_mut() {
            plain_number(object);
        }
        transform_subschemas(self, schema);
    }
}

fn plain_number(schema: &mut Map<String, Value>) {
    let Some(Value::String(format)) = schema.get("format") else {
        return;
    };
    let bounds: (Option<Value>, Option<Value>) = match format.as_str() {
        "int8" => (Some(i8::MIN.into()), Some(i8::MAX.into())),
        "int16" => (Some(i16::MIN.into()), Some(i16::MAX.into())),
        "int32" => (Some(i32::MIN.into()), Some(i32::MAX.into())),
        "int64" | "int" => (Some(i64::MIN.into()), Some(i64::MAX.into())),
        "uint8" => (Some(0.into()), Some(u8::MAX.into())),
        "uint16" => (Some(0.into()), Some(u16::MAX.into())),
        "uint32" => (Some(0.into()), Some(u32::MAX.into())),
        "uint64" | "uint" => (Some(0.into()), Some(u64::MAX.into())),
        "uint128" => (Some(0.into()), None),
        "int128" | "float" | "double" => (None, None),
        _ => return,
    };
    schema.remove("format");
    for (key, bound) in [("minimum", bounds.0), ("maximum", bounds.1)] {
        if let Some(bound) = bound {
            schema.entry(key).or_insert(bound);
        }
    }
}
