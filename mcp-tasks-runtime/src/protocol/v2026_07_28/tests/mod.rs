//! Messages of 2026-07-28, against samples and against the schemas.

mod errors;
mod input;
mod listen;
mod tasks;

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::protocol::jsonrpc::{self, RequestId};
use crate::protocol::testing::{parse, task};
use crate::task::{Dialect, ErrorBody, Record, Retention};

fn new() -> Record {
    let retention = Retention::FromCreation(Duration::from_secs(3600));
    task(Dialect::V2026_07_28, retention)
}

fn value(message: &impl Serialize) -> Value {
    serde_json::to_value(message).unwrap()
}

fn error(error: &ErrorBody) -> Value {
    parse(&jsonrpc::error(Some(&RequestId::Int(1)), error))
}
