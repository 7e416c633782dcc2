//! How a connection begins: `initialize`, versions, capabilities.

use serde_json::{Value, json};
use tokio::io::split;

use super::fake::{FakeServer, SECOND, connected, shake_hands};
use crate::client::{Client, ClientBuilder, ClientError};
use crate::task::ErrorBody;

/// The parameters of the `initialize` that the client sends.
async fn offer(builder: ClientBuilder) -> Value {
    let (near, mut server) = FakeServer::new();
    let (reader, writer) = split(near);
    let serving = async {
        let initialize = server.expect("initialize").await;
        drop(server);
        initialize["params"].clone()
    };
    tokio::join!(builder.connect(reader, writer), serving).1
}

async fn answer(_: crate::client::ServerRequest) -> Result<Value, ErrorBody> {
    Ok(json!({}))
}

#[tokio::test(start_paused = true)]
async fn n01_the_offer() {
    let params = offer(Client::builder().identity("me", "1.2")).await;
    let expected = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": { "name": "me", "version": "1.2" },
    });
    assert_eq!(params, expected);
}

#[tokio::test(start_paused = true)]
async fn a_handler_declares_its_capability() {
    let all = || {
        Client::builder()
            .on_elicitation(answer)
            .on_sampling(answer)
            .on_roots(answer)
            .on_request("vendor/method", answer)
    };
    let declared = offer(all()).await["capabilities"].clone();
    let expected = json!({ "elicitation": {}, "sampling": {}, "roots": {} });
    assert_eq!(declared, expected);

    let params = offer(all().protocol_version("2024-11-05")).await;
    assert_eq!(params["protocolVersion"], "2024-11-05");
    let older = json!({ "sampling": {}, "roots": {} });
    assert_eq!(params["capabilities"], older, "n09: not in that version");
}

#[tokio::test(start_paused = true)]
async fn n02_what_the_server_says_of_itself() {
    let (client, _server) = connected().await;
    let info = client.server_info();
    assert_eq!(
        (&*info.name, info.title.as_deref(), &*info.version),
        ("fake", Some("A fake"), "7")
    );
    assert_eq!(client.protocol_version(), "2025-06-18");
    assert_eq!(client.instructions(), Some("Be kind."));
    assert!(client.capabilities().unwrap().get().contains("tasks"));
}

#[tokio::test(start_paused = true)]
async fn n08_older_versions_are_accepted_and_others_end_the_connection() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18"] {
        let (client, _server) = shake_hands(Client::builder(), version).await;
        assert_eq!(client.unwrap().protocol_version(), version);
    }
    for version in ["2025-11-25", "1.0.0", ""] {
        let (client, mut server) = shake_hands(Client::builder(), version).await;
        let error = client.unwrap_err();
        assert!(
            matches!(&error, ClientError::Version { offered: "2025-06-18", got } if got == version),
            "{error}"
        );
        assert_eq!(server.receive().await, None, "disconnected");
    }
}

#[tokio::test(start_paused = true)]
async fn n06_a_version_that_is_not_spoken_is_not_offered() {
    let (near, mut server) = FakeServer::new();
    let (reader, writer) = split(near);
    let builder = Client::builder().protocol_version("2099-01-01");
    let error = builder.connect(reader, writer).await.unwrap_err();
    assert!(matches!(error, ClientError::UnknownVersion { .. }));
    assert_eq!(server.receive().await, None);
}

#[tokio::test(start_paused = true)]
async fn n01_a_handshake_that_takes_too_long_is_not_cancelled() {
    let (near, mut server) = FakeServer::new();
    let (reader, writer) = split(near);
    let builder = Client::builder().request_timeout(SECOND);
    let error = builder.connect(reader, writer).await.unwrap_err();
    assert!(matches!(error, ClientError::Timeout { after: SECOND }));
    server.expect("initialize").await;
    assert_eq!(server.receive().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_handshake_that_is_refused() {
    let (near, mut server) = FakeServer::new();
    let (reader, writer) = split(near);
    let serving = async {
        let initialize = server.expect("initialize").await;
        server.refuse(&initialize, -32602, "not you").await;
    };
    let (client, ()) = tokio::join!(Client::connect(reader, writer), serving);
    assert_eq!(client.unwrap_err().code(), Some(-32602));
}
