//! HTTP headers that repeat what a request's body says (J-110 … J-118), as values: where they
//! come from is the transport's business.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::VERSION;
use super::annotations::{Kind, ParamHeader};
use super::errors::{header_mismatch, supported, unsupported_version};
use super::meta::{Keys, RequestMeta};
use crate::protocol::Method;
use crate::protocol::jsonrpc::{present, string};
use crate::task::ErrorBody;

pub(crate) const PROTOCOL_VERSION: &str = "MCP-Protocol-Version";
pub(crate) const METHOD: &str = "Mcp-Method";
pub(crate) const NAME: &str = "Mcp-Name";

/// Looks a header up by its name, without regard to case.
pub(crate) type Lookup<'h> = &'h (dyn Fn(&str) -> Option<&'h [u8]> + Send + Sync);

/// Reads what a request says about itself, having checked it against its headers, in the order
/// that peers rely on: method, name, completeness, version in both places, version served. There
/// are no headers on a pipe.
///
/// Over HTTP the status of a refusal is 400, whatever its code (J-112).
pub(crate) fn check<'a>(
    headers: Option<Lookup<'_>>,
    method: &str,
    params: Option<&RawValue>,
    keys: &Keys<'a>,
) -> Result<RequestMeta<'a>, ErrorBody> {
    if let Some(headers) = headers {
        expect(headers, METHOD, method)?;
        if let Some(name) = named(method, params) {
            expect_decoded(headers, NAME, &name)?;
        }
    }
    let meta = RequestMeta::read(keys)?;
    if let Some(headers) = headers {
        expect(headers, PROTOCOL_VERSION, &meta.version)?;
    }
    if meta.version != VERSION {
        let requested = Some(&*meta.version);
        return Err(unsupported_version(&meta.version, &supported(requested)));
    }
    Ok(meta)
}

/// Checks the headers that a tool's schema asks for against the arguments (J-118). Arguments of
/// another type than the schema's are left to their own validation.
pub(crate) fn check_params(
    headers: Lookup<'_>,
    wanted: &[ParamHeader],
    arguments: Option<&RawValue>,
) -> Result<(), ErrorBody> {
    if wanted.is_empty() {
        return Ok(());
    }
    let arguments: Value = arguments
        .and_then(|raw| serde_json::from_str(raw.get()).ok())
        .unwrap_or_default();
    for header in wanted {
        let found = header
            .path
            .iter()
            .try_fold(&arguments, |at, name| at.get(name));
        match found {
            None | Some(Value::Null) => {
                if headers(&header.name).is_some() {
                    let name = &header.name;
                    return Err(header_mismatch(format_args!(
                        "{name} is there, but its argument is not"
                    )));
                }
            }
            Some(value) => check_param(headers, header, value)?,
        }
    }
    Ok(())
}

fn check_param(
    headers: Lookup<'_>,
    header: &ParamHeader,
    argument: &Value,
) -> Result<(), ErrorBody> {
    let name = &header.name;
    match (header.kind, argument) {
        (Kind::Text, Value::String(text)) => expect_decoded(headers, name, text),
        (Kind::Boolean, Value::Bool(value)) => {
            expect_decoded(headers, name, if *value { "true" } else { "false" })
        }
        (Kind::Integer, Value::Number(number)) => {
            let value = decode(present_value(headers, name)?)?;
            if same_number(&value, number) {
                Ok(())
            } else {
                Err(differs(name, &value, &number.to_string()))
            }
        }
        _ => present_value(headers, name).map(drop),
    }
}

/// Whether both stand for one number, as `42` and `42.0` do.
fn same_number(text: &str, number: &serde_json::Number) -> bool {
    match (text.parse::<i64>(), number.as_i64()) {
        (Ok(text), Some(number)) => text == number,
        _ => text
            .parse::<f64>()
            .is_ok_and(|text| Some(text) == number.as_f64()),
    }
}

