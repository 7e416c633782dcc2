//! A server of one tool on standard input and output.
//!
//! `cargo run -p datasets -- DIRECTORY` offers the CSV files below that directory, and without one
//! those that come with this example.

use datasets::{DataDirectory, analyze_dataset};
use mcp_tasks_runtime::{Error, Server};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let directory = std::env::args_os().nth(1);
    let directory =
        directory.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/data").into());
    Server::builder("datasets", env!("CARGO_PKG_VERSION"))
        .state(DataDirectory::new(directory)?)
        .tool::<analyze_dataset>()
        .build()?
        .serve_stdio()
        .await
}
