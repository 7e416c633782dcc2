//! The tie between a task and the messages that it causes, in the spelling of the task's dialect.

use serde::Serialize;
use serde_json::value::RawValue;

use super::jsonrpc::{self, RequestId};
use super::meta::{Link, WithLink};
use super::{draft, notification, v2025_11_25};
use crate::task::TaskId;
use crate::tool::{Ask, LogLevel, Progress};

/// Which task a message belongs to, as its reader is told (D-26, N-61); none by default.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tie(Option<(&'static str, TaskId)>);

impl Tie {
    pub(crate) fn draft(task: TaskId) -> Self {
        Self(Some((draft::LINK_KEY, task)))
    }

    pub(crate) fn v2025_11_25(task: TaskId) -> Self {
        Self(Some((v2025_11_25::LINK_KEY, task)))
    }

    /// A `_meta` that holds nothing else.
    fn link(&self) -> Option<Link<'_>> {
        let (key, task) = self.0.as_ref()?;
        Some(Link { key, task })
    }

    /// A question as a request.
    pub(crate) fn request(&self, id: &RequestId, ask: &Ask) -> Vec<u8> {
        match &self.0 {
            None => jsonrpc::request(id, &ask.method, Some(&ask.params)),
            Some((key, task)) => {
                let params = WithLink {
                    object: &ask.params,
                    link: Link { key, task },
                };
                jsonrpc::request(id, &ask.method, Some(&params))
            }
        }
    }

    /// `notifications/cancelled` for a request of ours.
    pub(crate) fn cancelled(&self, id: &RequestId) -> Vec<u8> {
        #[derive(Serialize)]
        struct Params<'a> {
            #[serde(rename = "requestId")]
            request_id: &'a RequestId,
            #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
            meta: Option<Link<'a>>,
        }
        let params = Params {
            request_id: id,
            meta: self.link(),
        };
        jsonrpc::notification(notification::CANCELLED, Some(&params))
    }

    /// `notifications/progress`; messages within it are not known to every version.
    pub(crate) fn progress(
        &self,
        token: &RequestId,
        progress: &Progress,
        messages: bool,
    ) -> Vec<u8> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Params<'a> {
            progress_token: &'a RequestId,
            progress: Number,
            #[serde(skip_serializing_if = "Option::is_none")]
            total: Option<Number>,
            #[serde(skip_serializing_if = "Option::is_none")]
            message: Option<&'a str>,
            #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
            meta: Option<Link<'a>>,
        }
        let params = Params {
            progress_token: token,
            progress: progress.done.into(),
            total: progress.total.map(Number::from),
            message: progress.message.as_deref().filter(|_| messages),
            meta: self.link(),
        };
        jsonrpc::notification(notification::PROGRESS, Some(&params))
    }

    /// `notifications/message` (N-77).
    pub(crate) fn log(&self, level: LogLevel, logger: Option<&str>, data: &RawValue) -> Vec<u8> {
        #[derive(Serialize)]
        struct Params<'a> {
            level: LogLevel,
            #[serde(skip_serializing_if = "Option::is_none")]
            logger: Option<&'a str>,
            data: &'a RawValue,
            #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
            meta: Option<Link<'a>>,
        }
        let params = Params {
            level,
            logger,
            data,
            meta: self.link(),
        };
        jsonrpc::notification(notification::MESSAGE, Some(&params))
    }
}

/// A number without a decimal point where it needs none.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Whole(i64),
    Fraction(f64),
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        /// Up to here every integer has its own `f64`.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if number.fract() == 0.0 && number.abs() <= EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "it is an integer in range")]
            return Self::Whole(number as i64);
        }
        Self::Fraction(number)
    }
}
