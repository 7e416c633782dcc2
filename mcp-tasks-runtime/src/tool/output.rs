//! What a tool may return.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::content::Content;
use super::error::{IntoToolError, ToolError};
use super::result::{Json, ToolResult};
use super::schema;

/// What a tool may return: text (`String`, `&'static str`, numbers, `bool`, `char`), [`Json`],
/// [`Content`], `Vec<Content>`, [`ToolResult`] or `()`, each bare or in a `Result` whose error
/// becomes a [`ToolError`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not something that a tool can return",
    label = "not a tool's result",
    note = "return text (`String`, a number, `bool`), `Json<T>`, `Content`, `Vec<Content>`, `ToolResult` or `()`, bare or in a `Result`",
    note = "to return a value of your own as structured content, wrap it: `Json<{Self}>`, with `#[derive(Serialize, JsonSchema)]` on it"
)]
pub trait ToolOutput: Send {
    /// The schema of the structured content, when the type has any.
    fn output_schema() -> Option<Value> {
        None
    }

    /// Turns the value into a result.
    ///
    /// # Errors
    ///
    /// When the value is an error, or does not serialise.
    fn into_result(self) -> Result<ToolResult, ToolError>;
}

macro_rules! text_outputs {
    ($($type:ty),* $(,)?) => {$(
        impl ToolOutput for $type {
            fn into_result(self) -> Result<ToolResult, ToolError> {
                Ok(ToolResult::text(self.to_string()))
            }
        }
    )*};
}

text_outputs!(
    bool, char, f32, f64, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize
);

impl ToolOutput for String {
    fn into_result(self) -> Result<ToolResult, ToolError> {
        Ok(ToolResult::text(self))
    }
}

impl ToolOutput for &'static str {
    fn into_result(self) -> Result<ToolResult, ToolError> {
        Ok(ToolResult::text(self))
    }
}

impl ToolOutput for std::borrow::Cow<'static, str> {
    fn into_result(self) -> Result<ToolResult, ToolError> {
        Ok(ToolResult::text(self))
    }
}

impl ToolOutput for () {
    fn into_result(self) -> Result<ToolResult, ToolError> {
        Ok(ToolResult::new())
    }
}

impl ToolOutput for Content {
    fn into_result(self) -> Result<ToolResult, ToolError> {
        Ok(ToolResult::new().with_content(self))
    }
}

impl ToolOutput for Vec<Content> {
    fn into_result(self) -> Result<ToolResult, ToolError> {
        Ok(self
            .into_iter()
            .fold(ToolResult::new(), ToolResult::with_content))
    }
}

impl ToolOutput for ToolResult {
    fn into_result(self) -> Result<ToolResult, ToolError> {
        Ok(self)
    }
}

impl<T: Serialize + JsonSchema + Send> ToolOutput for Json<T> {
    fn output_schema() -> Option<Value> {
        Some(schema::of_output::<T>())
    }

    fn into_result(self) -> Result<ToolResult, ToolError> {
        ToolResult::new().with_structured(&self.0)
    }
}

impl<T: ToolOutput, E: IntoToolError + Send> ToolOutput for Result<T, E> {
    fn output_schema() -> Option<Value> {
        T::output_schema()
    }

    fn into_result(self) -> Result<ToolResult, ToolError> {
        self.map_err(IntoToolError::into_tool_error)?.into_result()
    }
}
