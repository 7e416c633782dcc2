//! Input from the client: what a task or an unfinished call asks for, and what comes back (J-30 …
//! J-36, J-75 … J-78).

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::errors::Capability;
use crate::protocol::ask;
use crate::protocol::jsonrpc::{present, string};
use crate::protocol::meta::{invalid_params, read};
use crate::protocol::tools::Retry;
use crate::task::{ErrorBody, Question};

/// The open ones among the questions, as a map from key to request.
#[derive(Debug)]
pub(crate) struct InputRequests<'a>(pub(crate) &'a [Question]);

impl Serialize for InputRequests<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Request<'a> {
            method: &'a str,
            params: &'a RawValue,
        }
        let mut map = serializer.serialize_map(None)?;
        for question in self.0.iter().filter(|q| q.answer.is_none()) {
            let request = Request {
                method: &question.method,
                params: &question.params,
            };
            map.serialize_entry(&*question.key, &request)?;
        }
        map.end()
    }
}

/// The result of a call that cannot go on without input (J-31): at least one of both is there.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InputRequired<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    input_requests: Option<InputRequests<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_state: Option<&'a str>,
}

impl<'a> InputRequired<'a> {
    /// Asks these questions; the state, if there is one, comes back with the answers.
    pub(crate) fn asking(questions: &'a [Question], state: Option<&'a str>) -> Self {
        Self {
            input_requests: Some(InputRequests(questions)),
            request_state: state,
        }
    }
}

/// The capability that a client needs to be asked this (J-32); `None` for what needs none.
pub(crate) fn needed(method: &str, params: &RawValue) -> Option<Capability> {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Params<'a> {
        #[serde(borrow, default)]
        mode: Option<Cow<'a, str>>,
        #[serde(default)]
        tools: Option<Value>,
        #[serde(default)]
        tool_choice: Option<Value>,
    }
    let params = || -> Params<'_> { serde_json::from_str(params.get()).unwrap_or_default() };
    match method {
        ask::ELICIT if params().mode.as_deref() == Some("url") => Some(Capability::ElicitationUrl),
        ask::ELICIT => Some(Capability::ElicitationForm),
        ask::SAMPLE => {
            let params = params();
            let tools = params.tools.is_some() || params.tool_choice.is_some();
            Some(if tools {
                Capability::SamplingTools
            } else {
                Capability::Sampling
            })
        }
        ask::ROOTS => Some(Capability::Roots),
        _ => None,
    }
}

/// What came back, by key. Whatever is no object is left out, as if it had not come: its question
/// stays open (J-36, J-78).
pub(crate) type Responses<'a> = BTreeMap<String, &'a RawValue>;

fn read_responses(raw: Option<&RawValue>) -> Result<Responses<'_>, ErrorBody> {
    let Some(raw) = raw.filter(|raw| raw.get() != "null") else {
        return Ok(Responses::new());
    };
    if !raw.get().starts_with('{') {
        return Err(invalid_params("`inputResponses` must be an object"));
    }
    let mut responses: Responses<'_> = read(raw)?;
    responses.retain(|_, response| response.get().starts_with('{'));
    Ok(responses)
}

/// The parameters of `tasks/update`.
#[derive(Debug)]
pub(crate) struct Update<'a> {
    pub(crate) responses: Responses<'a>,
}

impl<'a> Update<'a> {
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ErrorBody> {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(
                rename = "inputResponses",
                borrow,
                default,
                deserialize_with = "present"
            )]
            responses: Option<&'a RawValue>,
        }
        let responses = params.map(read::<Params<'a>>).transpose()?;
        let responses = responses
            .and_then(|params| params.responses)
            .ok_or_else(|| invalid_params("`inputResponses` is missing"))?;
        Ok(Self {
            responses: read_responses(Some(responses))?,
        })
    }
}

/// What a call is repeated with (J-33). A first call brings nothing.
#[derive(Debug, Default)]
pub(crate) struct Repeated<'a> {
    pub(crate) responses: Responses<'a>,
    pub(crate) state: Option<Cow<'a, str>>,
}

impl<'a> Repeated<'a> {
    pub(crate) fn read(retry: Retry<'a>) -> Result<Self, ErrorBody> {
        let state = retry.state.map(|raw| {
            string(raw).ok_or_else(|| invalid_params("`requestState` must be a string"))
        });
        Ok(Self {
            responses: read_responses(retry.responses)?,
            state: state.transpose()?,
        })
    }
}
