//! One stream of lines from its first byte to its last: read, drain, end.

use std::sync::{Arc, Weak};
use std::time::Duration;
use std::{io, process, thread};

use tokio::io::{AsyncRead, AsyncWrite};

use super::lines::{Frame, LineDecoder};
use super::pipes::{Incoming, Written, read_from, write_to};
use super::signals::Signals;
use super::stdio::stdio;
use crate::engine::holds_a_thread;
use crate::server::{Error, Identity, Outlet, Server, Session};
use crate::task::Owner;

/// What ends with the connection.
pub(super) enum Ending {
    /// Only the connection: its tasks go on.
    Connection,
    /// The process, also when it is told to stop: its tasks are cancelled.
    Process(Signals),
}

impl Ending {
    fn is_process(&self) -> bool {
        matches!(self, Self::Process(_))
    }

    /// Comes when the process is told to stop.
    async fn told_to_stop(&mut self) {
        match self {
            Self::Connection => std::future::pending().await,
            Self::Process(signals) => signals.recv().await,
        }
    }
}

/// How long the last answers may take to be written once nothing runs any more.
const LAST_WRITES: Duration = Duration::from_secs(2);

/// What the tasks of a process that ends are told.
const SHUTTING_DOWN: &str = "the server is shutting down";

/// How many messages may wait to be written before senders wait.
const OUTGOING: usize = 128;

impl Server {
    /// Serves the client at the other end of standard input and output, until standard input
    /// ends or the process gets SIGTERM or an interrupt.
    ///
    /// Calls in flight are then answered, within the drain time of the builder or until a signal
    /// comes; what still runs after that is cancelled, and answered so.
    ///
    /// A tool that then holds a thread of the runtime, computing or blocking without an `await`,
    /// would keep the runtime from being dropped, and the process from ending. If one still does
    /// so two seconds after this has returned, the process is ended with status 0. Where tools hold
    /// every thread of the runtime, nothing else of it runs, and not even a signal is seen.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] when standard input or output cannot be served, or writing fails for another
    /// reason than that the client has gone.
    pub async fn serve_stdio(self) -> Result<(), Error> {
        let (out, outgoing) = Outlet::new(OUTGOING);
        let (incoming, written) = stdio(outgoing)?;
        let ending = Ending::Process(Signals::new()?);
        let served = serve(&self, incoming, out, written, ending).await;
        let_process_end()?;
        served
    }

    /// Serves the client at the other end of a pair of byte streams, until it ends its stream.
    ///
    /// Calls in flight are then answered, within the drain time of the builder. Tasks that still
    /// run after it go on, and can be polled on a further connection (D-48).
    ///
    /// All connections that are served so are the process's own user's, and see the same tasks.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] when writing fails for another reason than that the client has gone.
    pub async fn serve<R, W>(&self, reader: R, writer: W) -> Result<(), Error>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let (out, outgoing) = Outlet::new(OUTGOING);
        let written = write_to(writer, outgoing);
        let incoming = read_from(reader);
        serve(self, incoming, out, written, Ending::Connection).await
    }
}

/// Serves a connection, and ends what ends with it.
async fn serve(
    server: &Server,
    incoming: Incoming,
    out: Outlet,
    written: Written,
    mut ending: Ending,
) -> Result<(), Error> {
    let served = converse(server, incoming, out, written, &mut ending).await;
    if ending.is_process() {
        // What no request waits for: its record says why it goes no further.
        let cancelled = server.core.engine.cancel_all(SHUTTING_DOWN);
        let _ = tokio::time::timeout(LAST_WRITES, cancelled).await;
    }
    served
}

/// Handles all messages of a connection.
///
/// Everything that may still answer holds a way out: `written` comes when the last of them is
/// gone.
async fn converse(
    server: &Server,
    incoming: Incoming,
    out: Outlet,
    mut written: Written,
    ending: &mut Ending,
) -> Result<(), Error> {
    let core = Arc::clone(&server.core);
    let drain = core.settings.drain;
    let decoder = LineDecoder::new(core.settings.longest_message);
    let session = Arc::new(Session::new(core, Identity::known(Owner::local())));
    session.open_stream(out.clone()).await;
    let unwritable = tokio::select! {
        () = read(&session, &out, incoming, decoder) => None,
        () = ending.told_to_stop() => None,
        // There is nobody to answer.
        result = &mut written => Some(result),
    };
    session.close();
    session.routes.close_stream();
    drop(out);
    let rest = Arc::downgrade(&session);
    drop(session);
    if let Some(result) = unwritable {
        end_calls(&rest, ending.is_process()).await;
        return finished(result);
    }
    tokio::select! {
        result = &mut written => return finished(result),
        () = tokio::time::sleep(drain) => {}
        () = ending.told_to_stop() => {}
    }
    end_calls(&rest, ending.is_process()).await;
    match tokio::time::timeout(LAST_WRITES, written).await {
        Ok(result) => finished(result),
        Err(_) => Ok(()),
    }
}

/// How long a tool may hold a thread of a runtime that is to be dropped.
const HELD: Duration = Duration::from_secs(2);

/// Sees to it that no tool keeps the process from ending.
fn let_process_end() -> io::Result<()> {
    if !holds_a_thread() {
        return Ok(());
    }
    let end = || {
        thread::sleep(HELD);
        if holds_a_thread() {
            tracing::error!("a tool holds a thread of the runtime; the process is ended");
            process::exit(0);
        }
    };
    thread::Builder::new()
        .name("mcp-exit".to_owned())
        .spawn(end)?;
    Ok(())
}

/// Cancels what is still in flight.
async fn end_calls(session: &Weak<Session>, with_tasks: bool) {
    if let Some(session) = session.upgrade() {
        session.cancel_calls(SHUTTING_DOWN, with_tasks).await;
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
async fn read(
    session: &Arc<Session>,
    out: &Outlet,
    mut incoming: Incoming,
    mut decoder: LineDecoder,
) {
    while let Some(chunk) = incoming.recv().await {
        decoder.push(&chunk);
        while let Some(frame) = decoder.next() {
            handle(session, out, frame).await;
        }
    }
    if let Some(frame) = decoder.finish() {
        handle(session, out, frame).await;
    }
}

async fn handle(session: &Arc<Session>, out: &Outlet, frame: Frame<'_>) {
    match frame {
        Frame::Line(line) => session.receive(line, out).await,
        Frame::TooLong => session.refuse_length(out).await,
    }
}
