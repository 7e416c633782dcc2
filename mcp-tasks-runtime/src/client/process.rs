//! A server as a child process.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Mutex;
use tokio::time::timeout;

/// A child process that speaks on its standard input and output. Killed when it is dropped.
#[derive(Debug)]
pub(super) struct Process {
    /// Until it was seen to exit.
    child: Mutex<Option<Child>>,
}

impl Process {
    pub(super) fn spawn(mut command: Command) -> io::Result<(Self, ChildStdout, ChildStdin)> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let pipes = child.stdout.take().zip(child.stdin.take());
        let (stdout, stdin) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let child = Mutex::new(Some(child));
        Ok((Self { child }, stdout, stdin))
    }

    /// Waits for the process to exit, whose standard input was closed; asks it to after a grace,
    /// and kills it after another (N-92). `None` when it was seen to exit before.
    pub(super) async fn shut_down(&self, grace: Duration) -> io::Result<Option<ExitStatus>> {
        let mut slot = self.child.lock().await;
        let Some(child) = slot.as_mut() else {
            return Ok(None);
        };
        let status = match timeout(grace, child.wait()).await {
            Ok(status) => status?,
            Err(_) => {
                terminate(child).await;
                match timeout(grace, child.wait()).await {
                    Ok(status) => status?,
                    Err(_) => {
                        child.start_kill()?;
                        child.wait().await?
                    }
                }
            }
        };
        *slot = None;
        Ok(Some(status))
    }
}

/// Sends SIGTERM. Neither the standard library nor Tokio can, and a system call would need unsafe
/// code; every Unix has the program. Where it fails, the process is killed a little later.
#[cfg(unix)]
async fn terminate(child: &Child) {
    let Some(pid) = child.id() else { return };
    let kill = Command::new("kill")
        .args(["-s", "TERM", &pid.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if let Err(error) = kill.await {
        tracing::debug!(%error, "the server's process could not be sent SIGTERM");
    }
}

#[cfg(not(unix))]
async fn terminate(_child: &Child) {}
