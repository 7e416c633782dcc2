//! `prompts/list` and `prompts/get`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::{failed, has_icons, strings};
use crate::arguments::Arguments;
use crate::prompt::{PromptDescriptor, PromptError, PromptResult, Role};
use crate::protocol::jsonrpc::{INVALID_PARAMS, present};
use crate::protocol::lifecycle::Version;
use crate::protocol::meta::{RequestMeta, invalid_params, read, required_string};
use crate::protocol::tools::{Retry, older_block};
use crate::task::ErrorBody;
use crate::tool::{Content, Icon};

/// A prompt as `prompts/list` shows it to a client of that version.
pub(crate) fn listed_prompt(
    prompt: &PromptDescriptor,
    version: Version,
) -> Result<Box<RawValue>, serde_json::Error> {
    #[derive(Serialize)]
    struct Listed<'a> {
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<&'a str>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        arguments: Vec<Argument<'a>>,
        #[serde(skip_serializing_if = "<[Icon]>::is_empty")]
        icons: &'a [Icon],
        #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
        meta: Option<&'a Map<String, Value>>,
    }
    #[derive(Serialize)]
    struct Argument<'a> {
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<&'a str>,
        required: bool,
    }

    let titled = version.has_titles();
    let arguments = prompt.arguments.iter().map(|argument| Argument {
        name: &argument.name,
        title: argument.title.as_deref().filter(|_| titled),
        description: argument.description.as_deref(),
        required: argument.required,
    });
    to_raw_value(&Listed {
        name: &prompt.name,
        title: prompt.title.as_deref().filter(|_| titled),
        description: prompt.description.as_deref(),
        arguments: arguments.collect(),
        icons: if has_icons(version) {
            &prompt.icons
        } else {
            &[]
        },
        meta: prompt.meta.as_ref().filter(|_| titled),
    })
}

/// The parameters of `prompts/get`.
#[derive(Debug)]
pub(crate) struct GetPrompt<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) arguments: Arguments,
    /// What a repeated request of 2026-07-28 brings, unread.
    pub(crate) retry: Retry<'a>,
    pub(crate) meta: RequestMeta<'a>,
}

impl<'a> GetPrompt<'a> {
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ErrorBody> {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(borrow, default, deserialize_with = "present")]
            name: Option<&'a RawValue>,
            #[serde(borrow, default, deserialize_with = "present")]
            arguments: Option<&'a RawValue>,
            #[serde(
                rename = "inputResponses",
                borrow,
                default,
                deserialize_with = "present"
            )]
            responses: Option<&'a RawValue>,
            #[serde(rename = "requestState", borrow, default, deserialize_with = "present")]
            state: Option<&'a RawValue>,
            #[serde(rename = "_meta", borrow, default, deserialize_with = "present")]
            meta: Option<&'a RawValue>,
        }
        let params = params.ok_or_else(|| invalid_params("`name` is missing"))?;
        let params: Params<'a> = read(params)?;
        Ok(Self {
            name: required_string(params.name, "name")?,
            arguments: strings(params.arguments, "arguments")?,
            retry: Retry {
                responses: params.responses,
                state: params.state,
            },
            meta: RequestMeta::read(params.meta)?,
        })
    }
}

/// The error for a prompt that is not there.
pub(crate) fn unknown_prompt(name: &str) -> ErrorBody {
    ErrorBody::new(INVALID_PARAMS, format!("Unknown prompt: {name}"))
}

/// The error for a prompt that was not made.
pub(crate) fn prompt_failed(error: PromptError) -> ErrorBody {
    match error {
        PromptError::Arguments(error) => invalid_params(error),
        PromptError::Failed(error) => failed(error),
    }
}

/// The result of `prompts/get`, in the shape of a version.
#[derive(Debug)]
pub(crate) struct GetPromptResult<'a> {
    pub(crate) result: &'a PromptResult,
    pub(crate) version: Version,
}

impl Serialize for GetPromptResult<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Result<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            description: Option<&'a str>,
            messages: Vec<Message<'a>>,
            #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
            meta: Option<&'a Map<String, Value>>,
        }
        #[derive(Serialize)]
        struct Message<'a> {
            role: Role,
            content: Cow<'a, Content>,
        }
        let messages = self.result.messages.iter().map(|message| Message {
            role: message.role,
            content: match &message.content {
                block @ (Content::Audio { .. } | Content::ResourceLink { .. }) => {
                    Cow::Owned(older_block(block.clone(), self.version))
                }
                block => Cow::Borrowed(block),
            },
        });
        let result = Result {
            description: self.result.description.as_deref(),
            messages: messages.collect(),
            meta: self.result.meta.as_ref(),
        };
        result.serialize(serializer)
    }
}
