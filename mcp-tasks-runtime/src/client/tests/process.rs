//! Servers as child processes. These run on the real clock, as the processes do.

use std::time::{Duration, Instant};

use tokio::process::Command;

use crate::client::{Client, ClientBuilder, ClientError};

/// A server that answers the handshake and a ping, and does as told before and afterwards.
fn server(beforehand: &str, afterwards: &str) -> Command {
    let script = format!(
        r#"{beforehand}
        read -r line
        echo '{{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":"2025-06-18","capabilities":{{}}}}}}'
        read -r line
        read -r line
        echo '{{"jsonrpc":"2.0","id":2,"result":{{}}}}'
        {afterwards}"#
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script]);
    command
}

fn hasty() -> ClientBuilder {
    Client::builder().close_grace(Duration::from_millis(100))
}

fn patient() -> ClientBuilder {
    Client::builder().close_grace(Duration::from_secs(60))
}

async fn spawned(builder: ClientBuilder, beforehand: &str, afterwards: &str) -> Client {
    let client = builder.spawn(server(beforehand, afterwards)).await.unwrap();
    client.ping().await.unwrap();
    client
}

#[tokio::test]
async fn n92_a_server_that_exits_when_its_input_ends() {
    let client = spawned(patient(), "", "cat; exit 7").await;
    let status = client.close().await.unwrap().unwrap();
    assert_eq!(status.code(), Some(7));
    assert_eq!(client.close().await.unwrap(), None);
    let error = client.ping().await.unwrap_err();
    assert!(matches!(error, ClientError::Disconnected { .. }), "{error}");
}

#[tokio::test]
async fn n92_a_server_that_has_to_be_asked() {
    use std::os::unix::process::ExitStatusExt as _;

    let client = spawned(hasty(), "", "exec sleep 60").await;
    let status = client.close().await.unwrap().unwrap();
    assert_eq!(status.signal(), Some(15));
}

#[tokio::test]
async fn n92_a_server_that_has_to_be_killed() {
    use std::os::unix::process::ExitStatusExt as _;

    let client = spawned(hasty(), "trap '' TERM", "while :; do sleep 0.05; done").await;
    let started = Instant::now();
    let status = client.close().await.unwrap().unwrap();
    assert_eq!(status.signal(), Some(9));
    assert!(started.elapsed() >= Duration::from_millis(200));
}

#[tokio::test]
async fn a_server_that_exits_by_itself() {
    let client = spawned(patient(), "", "read -r line; exit 3").await;
    let error = client.ping().await.unwrap_err();
    assert!(matches!(error, ClientError::Disconnected { .. }), "{error}");
    let status = client.close().await.unwrap().unwrap();
    assert_eq!(status.code(), Some(3));
}

#[tokio::test]
async fn a_server_dies_with_its_client() {
    // The file is the process's for as long as it lives.
    let (reader, writer) = std::io::pipe().unwrap();
    let mut command = server("", "exec sleep 60");
    command.stderr(writer);
    let client = Client::builder().spawn(command).await.unwrap();
    drop(client);
    let ended = tokio::task::spawn_blocking(move || std::io::read_to_string(reader));
    assert_eq!(ended.await.unwrap().unwrap(), "");
}

#[tokio::test]
async fn a_server_that_is_not_there() {
    let error = Client::spawn(Command::new("/no/such/server")).await;
    let error = error.unwrap_err();
    assert!(matches!(error, ClientError::Process { .. }), "{error}");
    assert!(std::error::Error::source(&error).is_some());
}

#[tokio::test]
async fn a_server_that_is_none() {
    let error = Client::spawn(Command::new("true")).await.unwrap_err();
    assert!(matches!(error, ClientError::Disconnected { .. }), "{error}");
}
