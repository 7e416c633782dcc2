//! `tools/list` and `tools/call`, in the shape that each protocol version has.

use std::borrow::Cow;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::jsonrpc::{INVALID_PARAMS, present};
use super::lifecycle::Version;
use super::meta::{Related, RequestMeta, invalid_params, read, required_string, write_own};
use super::{draft, v2025_11_25};
use crate::task::{ErrorBody, ResultBody, TaskId};
use crate::tool::{Content, Icon, ToolAnnotations, ToolDescriptor};

/// Which parts of a tool a reader knows.
#[derive(Clone, Copy, Debug)]
struct Known {
    titles: bool,
    annotations: bool,
    structured_content: bool,
    icons: bool,
    execution: bool,
    /// Output schemas whose root is no object.
    any_output: bool,
}

/// A tool as `tools/list` shows it to a client of that version.
pub(crate) fn listed(
    tool: &ToolDescriptor,
    version: Version,
) -> Result<Box<RawValue>, serde_json::Error> {
    let known = Known {
        titles: version.has_titles(),
        annotations: version.has_annotations(),
        structured_content: version.has_structured_content(),
        icons: version.has_icons(),
        execution: version.has_tasks(),
        any_output: false,
    };
    entry(tool, known)
}

/// A tool as `tools/list` shows it without a handshake: output schemas stand as they are, and
/// nothing is said of tasks.
pub(crate) fn listed_statelessly(
    tool: &ToolDescriptor,
) -> Result<Box<RawValue>, serde_json::Error> {
    let known = Known {
        titles: true,
        annotations: true,
        structured_content: true,
        icons: true,
        execution: false,
        any_output: true,
    };
    entry(tool, known)
}

fn entry(tool: &ToolDescriptor, known: Known) -> Result<Box<RawValue>, serde_json::Error> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Listed<'a> {
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<&'a str>,
        input_schema: Option<&'a Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        output_schema: Option<Cow<'a, Value>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        annotations: Option<ListedAnnotations<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        execution: Option<v2025_11_25::Execution>,
        #[serde(skip_serializing_if = "Option::is_none")]
        icons: Option<&'a [Icon]>,
        #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
        meta: Option<&'a Map<String, Value>>,
    }
    #[derive(Serialize)]
    struct ListedAnnotations<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<&'a str>,
        #[serde(flatten)]
        hints: ToolAnnotations,
    }

    let title = tool.title.as_deref();
    // Before tools had a title of their own, it stood among the annotations.
    let annotation_title = title.filter(|_| !known.titles);
    let annotations = ListedAnnotations {
        title: annotation_title,
        hints: tool.annotations,
    };
    let annotated = annotation_title.is_some() || !tool.annotations.is_empty();
    to_raw_value(&Listed {
        name: &tool.name,
        title: title.filter(|_| known.titles),
        description: tool.description.as_deref(),
        input_schema: tool.input_schema.as_ref(),
        output_schema: tool
            .output_schema
            .as_ref()
            .filter(|_| known.structured_content)
            .map(|schema| match known.any_output {
                true => Cow::Borrowed(schema),
                false => object_schema(schema),
            }),
        annotations: Some(annotations).filter(|_| annotated && known.annotations),
        execution: v2025_11_25::Execution::of(tool.task).filter(|_| known.execution),
        icons: Some(&*tool.icons).filter(|icons| known.icons && !icons.is_empty()),
        meta: tool.meta.as_ref().filter(|_| known.titles),
    })
}

/// The member that structured content stands in when it is not an object.
const WRAPPER: &str = "result";

/// Whether the schema's root is something else than an object, which these versions do not allow.
pub(crate) fn needs_wrapper(output_schema: Option<&Value>) -> bool {
    output_schema.is_some_and(|schema| schema.get("type").and_then(Value::as_str) != Some("object"))
}

/// The schema, with an object as its root.
fn object_schema(schema: &Value) -> Cow<'_, Value> {
    if !needs_wrapper(Some(schema)) {
        return Cow::Borrowed(schema);
    }
    let mut inner = schema.clone();
    move_references(&mut inner);
    Cow::Owned(json!({
        "type": "object",
        "properties": { WRAPPER: inner },
        "required": [WRAPPER],
    }))
}

/// Makes references within a schema right again, now that it is no longer the root.
fn move_references(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref")
                && let Some(rest) = reference.strip_prefix('#')
            {
                *reference = format!("#/properties/{WRAPPER}{rest}");
            }
            map.values_mut().for_each(move_references);
        }
        Value::Array(items) => items.iter_mut().for_each(move_references),
        _ => {}
    }
}

