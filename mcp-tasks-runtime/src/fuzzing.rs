//! What a fuzzer is to be let loose on inside this crate: each function takes any bytes, and panics
//! when something does not hold of them. Not for programs; the fuzzer and a test call it.

use std::time::Duration;

use serde_json::value::RawValue;

use crate::protocol::jsonrpc::{self, INVALID_PARAMS, Message, RequestId};
use crate::protocol::tools::Call;
use crate::protocol::v2026_07_28::input::{Repeated, Update};
use crate::protocol::v2026_07_28::listen::Filter;
use crate::protocol::v2026_07_28::meta::{Keys, RequestMeta};
use crate::protocol::v2026_07_28::state::{Bound, StateKey};
use crate::protocol::v2026_07_28::{annotations, headers};
use crate::protocol::{draft, lifecycle, meta, params, v2025_11_25};
use crate::task::{ErrorBody, Owner, Timestamp};
use crate::transport::lines::{Frame, LineDecoder};

/// Framing: lines are the same however the stream is cut, and none is longer than allowed. The
/// first byte is the limit, the second the size of the pieces.
pub fn framing(data: &[u8]) {
    let Some(([longest, piece], stream)) = data.split_first_chunk() else {
        return;
    };
    let longest = usize::from(*longest);
    let pieces = frames(longest, stream.chunks(usize::from(*piece).max(1)));
    assert_eq!(pieces, frames(longest, std::iter::once(stream)));
    for line in pieces.into_iter().flatten() {
        assert!(line.len() <= longest, "a line of {} bytes", line.len());
        assert!(!line.contains(&b'\n') && !line.trim_ascii().is_empty());
    }
}

/// The frames of a stream; a line that is too long as `None`.
fn frames<'a>(longest: usize, pieces: impl Iterator<Item = &'a [u8]>) -> Vec<Option<Vec<u8>>> {
    let own = |frame: Frame<'_>| match frame {
        Frame::Line(line) => Some(line.to_vec()),
        Frame::TooLong => None,
    };
    let mut decoder = LineDecoder::new(longest);
    let mut all = Vec::new();
    for piece in pieces {
        decoder.push(piece);
        while let Some(frame) = decoder.next() {
            all.push(own(frame));
        }
    }
    all.extend(decoder.finish().map(own));
    all
}

/// The envelope: a message and an id read the same when they are written again, and a refusal is
/// an error that can be sent.
pub fn envelope(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(raw) = serde_json::from_str::<&RawValue>(text)
        && let Some(id) = RequestId::from_raw(raw)
    {
        let again = serde_json::value::to_raw_value(&id);
        let again = again.unwrap_or_else(|error| panic!("an id does not serialise: {error}"));
        assert_eq!(RequestId::from_raw(&again), Some(id));
    }
    let written = match Message::parse(text) {
        Ok(Message::Request { id, method, params }) => {
            let written = jsonrpc::request(&id, &method, params.as_ref());
            let again = reread(&written);
            let Ok(Message::Request {
                id: same_id,
                method: same_method,
                params: same_params,
            }) = Message::parse(&again)
            else {
                panic!("no request any more: {again}");
            };
            assert_eq!((same_id, same_method), (id, method));
            assert_eq!(same_params.is_some(), params.is_some());
            return;
        }
        Ok(Message::Notification { method, params }) => {
            jsonrpc::notification(&method, params.as_ref())
        }
        Ok(Message::Response { id, outcome }) => match outcome {
            Ok(result) => jsonrpc::result(&id, &result),
            Err(error) => jsonrpc::error(Some(&id), &error),
        },
        Ok(Message::Stray) => return,
        Err(malformed) => jsonrpc::error(malformed.id.as_ref(), &malformed.error),
    };
    let again = reread(&written);
    assert!(Message::parse(&again).is_ok(), "unreadable: {again}");
}

/// A message that was written, as text without its line end.
fn reread(written: &[u8]) -> String {
    let text = String::from_utf8(written.to_vec());
    let text = text.unwrap_or_else(|error| panic!("written in no UTF-8: {error}"));
    let text = text.trim_end_matches('\n');
    assert!(!text.contains('\n'), "two lines: {text}");
    text.to_owned()
}

/// What reads the parameters of requests, and the members within them, as one dialect has them.
type Read = fn(&RawValue) -> Result<(), ErrorBody>;

