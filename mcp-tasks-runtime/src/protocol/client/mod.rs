//! The client's side of the wire: what it writes, and what it reads of a server's answers. It
//! reads leniently: what it does not know is kept or passed over, never a reason to lose an
//! answer.

mod handshake;
mod notes;
mod tasks;
mod tools;

pub use handshake::ServerInfo;
pub(crate) use handshake::{Handshake, NEWEST, Offer, spoken};
pub(crate) use notes::{Cancellation, cancelled_request, linked_task, progress};
pub use tasks::{Cursor, Task, TaskPage};
pub(crate) use tasks::{FromCursor, OfTask};
pub(crate) use tools::{CallParams, CallWish, ToolPage};
pub use tools::{CallToolResult, RawContent, ToolInfo};

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// The value, or its default for null.
fn or_default<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// A string, or nothing when it is anything else.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::String(text) => Some(text),
        _ => None,
    })
}
