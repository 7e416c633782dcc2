//! `_meta` of a request: which version it speaks, what its client can do (J-01 … J-05). Each
//! request stands alone (J-03).

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::errors::Capability;
use crate::protocol::jsonrpc::present;
use crate::protocol::lifecycle::ClientCapabilities;
use crate::protocol::meta::{
    ProgressToken, invalid_params, of_params, progress_token, read, required_string,
};
use crate::task::ErrorBody;
use crate::tool::LogLevel;

pub(super) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
pub(super) const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// The keys of a `_meta`, unread: enough to tell the era by.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Keys<'a> {
    #[serde(
        rename = "io.modelcontextprotocol/protocolVersion",
        borrow,
        default,
        deserialize_with = "present"
    )]
    version: Option<&'a RawValue>,
    #[serde(
        rename = "io.modelcontextprotocol/clientCapabilities",
        borrow,
        default,
        deserialize_with = "present"
    )]
    capabilities: Option<&'a RawValue>,
    #[serde(
        rename = "io.modelcontextprotocol/clientInfo",
        borrow,
        default,
        deserialize_with = "present"
    )]
    client: Option<&'a RawValue>,
    #[serde(
        rename = "io.modelcontextprotocol/logLevel",
        borrow,
        default,
        deserialize_with = "present"
    )]
    log_level: Option<&'a RawValue>,
    #[serde(
        rename = "progressToken",
        borrow,
        default,
        deserialize_with = "present"
    )]
    progress_token: Option<&'a RawValue>,
}

impl<'a> Keys<'a> {
    /// The keys of these parameters. What has no readable `_meta` has none.
    pub(crate) fn of_params(params: Option<&'a RawValue>) -> Self {
        params
            .and_then(|params| of_params(params).ok().flatten())
            .and_then(|meta| serde_json::from_str(meta.get()).ok())
            .unwrap_or_default()
    }

    /// Whether the message belongs to this era by a key of it.
    pub(crate) fn any(&self) -> bool {
        self.version.is_some() || self.capabilities.is_some() || self.client.is_some()
    }
}

/// What a request says about itself, complete.
#[derive(Debug)]
pub(crate) struct RequestMeta<'a> {
    pub(crate) version: Cow<'a, str>,
    pub(crate) client: Declared,
    /// Who the client says it is: an object, for logs only (J-05).
    pub(crate) client_info: Option<&'a RawValue>,
    /// Without it there are no log messages (J-51).
    pub(crate) log_level: Option<LogLevel>,
    pub(crate) progress_token: Option<ProgressToken>,
}

/// What a client declared with this request.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Declared {
    /// What it can be asked.
    pub(crate) answers: ClientCapabilities,
    /// The tasks extension (J-60).
    pub(crate) tasks: bool,
    /// The capability of 2025-11-25, which declares nothing here but reaches tasks made there
    /// (J-85, C-13).
    pub(crate) legacy_tasks: bool,
}

impl Declared {
    pub(crate) fn has(&self, capability: Capability) -> bool {
        match capability {
            Capability::Tasks => self.tasks,
            Capability::ElicitationForm => self.answers.elicitation,
            Capability::ElicitationUrl => self.answers.elicitation_url,
            Capability::Sampling => self.answers.sampling,
            Capability::SamplingTools => self.answers.sampling_tools,
            Capability::Roots => self.answers.roots,
        }
    }

    fn read(raw: &RawValue) -> Result<Self, ErrorBody> {
        #[derive(Deserialize)]
        struct Capabilities<'a> {
            #[serde(borrow, default)]
            elicitation: Option<&'a RawValue>,
            #[serde(borrow, default)]
            sampling: Option<&'a RawValue>,
            #[serde(borrow, default)]
            roots: Option<&'a RawValue>,
            #[serde(borrow, default)]
            extensions: Option<&'a RawValue>,
            #[serde(borrow, default)]
            tasks: Option<&'a RawValue>,
        }
        #[derive(Default, Deserialize)]
        struct Members<'a> {
            #[serde(borrow, default)]
            form: Option<&'a RawValue>,
            #[serde(borrow, default)]
            url: Option<&'a RawValue>,
            #[serde(borrow, default)]
            tools: Option<&'a RawValue>,
            #[serde(rename = "io.modelcontextprotocol/tasks", borrow, default)]
            tasks: Option<&'a RawValue>,
        }
        fn members(raw: Option<&RawValue>) -> Members<'_> {
            object(raw)
                .and_then(|raw| serde_json::from_str(raw.get()).ok())
                .unwrap_or_default()
        }
        let declared: Capabilities<'_> = read(raw)?;
        let modes = members(declared.elicitation);
        let url = object(modes.url).is_some();
        let answers = ClientCapabilities {
            // Without a mode, forms are meant (N-25).
            elicitation: object(modes.form).is_some()
                || (object(declared.elicitation).is_some() && !url),
            elicitation_url: url,
            sampling: object(declared.sampling).is_some(),
            sampling_tools: object(members(declared.sampling).tools).is_some(),
            roots: object(declared.roots).is_some(),
        };
        Ok(Self {
            answers,
            tasks: object(members(declared.extensions).tasks).is_some(),
            legacy_tasks: object(declared.tasks).is_some(),
        })
    }
}

/// A capability is declared by an object.
fn object(raw: Option<&RawValue>) -> Option<&RawValue> {
    raw.filter(|raw| raw.get().starts_with('{'))
}

impl<'a> RequestMeta<'a> {
    /// Reads the values of the keys, of which two must be there (J-02).
    pub(crate) fn read(keys: &Keys<'a>) -> Result<Self, ErrorBody> {
        const VERSION: &str = "_meta[\"io.modelcontextprotocol/protocolVersion\"]";
        const CAPABILITIES: &str = "`_meta[\"io.modelcontextprotocol/clientCapabilities\"]`";
        const LOG_LEVEL: &str = "`_meta[\"io.modelcontextprotocol/logLevel\"]`";
        let wrong = |key: &str, what: &str| invalid_params(format_args!("{key} {what}"));

        let version = required_string(keys.version, VERSION)?;
        let capabilities = keys
            .capabilities
            .ok_or_else(|| wrong(CAPABILITIES, "is missing"))?;
        let capabilities =
            object(Some(capabilities)).ok_or_else(|| wrong(CAPABILITIES, "must be an object"))?;
        let log_level = keys.log_level.map(|raw| {
            serde_json::from_str(raw.get()).map_err(|_| wrong(LOG_LEVEL, "is no level of logging"))
        });
        Ok(Self {
            version,
            client: Declared::read(capabilities)?,
            client_info: object(keys.client),
            log_level: log_level.transpose()?,
            progress_token: keys.progress_token.map(progress_token).transpose()?,
        })
    }
}

#[cfg(test)]
mod tests;
