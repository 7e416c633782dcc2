//! The reference server: every kind of tool, for tests, benchmarks and conformance.
//!
//! `cargo run --release -p everything -- stdio` serves it on standard input and output, and
//! `… -- http 127.0.0.1:8931` over HTTP, at `/mcp`.

mod options;
mod tools;
mod weather;

use std::error::Error;
use std::process::ExitCode;

use datasets::{DataDirectory, analyze_dataset};
use mcp_tasks_runtime::Server;
use tokio::net::TcpListener;

use options::{Options, Transport};
use tools::{conformance, endings, plain};
use weather::Cities;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("everything: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let options = Options::parse(std::env::args().skip(1))?;
    let server = server()?;
    match options.transport {
        Transport::Stdio => server.serve_stdio().await?,
        Transport::Http(address) => {
            let listener = TcpListener::bind(address).await?;
            eprintln!("listening on http://{}/mcp", listener.local_addr()?);
            server.serve_http_on(listener).await?;
        }
    }
    Ok(())
}

fn server() -> Result<Server, Box<dyn Error>> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../datasets/data");
    let server = Server::builder("everything", env!("CARGO_PKG_VERSION"))
        .instructions("The reference server: its tools show what tools can do.")
        .state(Cities::load()?)
        .state(DataDirectory::new(data)?)
        .tool::<conformance::test_simple_text>()
        .tool::<plain::echo>()
        .tool::<plain::quick_task>()
        .tool::<plain::slow_task>()
        .tool::<plain::required_task>()
        .tool::<plain::big_task>()
        .tool::<plain::get_weather>()
        .tool::<analyze_dataset>()
        .tool::<endings::fail_task>()
        .tool::<endings::error_task>()
        .tool::<endings::panic_task>()
        .tool::<endings::stubborn_task>()
        .tool::<conformance::test_image_content>()
        .tool::<conformance::test_audio_content>()
        .tool::<conformance::test_embedded_resource>()
        .tool::<conformance::test_multiple_content_types>()
        .tool::<conformance::test_error_handling>()
        .tool::<conformance::test_tool_with_progress>()
        .tool::<conformance::json_schema_2020_12_tool>()
        .tool::<conformance::greet>()
        .tool::<conformance::slow_compute>()
        .tool::<conformance::failing_job>()
        .tool::<conformance::protocol_error_job>()
        .build()?;
    Ok(server)
}
