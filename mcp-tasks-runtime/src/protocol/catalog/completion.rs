//! `completion/complete`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::{failed, strings};
use crate::completion::{Completion, CompletionRequest};
use crate::protocol::jsonrpc::{INVALID_PARAMS, present};
use crate::protocol::meta::{RequestMeta, invalid_params, read, required_string};
use crate::task::ErrorBody;
use crate::tool::ToolError;

/// Whose argument is completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reference<'a> {
    /// The prompt of this name.
    Prompt(Cow<'a, str>),
    /// The resources of this template.
    Template(Cow<'a, str>),
}

/// The parameters of `completion/complete`.
#[derive(Debug)]
pub(crate) struct Complete<'a> {
    pub(crate) reference: Reference<'a>,
    pub(crate) request: CompletionRequest,
    pub(crate) meta: RequestMeta<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(rename = "ref", borrow, default, deserialize_with = "present")]
    reference: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    argument: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    context: Option<&'a RawValue>,
    #[serde(rename = "_meta", borrow, default, deserialize_with = "present")]
    meta: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct ReferenceMembers<'a> {
    #[serde(rename = "type", borrow, default, deserialize_with = "present")]
    kind: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    name: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    uri: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Argument<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    name: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    value: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Context<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    arguments: Option<&'a RawValue>,
}

impl<'a> Complete<'a> {
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ErrorBody> {
        let params = params.ok_or_else(|| invalid_params("`ref` is missing"))?;
        let params: Params<'a> = read(params)?;
        let reference = Reference::read(object(params.reference, "ref")?)?;
        let argument: Argument<'a> = read(object(params.argument, "argument")?)?;
        let name = required_string(argument.name, "argument.name")?;
        let value = required_string(argument.value, "argument.value")?;
        let filled_in = match params.context.filter(|raw| raw.get() != "null") {
            None => None,
            context => read::<Context<'a>>(object(context, "context")?)?.arguments,
        };
        Ok(Self {
            reference,
            request: CompletionRequest::new(name, value)
                .with_arguments(strings(filled_in, "context.arguments")?),
            meta: RequestMeta::read(params.meta)?,
        })
    }
}

impl<'a> Reference<'a> {
    fn read(raw: &'a RawValue) -> Result<Self, ErrorBody> {
        let members: ReferenceMembers<'a> = read(raw)?;
        match &*required_string(members.kind, "ref.type")? {
            "ref/prompt" => required_string(members.name, "ref.name").map(Self::Prompt),
            "ref/resource" => required_string(members.uri, "ref.uri").map(Self::Template),
            _ => Err(invalid_params(
                "`ref.type` must be `ref/prompt` or `ref/resource`",
            )),
        }
    }
}

/// A member that has to be an object.
fn object<'a>(raw: Option<&'a RawValue>, name: &str) -> Result<&'a RawValue, ErrorBody> {
    let raw = raw.ok_or_else(|| invalid_params(format_args!("`{name}` is missing")))?;
    if raw.get().starts_with('{') {
        Ok(raw)
    } else {
        Err(invalid_params(format_args!("`{name}` must be an object")))
    }
}

/// The error for a template that is not there.
pub(crate) fn unknown_template(uri_template: &str) -> ErrorBody {
    let message = format!("Unknown resource template: {uri_template}");
    ErrorBody::new(INVALID_PARAMS, message)
}

/// The error for an argument that the prompt or template does not have.
pub(crate) fn unknown_argument(name: &str) -> ErrorBody {
    invalid_params(format_args!("`argument.name`: there is no `{name}`"))
}

/// The error for suggestions that were not made.
pub(crate) fn completion_failed(error: ToolError) -> ErrorBody {
    failed(error)
}

/// The result of `completion/complete`.
#[derive(Debug)]
pub(crate) struct CompleteResult<'a>(pub(crate) &'a Completion);

impl Serialize for CompleteResult<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Result<'a> {
            completion: Values<'a>,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Values<'a> {
            values: &'a [String],
            #[serde(skip_serializing_if = "Option::is_none")]
            total: Option<u64>,
            has_more: bool,
        }
        let completion = Values {
            values: self.0.values(),
            total: self.0.total(),
            has_more: self.0.has_more(),
        };
        Result { completion }.serialize(serializer)
    }
}