/// Lets each reader see the whole, and every member of it.
fn each(data: &[u8], readers: &[Read]) {
    let Ok(whole) = serde_json::from_slice::<Box<RawValue>>(data) else {
        return;
    };
    let members =
        serde_json::from_str::<std::collections::BTreeMap<String, Box<RawValue>>>(whole.get())
            .unwrap_or_default();
    for raw in std::iter::once(&whole).chain(members.values()) {
        for read in readers {
            if let Err(error) = read(raw) {
                assert_eq!(error.code, INVALID_PARAMS, "{}", error.message);
                assert!(!error.message.contains(" at line "), "{}", error.message);
            }
        }
    }
}

/// The draft dialect: the wish for a task, task ids, cursors.
pub fn draft(data: &[u8]) {
    each(
        data,
        &[
            |raw| {
                let wish = draft::Wish::read(raw)?;
                assert!(!wish.id.as_str().is_empty());
                Ok(())
            },
            |raw| params::read_task_id(Some(raw)).map(drop),
            |raw| {
                if let Some(place) = params::read_list(Some(raw))? {
                    let again = format!("{{\"cursor\":\"{}\"}}", params::cursor(place));
                    let again = RawValue::from_string(again)
                        .unwrap_or_else(|error| panic!("a cursor: {error}"));
                    assert_eq!(params::read_list(Some(&again)).ok().flatten(), Some(place));
                }
                Ok(())
            },
            |raw| meta::RequestMeta::of_params(Some(raw)).map(drop),
        ],
    );
}

/// The dialect of 2025-11-25: the handshake, calls of tools, the wish for a task.
pub fn november(data: &[u8]) {
    each(
        data,
        &[
            |raw| lifecycle::read_initialize(Some(raw)).map(drop),
            |raw| {
                let call = Call::read(Some(raw))?;
                assert!(call.arguments.is_none_or(|raw| raw.get().starts_with('{')));
                call.task.map(v2025_11_25::Wish::read).transpose().map(drop)
            },
            |raw| {
                let wish = v2025_11_25::Wish::read(raw)?;
                // The greatest whole number that every reader of JSON keeps exact, or what was
                // written as an integer.
                assert!(
                    wish.ttl
                        .is_none_or(|ttl| ttl <= Duration::from_millis(u64::MAX))
                );
                Ok(())
            },
            |raw| params::read_cursor(Some(raw)).map(drop),
        ],
    );
}

/// The dialect of 2026-07-28: its `_meta`, repeated calls, answers, subscriptions, headers, and
/// states that come back.
pub fn july(data: &[u8]) {
    each(
        data,
        &[
            |raw| RequestMeta::read(&Keys::of_params(Some(raw))).map(drop),
            |raw| Update::read(Some(raw)).map(drop),
            |raw| Filter::read(Some(raw)).map(drop),
            |raw| Repeated::read(Call::read(Some(raw))?.retry).map(drop),
            |raw| {
                if let Ok(schema) = serde_json::from_str(raw.get()) {
                    let _ = annotations::collect(&schema);
                }
                Ok(())
            },
        ],
    );
    if let Ok(text) = std::str::from_utf8(data) {
        let encoded = headers::encode(text);
        assert!(encoded.bytes().all(|byte| matches!(byte, b' '..=b'~')));
        assert_eq!(headers::decode(&encoded).ok().as_deref(), Some(text));
        let _ = headers::decode(text);
        foreign_state(text);
    }
}

/// No text is a state that was sealed, and one that was is not what another opens.
fn foreign_state(text: &str) {
    let (key, owner) = (StateKey::from_secret(b"fuzz"), Owner::local());
    let bound = Bound {
        owner: &owner,
        method: "tools/call",
        name: "tool",
        arguments: &serde_json::Value::Null,
    };
    let now = Timestamp(1);
    assert!(key.open(&bound, now, text).is_err(), "a forged state");
    let sealed = key.seal(&bound, Timestamp(2), text.as_bytes());
    assert_eq!(
        key.open(&bound, now, &sealed).ok().as_deref(),
        Some(text.as_bytes())
    );
    let other = Bound {
        name: "other",
        ..bound
    };
    assert!(key.open(&other, now, &sealed).is_err(), "for another tool");
}
