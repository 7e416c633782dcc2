//! Client and server in one program, each at one end of a pipe in memory.

use crate::client::{Client, ClientBuilder, ClientError};
use crate::server::Server;

/// How many bytes may be on their way in each direction.
const PIPE: usize = 64 * 1024;

impl Server {
    /// Serves a client in this program, and gives the client.
    ///
    /// The server's side ends with the client; tasks that run go on.
    ///
    /// # Errors
    ///
    /// As [`ClientBuilder::connect`].
    pub async fn connect(&self) -> Result<Client, ClientError> {
        self.connect_with(Client::builder()).await
    }

    /// [`connect`](Self::connect), with a client of these options.
    ///
    /// # Errors
    ///
    /// As [`ClientBuilder::connect`].
    pub async fn connect_with(&self, client: ClientBuilder) -> Result<Client, ClientError> {
        let (ours, theirs) = tokio::io::duplex(PIPE);
        let (read, write) = tokio::io::split(theirs);
        let server = self.clone();
        tokio::spawn(async move {
            if let Err(error) = server.serve(read, write).await {
                tracing::debug!(%error, "the connection in memory has failed");
            }
        });
        let (read, write) = tokio::io::split(ours);
        client.connect(read, write).await
    }
}
