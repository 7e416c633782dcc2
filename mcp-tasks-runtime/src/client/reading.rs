//! The reading task of a connection: every message from the server goes to where it belongs.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::answering::Desk;
use super::connection::Connection;
use super::observe::Direction;
use crate::protocol::client::{cancelled_request, linked_task, progress};
use crate::protocol::jsonrpc::{Message, RequestId};
use crate::protocol::{draft, notification};
use crate::transport::{Frame, Incoming, LineDecoder, Written};

/// How long to listen to a server that no longer listens itself.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Reads what the server sends, until it ends or `stop` comes.
pub(super) async fn read(
    connection: Arc<Connection>,
    desk: Desk,
    incoming: Incoming,
    written: Written,
    longest: usize,
    stop: CancellationToken,
) {
    // However this ends, nobody is left to wait.
    let _end = LoseOnDrop(&connection);
    let mut reading = Reading {
        connection: &connection,
        desk,
        incoming,
        decoder: LineDecoder::new(longest),
    };
    let write_error = tokio::select! {
        () = stop.cancelled() => return,
        () = reading.until_the_end() => None,
        error = failed(written) => Some(error),
    };
    if let Some(error) = write_error {
        tracing::debug!(%error, "writing to the server failed");
        tokio::select! {
            () = stop.cancelled() => {}
            _ = timeout(LAST_WORDS, reading.until_the_end()) => {}
        }
        connection.lose(Some(error));
    }
}

struct LoseOnDrop<'a>(&'a Connection);

impl Drop for LoseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.lose(None);
    }
}

/// Comes when writing failed; never, when it ended because nothing more was to be written.
async fn failed(written: Written) -> io::Error {
    match written.await {
        Ok(Err(error)) => error,
        _ => std::future::pending().await,
    }
}

struct Reading<'a> {
    connection: &'a Connection,
    desk: Desk,
    incoming: Incoming,
    decoder: LineDecoder,
}

impl Reading<'_> {
    /// Cancel safe: what was received is handled before the next wait.
    async fn until_the_end(&mut self) {
        while let Some(chunk) = self.incoming.recv().await {
            self.decoder.push(&chunk);
            while let Some(frame) = self.decoder.next() {
                handle(self.connection, &self.desk, &frame);
            }
        }
        if let Some(frame) = self.decoder.finish() {
            handle(self.connection, &self.desk, &frame);
        }
    }
}

fn handle(connection: &Connection, desk: &Desk, frame: &Frame<'_>) {
    let Frame::Line(line) = frame else {
        tracing::warn!("a message from the server is too long; it is skipped");
        return;
    };
    let json = String::from_utf8_lossy(line);
    connection.observers.wire(Direction::Received, &json);
    if matches!(json, Cow::Owned(_)) {
        tracing::warn!("a line from the server is no UTF-8; it is skipped");
    } else if json.trim_start().starts_with('[') {
        // Batches exist in one version only (C-27), but there is no harm in one.
        match serde_json::from_str::<Vec<&RawValue>>(&json) {
            Ok(batch) => batch
                .iter()
                .for_each(|one| dispatch(connection, desk, one.get())),
            Err(error) => tracing::warn!(%error, "a line from the server is no message"),
        }
    } else {
        dispatch(connection, desk, &json);
    }
}

fn dispatch(connection: &Connection, desk: &Desk, json: &str) {
    match Message::parse(json) {
        Ok(Message::Response { id, outcome }) => match id {
            RequestId::Int(id) => connection.answered(id, outcome),
            other => tracing::debug!(id = %other, "an answer to no request of this client"),
        },
        Ok(Message::Request { id, method, params }) => desk.take(id, &method, params),
        Ok(Message::Notification { method, params }) => {
            notified(connection, desk, &method, params);
            connection.observers.notification(&method, params);
        }
        Ok(Message::Stray) => tracing::debug!("a response to no request"),
        Err(malformed) => {
            let what = malformed.error.message;
            tracing::warn!(what, "a line from the server is no message; it is skipped");
        }
    }
}

fn notified(connection: &Connection, desk: &Desk, method: &str, params: Option<&RawValue>) {
    match method {
        draft::CREATED => {
            if let Some(task) = linked_task(params) {
                connection.task_created(&task);
            }
        }
        notification::PROGRESS => {
            if let Some((id, progress)) = progress(params) {
                connection.progressed(id, progress);
            }
        }
        notification::CANCELLED => {
            if let Some(id) = cancelled_request(params) {
                desk.withdraw(&id);
            }
        }
        _ => {}
    }
}
