//! What a tool fails with.

use std::error::Error;
use std::fmt::{self, Write as _};

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::ask::AskError;
use crate::task::{ErrorBody, INTERNAL_ERROR};

/// Why a tool failed, as the client will see it.
///
/// Any [`std::error::Error`] becomes one through `?`; for that reason this type is not itself a
/// `std::error::Error`.
pub struct ToolError(Box<Kind>);

enum Kind {
    Result { message: String },
    Protocol(ErrorBody),
}

impl ToolError {
    /// A failure of the tool: the client gets a result with `isError: true` and this text, which
    /// the model can read and act on. In the draft dialect its task ends `completed` (D-40).
    pub fn new(message: impl fmt::Display) -> Self {
        Self(Box::new(Kind::Result {
            message: message.to_string(),
        }))
    }

    /// A failure of the protocol: the client gets a JSON-RPC error instead of a result, which the
    /// model does not see. A task ends `failed`.
    pub fn protocol(code: i64, message: impl fmt::Display) -> Self {
        Self(Box::new(Kind::Protocol(ErrorBody::new(
            code,
            message.to_string(),
        ))))
    }

    /// [`protocol`](Self::protocol) with the code of an internal error, −32603.
    pub fn internal(message: impl fmt::Display) -> Self {
        Self::protocol(INTERNAL_ERROR, message)
    }

    /// Adds `data` to a failure of the protocol; a failure of the tool has none, and `data` that
    /// does not serialise is left out.
    pub fn with_data(mut self, data: impl Serialize) -> Self {
        if let Kind::Protocol(error) = &mut *self.0 {
            error.data = to_raw_value(&data).ok();
        }
        self
    }

    /// The text.
    pub fn message(&self) -> &str {
        match &*self.0 {
            Kind::Result { message } => message,
            Kind::Protocol(error) => &error.message,
        }
    }

    /// The JSON-RPC error of a failure of the protocol, or the text of a failure of the tool.
    pub(crate) fn into_parts(self) -> Result<ErrorBody, String> {
        match *self.0 {
            Kind::Result { message } => Err(message),
            Kind::Protocol(error) => Ok(error),
        }
    }

    /// The data of a failure of the protocol.
    pub fn data(&self) -> Option<&RawValue> {
        match &*self.0 {
            Kind::Result { .. } => None,
            Kind::Protocol(error) => error.data.as_deref(),
        }
    }
}

impl<E> From<E> for ToolError
where
    E: Error + Send + Sync + 'static,
{
    /// The text is the error's own, followed by that of each cause which the one before does not
    /// repeat already. If it comes of an [`AskError::NotSupported`], it is a failure of the
    /// protocol where the client's dialect has one for that.
    fn from(error: E) -> Self {
        if let Some(error) = undeclared(&error) {
            return Self(Box::new(Kind::Protocol(error.clone())));
        }
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            let text = error.to_string();
            if !message.contains(&text) {
                let _ = write!(message, ": {text}");
            }
            cause = error.source();
        }
        Self::new(message)
    }
}

/// What the protocol says of a question that the client did not declare to answer, if the error
/// comes of one.
fn undeclared<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a ErrorBody> {
    if let Some(AskError::NotSupported(what)) = error.downcast_ref() {
        return what.error();
    }
    undeclared(error.source()?)
}

/// What the `Err` of a tool's result may be: a [`ToolError`], or any [`std::error::Error`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "neither a `ToolError` nor a `std::error::Error`",
    note = "return `Result<_, ToolError>`, and make one of a text by `ToolError::new(text)`: `.map_err(ToolError::new)?`"
)]
pub trait IntoToolError {
    /// The error as the client will see it.
    fn into_tool_error(self) -> ToolError;
}

#[diagnostic::do_not_recommend]
impl<E: Into<ToolError>> IntoToolError for E {
    fn into_tool_error(self) -> ToolError {
        self.into()
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Result { message } => f.debug_tuple("ToolError").field(message).finish(),
            Kind::Protocol(error) => f
                .debug_struct("ToolError")
                .field("code", &error.code)
                .field("message", &error.message)
                .finish(),
        }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}
