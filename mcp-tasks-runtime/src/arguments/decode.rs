//! Typed values from named strings. Only flat structs: a value is a text, a number, a boolean, or
//! the name of a variant.

use std::collections::BTreeMap;

use serde::de::value::{BorrowedStrDeserializer, Error, MapDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::ArgumentError;

pub(super) fn decode<T: DeserializeOwned>(
    pairs: &BTreeMap<String, String>,
) -> Result<T, ArgumentError> {
    serde_path_to_error::deserialize(Pairs(pairs)).map_err(|error| {
        let name = error.path().to_string();
        match error.into_inner() {
            fault if name == "." => ArgumentError::Unusable(fault),
            fault => ArgumentError::Invalid { name, fault },
        }
    })
}

/// All arguments: a struct or a map.
struct Pairs<'a>(&'a BTreeMap<String, String>);

impl<'de> Deserializer<'de> for Pairs<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let pairs = self.0.iter();
        visitor.visit_map(MapDeserializer::new(
            pairs.map(|(name, value)| (name.as_str(), Text(value))),
        ))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// One argument's value.
struct Text<'a>(&'a str);

impl<'de> IntoDeserializer<'de, Error> for Text<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Text that does not parse is handed on as text, so that the error says what was expected.
macro_rules! parsed {
    ($($method:ident $visit:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0.parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => visitor.visit_borrowed_str(self.0),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Text<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(BorrowedStrDeserializer::new(self.0))
    }

    parsed! {
        deserialize_bool visit_bool
        deserialize_i8 visit_i8
        deserialize_i16 visit_i16
        deserialize_i32 visit_i32
        deserialize_i64 visit_i64
        deserialize_i128 visit_i128
        deserialize_u8 visit_u8
        deserialize_u16 visit_u16
        deserialize_u32 visit_u32
        deserialize_u64 visit_u64
        deserialize_u128 visit_u128
        deserialize_f32 visit_f32
        deserialize_f64 visit_f64
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::{ArgumentError, Arguments};

    #[derive(Debug, PartialEq, Deserialize)]
    struct Query {
        city: String,
        days: Option<u8>,
        #[serde(default)]
        metric: bool,
        unit: Option<Unit>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Unit {
        Celsius,
        Kelvin,
    }

    fn query(pairs: &[(&str, &str)]) -> Result<Query, ArgumentError> {
        Arguments::from_iter(pairs.iter().copied()).decode()
    }

    #[test]
    fn text_becomes_the_type_of_its_field() {
        let read = query(&[
            ("city", "7"),
            ("days", "3"),
            ("metric", "true"),
            ("unit", "kelvin"),
            ("more", "is ignored"),
        ]);
        let expected = Query {
            city: "7".to_owned(),
            days: Some(3),
            metric: true,
            unit: Some(Unit::Kelvin),
        };
        assert_eq!(read, Ok(expected));
        assert_eq!(query(&[("city", "Oslo")]).map(|q| q.days), Ok(None));
    }

    #[test]
    fn errors_name_the_argument_and_what_was_expected() {
        let text = |pairs: &[(&str, &str)]| query(pairs).unwrap_err().to_string();
        assert_eq!(
            text(&[("city", "Oslo"), ("days", "soon")]),
            "argument `days`: invalid type: string \"soon\", expected u8"
        );
        assert_eq!(
            text(&[("city", "Oslo"), ("unit", "feet")]),
            "argument `unit`: unknown variant `feet`, expected `celsius` or `kelvin`"
        );
        assert_eq!(text(&[("days", "1")]), "missing field `city`");
    }

    #[test]
    fn units_and_maps_take_any_arguments() {
        let arguments = Arguments::from_iter([("a", "1")]);
        assert_eq!(arguments.decode::<()>(), Ok(()));
        assert_eq!(arguments.decode::<Option<()>>(), Ok(Some(())));
        assert_eq!(arguments.decode::<Arguments>(), Ok(arguments.clone()));
    }

    #[test]
    fn a_required_argument_is_there_or_named() {
        let arguments = Arguments::from_iter([("a", "1")]);
        assert_eq!(arguments.require("a"), Ok("1"));
        let error = arguments.require("b").unwrap_err();
        assert_eq!(error.to_string(), "argument `b` is missing");
    }
}
