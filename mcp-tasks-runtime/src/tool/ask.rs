//! Questions to the client, and what it is told.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use crate::task::ErrorBody;

/// The answers to the questions of a call, by key.
pub(crate) type Given = BTreeMap<String, Arc<RawValue>>;

/// A question to the client: a request such as `elicitation/create` with its parameters.
#[derive(Clone, Debug)]
pub struct Ask {
    pub(crate) method: Arc<str>,
    pub(crate) params: Arc<RawValue>,
    pub(crate) key: Option<Arc<str>>,
}

impl Ask {
    /// A question. `params` must serialise to a JSON object.
    ///
    /// # Errors
    ///
    /// [`AskError::Params`] when they do not.
    pub fn new(method: &str, params: &(impl Serialize + ?Sized)) -> Result<Self, AskError> {
        let params = to_raw_value(params)
            .map_err(|error| AskError::Params(error.to_string()))
            .map(Arc::<RawValue>::from)?;
        if !params.get().starts_with('{') {
            return Err(AskError::Params(
                "its parameters are no JSON object".to_owned(),
            ));
        }
        Ok(Self {
            method: Arc::from(method),
            params,
            key: None,
        })
    }

    /// Names the question, where the dialect names them. A name can be used once in the life of
    /// the call, a second time it is [`AskError::Params`]; only what was asked while the call was
    /// prepared can be asked again, and has the same answer. Each question gets a name of its own
    /// otherwise.
    pub fn with_key(mut self, key: &str) -> Self {
        self.key = Some(Arc::from(key));
        self
    }

    /// The name; every question has one when it is asked.
    pub(crate) fn key(&self) -> Arc<str> {
        self.key.clone().unwrap_or_else(|| Arc::from("q"))
    }
}

/// What a client may have declared that it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Askable {
    /// `elicitation/create` with a form.
    Elicitation,
    /// `elicitation/create` with a URL.
    UrlElicitation,
    /// `sampling/createMessage`.
    Sampling,
    /// `roots/list`.
    Roots,
}

impl Askable {
    /// A question of the kind, which is not to be asked.
    pub(crate) fn question(self) -> Result<Ask, AskError> {
        match self {
            Self::Elicitation => Ask::new("elicitation/create", &json!({})),
            Self::UrlElicitation => Ask::new("elicitation/create", &json!({ "mode": "url" })),
            Self::Sampling => Ask::new("sampling/createMessage", &json!({})),
            Self::Roots => Ask::new("roots/list", &json!({})),
        }
    }
}

/// How grave a log message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// For whoever looks for a fault.
    Debug,
    /// The ordinary course of things.
    Info,
    /// Ordinary, but of note.
    Notice,
    /// May become a fault.
    Warning,
    /// A fault.
    Error,
    /// A part does not work.
    Critical,
    /// Somebody has to act at once.
    Alert,
    /// Nothing works.
    Emergency,
}

/// A request that the client did not declare to answer.
#[derive(Clone, Debug)]
pub struct NotSupported {
    method: Arc<str>,
    /// What a call fails with if it cannot do without the answer, where the dialect has an error
    /// for that.
    error: Option<ErrorBody>,
}

impl NotSupported {
    pub(crate) fn new(method: Arc<str>, error: Option<ErrorBody>) -> Self {
        Self { method, error }
    }

    /// The method of the request.
    pub fn method(&self) -> &str {
        &self.method
    }

    pub(crate) fn error(&self) -> Option<&ErrorBody> {
        self.error.as_ref()
    }
}

impl fmt::Display for NotSupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.method)
    }
}

/// Why a question to the client has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The client did not declare that it answers such requests.
    #[error("the client does not answer `{0}`")]
    NotSupported(NotSupported),
    /// There is no connection to the client any more, or none that could carry the question.
    #[error("the client is not connected")]
    Disconnected,
    /// The call was cancelled meanwhile.
    #[error("the call was cancelled")]
    Cancelled,
    /// The client answered with a JSON-RPC error.
    #[error("the client refused: {} (code {})", .0.message, .0.code)]
    Refused(ErrorBody),
    /// The parameters of the question do not serialise to a JSON object, or its name was used
    /// before.
    #[error("the question is unusable: {0}")]
    Params(String),
    /// The answer is not what was expected.
    #[error("the client's answer is unusable: {0}")]
    Answer(String),
    /// The task's record could not be changed.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
}
