//! The process's standard input and output.
//!
//! Both are served by threads of their own and not by Tokio's blocking pool: a runtime waits for
//! its pool when it is dropped, and a read of standard input may never return. Neither holds the
//! lock that `std` has on them: a tool that prints does what it should not, but must not wait for
//! ever.

use std::fs::File;
use std::io::{self, Read, Write};
use std::thread;

use tokio::sync::{mpsc, oneshot};

use super::pipes::{Incoming, Outgoing, Written, gather};

/// How many bytes are read at once.
const CHUNK: usize = 64 * 1024;

/// How many chunks may wait to be looked at.
const CHUNKS_WAITING: usize = 4;

/// Connects standard input and output.
///
/// # Errors
///
/// When a thread cannot be started.
pub(crate) fn stdio<M: Into<Vec<u8>> + Send + 'static>(
    outgoing: Outgoing<M>,
) -> io::Result<(Incoming, Written)> {
    let (chunks, incoming) = mpsc::channel(CHUNKS_WAITING);
    let (done, written) = oneshot::channel();
    let (stdin, stdout) = streams()?;
    thread::Builder::new()
        .name("mcp-stdin".to_owned())
        .spawn(move || read(stdin, &chunks))?;
    thread::Builder::new()
        .name("mcp-stdout".to_owned())
        .spawn(move || {
            let _ = done.send(write(stdout, outgoing));
        })?;
    Ok((incoming, written))
}

/// Standard input and output, without `std`'s buffers and locks.
fn streams() -> io::Result<(File, File)> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        let stdin = io::stdin().as_fd().try_clone_to_owned()?;
        let stdout = io::stdout().as_fd().try_clone_to_owned()?;
        Ok((stdin.into(), stdout.into()))
    }
    #[cfg(windows)]
    {
        use std::os::windows::io::AsHandle as _;
        let stdin = io::stdin().as_handle().try_clone_to_owned()?;
        let stdout = io::stdout().as_handle().try_clone_to_owned()?;
        Ok((stdin.into(), stdout.into()))
    }
}

fn read(mut stdin: impl Read, chunks: &mpsc::Sender<Vec<u8>>) {
    let mut buffer = vec![0; CHUNK];
    loop {
        match stdin.read(&mut buffer) {
            Ok(length @ 1..) => {
                if chunks.blocking_send(buffer[..length].to_vec()).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(_) => return,
            Err(error) => {
                tracing::warn!(%error, "standard input cannot be read");
                return;
            }
        }
    }
}

fn write<M: Into<Vec<u8>>>(mut stdout: impl Write, mut outgoing: Outgoing<M>) -> io::Result<()> {
    let mut batch = Vec::new();
    while let Some(message) = outgoing.blocking_recv() {
        gather(&mut batch, message, &mut outgoing);
        stdout.write_all(&batch)?;
        stdout.flush()?;
    }
    Ok(())
}
