//! `_meta` of a request's parameters, as far as servers look into it.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::jsonrpc::{INVALID_PARAMS, RequestId, present};
use crate::task::{ErrorBody, TaskId};

/// A progress token: a string or an integer, like a request's id (N-70).
pub(crate) type ProgressToken = RequestId;

/// What a request's `_meta` says.
#[derive(Debug, Default)]
pub(crate) struct RequestMeta<'a> {
    pub(crate) progress_token: Option<ProgressToken>,
    /// The draft dialect's wish for a task, unread.
    pub(crate) draft_task: Option<&'a RawValue>,
    /// Whether the draft dialect's link key is there.
    pub(crate) draft_link: bool,
}

#[derive(Deserialize)]
struct Holder<'a> {
    #[serde(rename = "_meta", borrow, default, deserialize_with = "present")]
    meta: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Keys<'a> {
    #[serde(
        rename = "progressToken",
        borrow,
        default,
        deserialize_with = "present"
    )]
    progress_token: Option<&'a RawValue>,
    #[serde(
        rename = "modelcontextprotocol.io/task",
        borrow,
        default,
        deserialize_with = "present"
    )]
    draft_task: Option<&'a RawValue>,
    #[serde(
        rename = "modelcontextprotocol.io/related-task",
        borrow,
        default,
        deserialize_with = "present"
    )]
    draft_link: Option<&'a RawValue>,
}

impl<'a> RequestMeta<'a> {
    /// Reads the `_meta` of these parameters.
    pub(crate) fn of_params(params: Option<&'a RawValue>) -> Result<Self, ErrorBody> {
        let Some(params) = params else {
            return Ok(Self::default());
        };
        let holder: Holder<'a> = read(params)?;
        Self::read(holder.meta)
    }

    /// Reads a `_meta`.
    pub(crate) fn read(meta: Option<&'a RawValue>) -> Result<Self, ErrorBody> {
        let Some(meta) = meta.filter(|raw| raw.get() != "null") else {
            return Ok(Self::default());
        };
        if !meta.get().starts_with('{') {
            return Err(invalid_params("`_meta` must be an object"));
        }
        let keys: Keys<'a> = read(meta)?;
        let progress_token = match keys.progress_token {
            None => None,
            Some(raw) => Some(ProgressToken::from_raw(raw).ok_or_else(|| {
                invalid_params("`_meta.progressToken` must be a string or an integer")
            })?),
        };
        Ok(Self {
            progress_token,
            draft_task: keys.draft_task,
            draft_link: keys.draft_link.is_some(),
        })
    }

    /// Whether the request speaks the draft dialect by a key of it.
    pub(crate) fn is_draft(&self) -> bool {
        self.draft_task.is_some() || self.draft_link
    }
}

/// Reads parameters, or says what is wrong with them.
pub(crate) fn read<'a, T: Deserialize<'a>>(raw: &'a RawValue) -> Result<T, ErrorBody> {
    serde_json::from_str(raw.get()).map_err(|error| {
        let text = error.to_string();
        let text = text
            .rfind(" at line ")
            .map_or(text.as_str(), |end| &text[..end]);
        invalid_params(text)
    })
}

/// The error for wrong parameters.
pub(crate) fn invalid_params(what: impl std::fmt::Display) -> ErrorBody {
    ErrorBody::new(INVALID_PARAMS, format!("Invalid params: {what}"))
}

/// The value of a link key: to which task a message belongs.
#[derive(Debug, Serialize)]
pub(crate) struct Related<'a> {
    #[serde(rename = "taskId")]
    pub(crate) task_id: &'a TaskId,
}

/// A `_meta` that holds nothing but the link to a task, under a dialect's key.
#[derive(Debug)]
pub(crate) struct Link<'a> {
    pub(crate) key: &'static str,
    pub(crate) task: &'a TaskId,
}

impl Serialize for Link<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut meta = serializer.serialize_map(Some(1))?;
        meta.serialize_entry(self.key, &Related { task_id: self.task })?;
        meta.end()
    }
}

/// Writes the entries of a given `_meta` but for those named, which the caller writes itself.
pub(crate) fn write_own<M: SerializeMap>(
    map: &mut M,
    own: Option<&RawValue>,
    except: &[&str],
) -> Result<(), M::Error> {
    let Some(own) = own else { return Ok(()) };
    let entries: BTreeMap<String, &RawValue> =
        serde_json::from_str(own.get()).map_err(serde::ser::Error::custom)?;
    for (key, value) in entries {
        if !except.contains(&key.as_str()) {
            map.serialize_entry(&key, value)?;
        }
    }
    Ok(())
}

/// A JSON object with a link to a task added to its `_meta` under that key.
pub(crate) fn with_link(object: &RawValue, key: &str, id: &str) -> Map<String, Value> {
    let mut map: Map<String, Value> = serde_json::from_str(object.get()).unwrap_or_default();
    let meta = map
        .entry("_meta")
        .or_insert_with(|| Value::Object(Map::new()));
    if !meta.is_object() {
        *meta = Value::Object(Map::new());
    }
    if let Value::Object(meta) = meta {
        meta.insert(key.to_owned(), serde_json::json!({ "taskId": id }));
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(json: &str) -> Result<(Option<String>, bool, bool), String> {
        let raw = RawValue::from_string(json.to_owned()).unwrap();
        let meta = RequestMeta::read(Some(&raw)).map_err(|error| error.message)?;
        let token = meta.progress_token.map(|token| token.to_string());
        Ok((token, meta.draft_task.is_some(), meta.draft_link))
    }

    #[test]
    fn what_a_meta_says() {
        let some = |token: &str| Some(token.to_owned());
        for (json, expected) in [
            ("null", (None, false, false)),
            ("{}", (None, false, false)),
            (r#"{"progressToken":1}"#, (some("1"), false, false)),
            (
                r#"{"progressToken":"p","other":[1]}"#,
                (some("p"), false, false),
            ),
            (
                r#"{"modelcontextprotocol.io/task":null}"#,
                (None, true, false),
            ),
            (
                r#"{"modelcontextprotocol.io/related-task":{}}"#,
                (None, false, true),
            ),
            (
                r#"{"io.modelcontextprotocol/related-task":{}}"#,
                (None, false, false),
            ),
        ] {
            assert_eq!(told(json), Ok(expected), "{json}");
        }
        for json in [
            "5",
            "[]",
            r#"{"progressToken":1.5}"#,
            r#"{"progressToken":[]}"#,
        ] {
            assert!(
                told(json)
                    .unwrap_err()
                    .starts_with("Invalid params: `_meta"),
                "{json}"
            );
        }
    }

    #[test]
    fn a_link_is_added_to_what_is_there() {
        let linked = |json: &str| {
            let raw = RawValue::from_string(json.to_owned()).unwrap();
            Value::Object(with_link(&raw, crate::protocol::draft::LINK_KEY, "t"))
        };
        let link = serde_json::json!({ "taskId": "t" });
        for (json, more) in [
            ("{}", None),
            (r#"{"_meta":null}"#, None),
            (r#"{"_meta":5}"#, None),
            (r#"{"_meta":{"mine":1}}"#, Some(1)),
            (
                r#"{"_meta":{"mine":1,"modelcontextprotocol.io/related-task":5}}"#,
                Some(1),
            ),
        ] {
            let meta = &linked(json)["_meta"];
            assert_eq!(meta[crate::protocol::draft::LINK_KEY], link, "{json}");
            assert_eq!(meta.get("mine").and_then(Value::as_i64), more, "{json}");
        }
    }
}
