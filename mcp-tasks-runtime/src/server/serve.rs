//! One connection from its first byte to its last: read, drain, end.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::mpsc;

use super::connection::Connection;
use super::{Core, Error};
use crate::task::Owner;
use crate::transport::{Frame, Incoming, LineDecoder, Written};

/// A signal to stop serving.
pub(super) type Stop = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What ends with the connection.
pub(super) enum Ending {
    /// Only the connection: its tasks go on.
    Connection,
    /// The process, also when it is told to stop: its tasks are cancelled.
    Process(Stop),
}

/// How long the last answers may take to be written once nothing runs any more.
const LAST_WRITES: Duration = Duration::from_secs(2);

/// What the tasks of a process that ends are told.
const SHUTTING_DOWN: &str = "the server is shutting down";

/// Serves a connection.
///
/// Everything that may still answer holds the connection, and with it the sending half of `out`:
/// `written` comes when the last of them is gone.
pub(super) async fn serve(
    core: Arc<Core>,
    owner: Owner,
    incoming: Incoming,
    out: mpsc::Sender<Vec<u8>>,
    mut written: Written,
    ending: Ending,
) -> Result<(), Error> {
    let drain = core.settings.drain;
    let decoder = LineDecoder::new(core.settings.longest_message);
    let (ends_process, stop) = match ending {
        Ending::Connection => (false, Box::pin(std::future::pending()) as Stop),
        Ending::Process(stop) => (true, stop),
    };
    let connection = Arc::new(Connection::new(core, owner, out));
    let unwritable = tokio::select! {
        () = read(&connection, incoming, decoder) => None,
        () = stop => None,
        // There is nobody to answer.
        result = &mut written => Some(result),
    };
    connection.close();
    let rest = Arc::downgrade(&connection);
    drop(connection);
    if let Some(result) = unwritable {
        end_calls(&rest, ends_process).await;
        return finished(result);
    }
    tokio::select! {
        result = &mut written => return finished(result),
        () = tokio::time::sleep(drain) => {}
    }
    end_calls(&rest, ends_process).await;
    match tokio::time::timeout(LAST_WRITES, written).await {
        Ok(result) => finished(result),
        Err(_) => Ok(()),
    }
}

/// Cancels what is still in flight.
async fn end_calls(connection: &Weak<Connection>, with_tasks: bool) {
    if let Some(connection) = connection.upgrade() {
        connection.cancel_calls(SHUTTING_DOWN, with_tasks).await;
    }
}

/// A client that has gone is no fault; a stream that fails otherwise is.
fn finished(
    written: Result<io::Result<()>, tokio::sync::oneshot::error::RecvError>,
) -> Result<(), Error> {
    match written {
        Ok(Err(error)) if !has_gone(&error) => Err(error.into()),
        Ok(_) | Err(_) => Ok(()),
    }
}

fn has_gone(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::BrokenPipe
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::NotConnected
    )
}

/// Handles message after message until the stream ends.
async fn read(connection: &Arc<Connection>, mut incoming: Incoming, mut decoder: LineDecoder) {
    while let Some(chunk) = incoming.recv().await {
        decoder.push(&chunk);
        while let Some(frame) = decoder.next() {
            handle(connection, frame).await;
        }
    }
    if let Some(frame) = decoder.finish() {
        handle(connection, frame).await;
    }
}

async fn handle(connection: &Arc<Connection>, frame: Frame<'_>) {
    match frame {
        Frame::Line(line) => connection.receive(line).await,
        Frame::TooLong => connection.refuse_length().await,
    }
}

/// Comes when the process is told to stop.
pub(super) fn stop_signal() -> io::Result<Stop> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        Ok(Box::pin(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        }))
    }
    #[cfg(not(unix))]
    Ok(Box::pin(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }))
}
