//! The two pipes of a connection: chunks that come in, messages that go out.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};

/// Chunks of bytes from the peer; closed at the end of the stream.
pub(crate) type Incoming = mpsc::Receiver<Vec<u8>>;

/// Messages to the peer, which become bytes without line ends; closing it ends the stream.
pub(crate) type Outgoing<M> = mpsc::Receiver<M>;

/// Comes once everything was written, or writing failed.
pub(crate) type Written = oneshot::Receiver<io::Result<()>>;

/// How many bytes are read at once.
const CHUNK: usize = 64 * 1024;

/// How many chunks may wait to be looked at.
const CHUNKS_WAITING: usize = 4;

/// As many bytes are gathered before they are written, if that many wait.
pub(super) const GATHER: usize = 64 * 1024;

/// Reads a stream to its end; an error ends it too.
pub(crate) fn read_from(mut reader: impl AsyncRead + Send + Unpin + 'static) -> Incoming {
    let (chunks, incoming) = mpsc::channel(CHUNKS_WAITING);
    tokio::spawn(async move {
        let mut buffer = vec![0; CHUNK];
        loop {
            let read = tokio::select! {
                read = reader.read(&mut buffer) => read,
                // Nobody looks any more: let go of the stream.
                () = chunks.closed() => return,
            };
            let Ok(length @ 1..) = read else { return };
            if chunks.send(buffer[..length].to_vec()).await.is_err() {
                return;
            }
        }
    });
    incoming
}

/// Writes messages to a stream, each as a line, until they end, writing fails, or nobody waits
/// for [`Written`] any more: then it lets go of the stream, whatever is left.
pub(crate) fn write_to<M: Into<Vec<u8>> + Send + 'static>(
    writer: impl AsyncWrite + Send + Unpin + 'static,
    outgoing: Outgoing<M>,
) -> Written {
    let (mut done, written) = oneshot::channel();
    tokio::spawn(async move {
        let result = tokio::select! {
            result = write_all(writer, outgoing) => result,
            () = done.closed() => return,
        };
        let _ = done.send(result);
    });
    written
}

/// Whoever waits to send learns from its end that the stream is gone.
async fn write_all<M: Into<Vec<u8>>>(
    mut writer: impl AsyncWrite + Unpin,
    mut outgoing: Outgoing<M>,
) -> io::Result<()> {
    let mut batch = Vec::new();
    while let Some(message) = outgoing.recv().await {
        gather(&mut batch, message, &mut outgoing);
        writer.write_all(&batch).await?;
        writer.flush().await?;
    }
    writer.shutdown().await
}

/// Fills the batch with the message and with those that wait behind it.
pub(super) fn gather<M: Into<Vec<u8>>>(
    batch: &mut Vec<u8>,
    message: M,
    outgoing: &mut Outgoing<M>,
) {
    if batch.capacity() > 4 * GATHER {
        *batch = Vec::new();
    }
    batch.clear();
    let mut next = Some(message);
    while let Some(message) = next {
        batch.extend_from_slice(&message.into());
        batch.push(b'\n');
        next = if batch.len() < GATHER {
            outgoing.try_recv().ok()
        } else {
            None
        };
    }
}
