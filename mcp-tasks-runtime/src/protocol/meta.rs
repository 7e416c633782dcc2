//! `_meta` of a request's parameters, as far as servers look into it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::jsonrpc::{INVALID_PARAMS, RequestId, present, string};
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
        Self::read(of_params(params)?)
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
        Ok(Self {
            progress_token: keys.progress_token.map(progress_token).transpose()?,
            draft_task: keys.draft_task,
            draft_link: keys.draft_link.is_some(),
        })
    }

    /// Whether the request speaks the draft dialect by a key of it.
    pub(crate) fn is_draft(&self) -> bool {
        self.draft_task.is_some() || self.draft_link
    }
}

/// The `_meta` of these parameters, unread.
pub(crate) fn of_params(params: &RawValue) -> Result<Option<&RawValue>, ErrorBody> {
    #[derive(Deserialize)]
    struct Holder<'a> {
        #[serde(rename = "_meta", borrow, default, deserialize_with = "present")]
        meta: Option<&'a RawValue>,
    }
    read::<Holder<'_>>(params).map(|holder| holder.meta)
}

/// Reads the progress token of a `_meta`.
pub(crate) fn progress_token(raw: &RawValue) -> Result<ProgressToken, ErrorBody> {
    ProgressToken::from_raw(raw)
        .ok_or_else(|| invalid_params("`_meta.progressToken` must be a string or an integer"))
}

/// A member that has to be a string.
pub(crate) fn required_string<'a>(
    raw: Option<&'a RawValue>,
    name: &str,
) -> Result<Cow<'a, str>, ErrorBody> {
    let raw = raw.ok_or_else(|| invalid_params(format_args!("`{name}` is missing")))?;
    string(raw).ok_or_else(|| invalid_params(format_args!("`{name}` must be a string")))
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

/// A JSON object with a link to a task added to its `_meta`. Its values go on as they stand.
#[derive(Debug)]
pub(crate) struct WithLink<'a> {
    pub(crate) object: &'a RawValue,
    pub(crate) link: Link<'a>,
}

impl Serialize for WithLink<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const META: &str = "_meta";
        let members: BTreeMap<String, &RawValue> =
            serde_json::from_str(self.object.get()).map_err(serde::ser::Error::custom)?;
        let own = members.get(META).filter(|raw| raw.get().starts_with('{'));
        let mut map = serializer.serialize_map(None)?;
        write_own(&mut map, Some(self.object), &[META])?;
        map.serialize_entry(
            META,
            &LinkedMeta {
                own: own.copied(),
                link: &self.link,
            },
        )?;
        map.end()
    }
}

/// A `_meta` with a link on top.
struct LinkedMeta<'a> {
    own: Option<&'a RawValue>,
    link: &'a Link<'a>,
}

impl Serialize for LinkedMeta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        write_own(&mut map, self.own, &[self.link.key])?;
        let related = Related {
            task_id: self.link.task,
        };
        map.serialize_entry(self.link.key, &related)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::protocol::draft;

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
            let task = TaskId::new("t");
            let link = Link {
                key: draft::LINK_KEY,
                task: &task,
            };
            serde_json::to_value(WithLink { object: &raw, link }).unwrap()
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
            assert_eq!(meta[draft::LINK_KEY], link, "{json}");
            assert_eq!(meta.get("mine").and_then(Value::as_i64), more, "{json}");
        }
    }
}