/// The parameters of `tools/call`.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) name: Cow<'a, str>,
    /// A JSON object.
    pub(crate) arguments: Option<&'a RawValue>,
    /// The wish for a task of 2025-11-25, unread.
    pub(crate) task: Option<&'a RawValue>,
    /// What a repeated call of 2026-07-28 brings, unread.
    pub(crate) retry: Retry<'a>,
    pub(crate) meta: RequestMeta<'a>,
}

/// The answers and the state that a call of 2026-07-28 is repeated with (J-33), unread.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Retry<'a> {
    pub(crate) responses: Option<&'a RawValue>,
    pub(crate) state: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct CallParams<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    name: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    arguments: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    task: Option<&'a RawValue>,
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

impl<'a> Call<'a> {
    /// Reads the parameters of `tools/call`.
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Self, ErrorBody> {
        let params = params.ok_or_else(|| invalid_params("`name` is missing"))?;
        let params: CallParams<'a> = read(params)?;
        let name = required_string(params.name, "name")?;
        let arguments = params.arguments.filter(|raw| raw.get() != "null");
        if arguments.is_some_and(|raw| !raw.get().starts_with('{')) {
            return Err(invalid_params("`arguments` must be an object"));
        }
        Ok(Self {
            name,
            arguments,
            task: params.task,
            retry: Retry {
                responses: params.responses,
                state: params.state,
            },
            meta: RequestMeta::read(params.meta)?,
        })
    }
}

/// The error for a tool that is not there (N-38).
pub(crate) fn unknown_tool(name: &str) -> ErrorBody {
    ErrorBody::new(INVALID_PARAMS, format!("Unknown tool: {name}"))
}

/// A tool's result, in the shape of a version, with the link to its task.
#[derive(Debug)]
pub(crate) struct CallResult<'a> {
    pub(crate) body: &'a ResultBody,
    pub(crate) version: Version,
    /// See [`needs_wrapper`].
    pub(crate) wrap: bool,
    /// The draft task that the result belongs to (D-25).
    pub(crate) task: Option<&'a TaskId>,
}

impl Serialize for CallResult<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let link = self.task.map(|task| (draft::LINK_KEY, task));
        write_result(serializer, self.body, self.version, self.wrap, link)
    }
}

/// Writes a tool's result in the shape of a version of the handshake era, with a link in its
/// `_meta`.
pub(crate) fn write_result<S: Serializer>(
    serializer: S,
    body: &ResultBody,
    version: Version,
    wrap: bool,
    link: Option<(&'static str, &TaskId)>,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    match older_content(body, version) {
        Some(content) => map.serialize_entry("content", &content)?,
        None => map.serialize_entry("content", &body.content)?,
    }
    if let Some(structured) = body
        .structured
        .as_deref()
        .filter(|_| version.has_structured_content())
    {
        if wrap || !structured.get().starts_with('{') {
            let wrapped = std::collections::BTreeMap::from([(WRAPPER, structured)]);
            map.serialize_entry("structuredContent", &wrapped)?;
        } else {
            map.serialize_entry("structuredContent", structured)?;
        }
    }
    map.serialize_entry("isError", &body.is_error)?;
    let own = body.meta.as_deref();
    if own.is_some() || link.is_some() {
        map.serialize_entry("_meta", &ResultMeta { own, link })?;
    }
    map.end()
}

/// A result's own `_meta` with a link on top.
struct ResultMeta<'a> {
    own: Option<&'a RawValue>,
    link: Option<(&'static str, &'a TaskId)>,
}

impl Serialize for ResultMeta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let key = self.link.map_or("", |(key, _)| key);
        write_own(&mut map, self.own, &[key])?;
        if let Some((key, task_id)) = self.link {
            map.serialize_entry(key, &Related { task_id })?;
        }
        map.end()
    }
}

/// The content without the blocks that the version does not know, which are told in words; `None`
/// when it knows all.
fn older_content(body: &ResultBody, version: Version) -> Option<Vec<Content>> {
    let unknown = (body.kinds.audio && !version.has_audio())
        || (body.kinds.resource_link && !version.has_resource_links());
    if !unknown {
        return None;
    }
    let blocks: Vec<Content> = serde_json::from_str(body.content.get()).ok()?;
    let told = blocks.into_iter().map(|block| older_block(block, version));
    Some(told.collect())
}

/// The block as that version can carry it: one of a kind that it does not know is told in words.
pub(crate) fn older_block(block: Content, version: Version) -> Content {
    match block {
        Content::Audio { mime_type, .. } if !version.has_audio() => Content::text(format!(
            "[audio of type {mime_type}, which this protocol version cannot carry]"
        )),
        Content::ResourceLink { uri, name, .. } if !version.has_resource_links() => {
            Content::text(format!("{name}: {uri}"))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests;