/// What `Mcp-Name` must repeat, if the method has such a thing (J-89, J-110). Parameters without it are left to
/// their own validation.
fn named<'a>(method: &str, params: Option<&'a RawValue>) -> Option<Cow<'a, str>> {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(borrow, default, deserialize_with = "present")]
        name: Option<&'a RawValue>,
        #[serde(borrow, default, deserialize_with = "present")]
        uri: Option<&'a RawValue>,
        #[serde(rename = "taskId", borrow, default, deserialize_with = "present")]
        task_id: Option<&'a RawValue>,
    }
    let member: fn(Named<'a>) -> Option<&'a RawValue> = match method {
        "tools/call" | "prompts/get" => |named| named.name,
        "resources/read" => |named| named.uri,
        "tasks/get" | "tasks/update" | "tasks/cancel" => |named| named.task_id,
        _ => return None,
    };
    member(serde_json::from_str(params?.get()).ok()?).and_then(string)
}

/// What `Mcp-Name` must say with a request, for a client.
#[allow(dead_code, reason = "for the HTTP client")]
pub(crate) fn name_header(method: Method, params: Option<&RawValue>) -> Option<String> {
    named(method.name(), params).map(|name| encode(&name).into_owned())
}

fn expect_decoded(headers: Lookup<'_>, name: &str, body: &str) -> Result<(), ErrorBody> {
    let value = decode(present_value(headers, name)?)?;
    if value == body {
        Ok(())
    } else {
        Err(differs(name, &value, body))
    }
}

fn expect(headers: Lookup<'_>, name: &str, body: &str) -> Result<(), ErrorBody> {
    let value = present_value(headers, name)?;
    if value == body {
        Ok(())
    } else {
        Err(differs(name, value, body))
    }
}

fn differs(name: &str, header: &str, body: &str) -> ErrorBody {
    header_mismatch(format_args!("{name} '{header}' vs body '{body}'"))
}

/// The value of a header, without the blanks around it.
fn present_value<'h>(headers: Lookup<'h>, name: &str) -> Result<&'h str, ErrorBody> {
    let value = headers(name).ok_or_else(|| header_mismatch(format_args!("{name} is missing")))?;
    std::str::from_utf8(value)
        .map(|value| value.trim_matches([' ', '\t']))
        .map_err(|_| header_mismatch(format_args!("{name} is no text")))
}

const OPEN: &str = "=?base64?";
const CLOSE: &str = "?=";

/// What stands in the sentinel, if the value has it.
fn wrapped(value: &str) -> Option<&str> {
    value.strip_prefix(OPEN)?.strip_suffix(CLOSE)
}

/// The text that a header's value stands for (J-115): the base64 in the sentinel must be exact,
/// and what has no sentinel is meant literally.
pub(crate) fn decode(value: &str) -> Result<Cow<'_, str>, ErrorBody> {
    let Some(base64) = wrapped(value) else {
        return Ok(Cow::Borrowed(value));
    };
    let bytes = STANDARD.decode(base64).ok();
    bytes
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .map(Cow::Owned)
        .ok_or_else(|| header_mismatch(format_args!("'{value}' is no base64 of a text")))
}

/// The value of a header that stands for a text (J-114).
#[allow(dead_code, reason = "for the HTTP client")]
pub(crate) fn encode(text: &str) -> Cow<'_, str> {
    let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && !text.starts_with(' ')
        && !text.ends_with(' ')
        && wrapped(text).is_none();
    if plain {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{OPEN}{}{CLOSE}", STANDARD.encode(text)))
}

/// The headers that a tool's schema asks for, for a client: name and value of each argument that
/// is there (J-116).
#[allow(dead_code, reason = "for the HTTP client")]
pub(crate) fn param_headers<'a>(
    wanted: &'a [ParamHeader],
    arguments: &'a Value,
) -> impl Iterator<Item = (&'a str, String)> {
    wanted.iter().filter_map(move |header| {
        let value = header
            .path
            .iter()
            .try_fold(arguments, |at, name| at.get(name))?;
        let value = match value {
            Value::String(text) => encode(text).into_owned(),
            Value::Bool(_) | Value::Number(_) => value.to_string(),
            _ => return None,
        };
        Some((header.name.as_str(), value))
    })
}

#[cfg(test)]
mod tests;
