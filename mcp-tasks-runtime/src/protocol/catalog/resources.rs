//! `resources/list`, `resources/templates/list`, `resources/read`, and what is told of changes.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::{failed, has_icons};
use crate::protocol::jsonrpc::present;
use crate::protocol::lifecycle::Version;
use crate::protocol::meta::{RequestMeta, invalid_params, read, required_string};
use crate::protocol::tools::Retry;
use crate::resource::{ResourceDescriptor, ResourceError, TemplateDescriptor};
use crate::task::ErrorBody;
use crate::tool::{Annotations, Icon, ResourceContents};

/// The code for a resource that is not there, in versions with a handshake.
pub(crate) const RESOURCE_NOT_FOUND: i64 = -32002;

/// The notification that a resource's contents have changed.
pub(crate) const UPDATED: &str = "notifications/resources/updated";

/// The parameters of [`UPDATED`].
#[derive(Debug, Serialize)]
pub(crate) struct Updated<'a> {
    pub(crate) uri: &'a str,
}

/// What listings of resources and of templates show.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_template: Option<&'a str>,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<&'a Annotations>,
    #[serde(skip_serializing_if = "<[Icon]>::is_empty")]
    icons: &'a [Icon],
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<&'a Map<String, Value>>,
}

/// A resource as `resources/list` shows it to a client of that version.
pub(crate) fn listed_resource(
    resource: &ResourceDescriptor,
    version: Version,
) -> Result<Box<RawValue>, serde_json::Error> {
    let titled = version.has_titles();
    to_raw_value(&Listed {
        uri: Some(&resource.uri),
        uri_template: None,
        name: &resource.name,
        title: resource.title.as_deref().filter(|_| titled),
        description: resource.description.as_deref(),
        mime_type: resource.mime_type.as_deref(),
        size: resource.size,
        annotations: resource.annotations.as_ref(),
        icons: if has_icons(version) {
            &resource.icons
        } else {
            &[]
        },
        meta: resource.meta.as_ref().filter(|_| titled),
    })
}

/// A template as `resources/templates/list` shows it to a client of that version.
pub(crate) fn listed_template(
    template: &TemplateDescriptor,
    version: Version,
) -> Result<Box<RawValue>, serde_json::Error> {
    let titled = version.has_titles();
    to_raw_value(&Listed {
        uri: None,
        uri_template: Some(&template.uri_template),
        name: &template.name,
        title: template.title.as_deref().filter(|_| titled),
        description: template.description.as_deref(),
        mime_type: template.mime_type.as_deref(),
        size: None,
        annotations: template.annotations.as_ref(),
        icons: if has_icons(version) {
            &template.icons
        } else {
            &[]
        },
        meta: template.meta.as_ref().filter(|_| titled),
    })
}

/// The parameters of `resources/read`, and of subscribing to a resource and no longer so.
#[derive(Debug)]
pub(crate) struct ReadResource<'a> {
    pub(crate) uri: Cow<'a, str>,
    /// What a repeated request of 2026-07-28 brings, unread.
    pub(crate) retry: Retry<'a>,
    pub(crate) meta: RequestMeta<'a>,
}

impl<'a> ReadResource<'a> {
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ErrorBody> {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(borrow, default, deserialize_with = "present")]
            uri: Option<&'a RawValue>,
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
        let params = params.ok_or_else(|| invalid_params("`uri` is missing"))?;
        let params: Params<'a> = read(params)?;
        Ok(Self {
            uri: required_string(params.uri, "uri")?,
            retry: Retry {
                responses: params.responses,
                state: params.state,
            },
            meta: RequestMeta::read(params.meta)?,
        })
    }
}

/// The error for a resource that is not there, with the code that the dialect has for it.
pub(crate) fn resource_not_found(uri: &str, code: i64) -> ErrorBody {
    ErrorBody {
        data: to_raw_value(&json!({ "uri": uri })).ok(),
        ..ErrorBody::new(code, format!("Resource not found: {uri}"))
    }
}

/// The error for a resource that was not read; `not_found` is the code for one that is not there.
pub(crate) fn read_failed(error: ResourceError, not_found: i64) -> ErrorBody {
    match error {
        ResourceError::NotFound { uri } => resource_not_found(&uri, not_found),
        ResourceError::Failed(error) => failed(error),
    }
}

/// The result of `resources/read`.
#[derive(Debug, Serialize)]
pub(crate) struct ReadResourceResult<'a> {
    pub(crate) contents: &'a [ResourceContents],
}
