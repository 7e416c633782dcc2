//! The reference server: every kind of tool, for tests, benchmarks and conformance.
//!
//! `cargo run --release -p everything -- stdio` serves it on standard input and output, and
//! `… -- http 127.0.0.1:8931` over HTTP, at `/mcp`.

mod forms;
mod options;
mod prompts;
mod resources;
mod tools;
mod weather;

use std::error::Error;
use std::process::ExitCode;

use datasets::{DataDirectory, analyze_dataset};
use mcp_tasks_runtime::Server;
use tokio::net::TcpListener;

use options::{Options, Transport};
use tools::{asking, conformance, endings, plain, rounds, session, stateless};
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
    let builder = Server::builder("everything", env!("CARGO_PKG_VERSION"))
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
        .tool::<asking::ask_task>()
        .tool::<asking::ask_twice>()
        .tool::<asking::sample_task>()
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
        .tool::<asking::confirm_delete>()
        .tool::<asking::multi_input>()
        .tool::<asking::TestToolWithTask>()
        .tool::<session::test_tool_with_logging>()
        .tool::<session::test_sampling>()
        .tool::<session::test_elicitation>()
        .tool::<session::test_elicitation_sep1034_defaults>()
        .tool::<session::test_elicitation_sep1330_enums>()
        .tool::<session::test_reconnection>()
        .tool::<stateless::test_missing_capability>()
        .tool::<stateless::test_streaming_elicitation>()
        .tool::<stateless::test_logging_tool>()
        .tool::<stateless::test_custom_header>()
        .tool::<stateless::test_trigger_tool_change>()
        .tool::<stateless::test_trigger_prompt_change>()
        .tool::<stateless::test_trigger_resource_update>()
        .tool::<rounds::test_input_required_result_elicitation>()
        .tool::<rounds::test_input_required_result_sampling>()
        .tool::<rounds::test_input_required_result_list_roots>()
        .tool::<rounds::test_input_required_result_request_state>()
        .tool::<rounds::test_input_required_result_tampered_state>()
        .tool::<rounds::test_input_required_result_multiple_inputs>()
        .tool::<rounds::test_input_required_result_multi_round>()
        .tool::<rounds::test_input_required_result_capabilities>();
    Ok(resources::add(prompts::add(builder)).build()?)
}
