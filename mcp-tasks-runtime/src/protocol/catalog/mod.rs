//! Prompts, resources and completion on the wire: listings, parameters, results and errors, in
//! the shape of each protocol version, without what a dialect adds to every result.

mod completion;
mod list;
mod offered;
mod prompts;
mod resources;

#[cfg(test)]
mod tests;

pub(crate) use completion::{
    Complete, CompleteResult, Reference, completion_failed, unknown_argument, unknown_template,
};
pub(crate) use list::{List, Page, read_cursor};
pub(crate) use offered::Offered;
pub(crate) use prompts::{
    GetPrompt, GetPromptResult, listed_prompt, prompt_failed, unknown_prompt,
};
pub(crate) use resources::{
    RESOURCE_NOT_FOUND, ReadResource, ReadResourceResult, UPDATED, Updated, listed_resource,
    listed_template, read_failed, resource_not_found,
};

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::lifecycle::Version;
use super::meta::{invalid_params, read, required_string};
use crate::arguments::Arguments;
use crate::task::{ErrorBody, INTERNAL_ERROR};
use crate::tool::ToolError;

/// Whether a version knows icons in listings: those after 2025-06-18.
fn has_icons(version: Version) -> bool {
    version > Version::V2025_06_18
}

/// A member that may be left out, or null, and is an object of strings.
fn strings(raw: Option<&RawValue>, name: &str) -> Result<Arguments, ErrorBody> {
    let Some(raw) = raw.filter(|raw| raw.get() != "null") else {
        return Ok(Arguments::new());
    };
    if !raw.get().starts_with('{') {
        return Err(invalid_params(format_args!("`{name}` must be an object")));
    }
    let members: BTreeMap<String, &RawValue> = read(raw)?;
    let mut arguments = Arguments::new();
    for (key, value) in members {
        let value = required_string(Some(value), &format!("{name}.{key}"))?;
        arguments.insert(key, value);
    }
    Ok(arguments)
}

/// What failed has no result that could say so: every failure is one of the protocol.
fn failed(error: ToolError) -> ErrorBody {
    match error.into_parts() {
        Ok(error) => error,
        Err(text) => ErrorBody::new(INTERNAL_ERROR, text),
    }
}
