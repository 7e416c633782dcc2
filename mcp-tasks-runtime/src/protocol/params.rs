//! Parameters that every dialect's task methods have alike: the id of a task, the cursor of a
//! listing.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::meta::{invalid_params, read};
use crate::task::{ErrorBody, TaskId, TaskKey};

/// The cursor that names a place in a listing.
pub(crate) fn cursor(place: TaskKey) -> String {
    URL_SAFE_NO_PAD.encode(place.as_u128().to_be_bytes())
}

#[derive(Deserialize)]
struct ListParams {
    #[serde(default)]
    cursor: Option<Value>,
}

/// Reads the cursor of any listing, as it stands.
pub(crate) fn read_cursor(params: Option<&RawValue>) -> Result<Option<String>, ErrorBody> {
    let params = params.map(read::<ListParams>).transpose()?;
    match params.and_then(|params| params.cursor) {
        None => Ok(None),
        Some(Value::String(cursor)) => Ok(Some(cursor)),
        Some(_) => Err(invalid_params("`cursor` must be a string")),
    }
}

/// The error for a cursor that no page of the listing gave.
pub(crate) fn foreign_cursor() -> ErrorBody {
    invalid_params("`cursor` is not one of this list")
}

/// Reads the parameters of `tasks/list`: where the page begins.
pub(crate) fn read_list(params: Option<&RawValue>) -> Result<Option<TaskKey>, ErrorBody> {
    let Some(cursor) = read_cursor(params)? else {
        return Ok(None);
    };
    let bytes = URL_SAFE_NO_PAD.decode(&cursor).ok();
    let bytes: Option<[u8; 16]> = bytes.and_then(|bytes| bytes.try_into().ok());
    let bytes = bytes.ok_or_else(foreign_cursor)?;
    Ok(Some(TaskKey::from_u128(u128::from_be_bytes(bytes))))
}

#[derive(Deserialize)]
struct TaskParams {
    #[serde(rename = "taskId", default)]
    task_id: Option<Value>,
}

/// Reads the `taskId` of a request about one task. A link key beside it that names another task
/// is not looked at (N-67).
pub(crate) fn read_task_id(params: Option<&RawValue>) -> Result<TaskId, ErrorBody> {
    let id = params
        .map(read::<TaskParams>)
        .transpose()?
        .and_then(|params| params.task_id);
    match id {
        Some(Value::String(id)) => Ok(TaskId::new(id)),
        _ => Err(invalid_params("`taskId` must be a string")),
    }
}
