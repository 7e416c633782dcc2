//! Both ends in one program: a server whose tool can be called as a task, and a client that calls
//! it, watches it, and fetches the result.
//!
//! `cargo run -p quickstart -- [FILE.csv] [--wire]`

mod bar;
mod server;
mod table;
mod text;

use std::error::Error;
use std::iter;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use datasets::analysis::Report;
use mcp_tasks_runtime::client::Direction;
use mcp_tasks_runtime::serde_json::json;
use mcp_tasks_runtime::{CallTool, Client};

use bar::Bar;
use server::Pace;

/// What is analysed when no file is named.
const DATASET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../datasets/data/penguins.csv");

const PACE: Pace = Pace {
    rest: Duration::from_millis(100),
};

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let causes = iter::successors(Some(&*error as &dyn Error), |&error| error.source());
            let causes: Vec<_> = causes.map(ToString::to_string).collect();
            eprintln!("error: {}", causes.join(": "));
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let (path, wire) = arguments()?;

    // The server, and a client of it that notes what crosses the wire.
    let crossed = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&crossed);
    let client = Client::builder().on_wire(move |direction, message| {
        let mut crossed = noted.lock().unwrap_or_else(PoisonError::into_inner);
        crossed.push((direction, message.to_owned()));
    });
    let client = server::server(PACE)?.connect_with(client).await?;

    // Call now …
    let mut bar = Bar::stderr("analyze_dataset");
    let call = CallTool::new("analyze_dataset")
        .arguments(&json!({ "dataset": path }))
        .task()
        .on_progress(move |progress| bar.set(progress.done(), progress.total()));
    let pending = client.begin_call_tool(call).await?;

    // … fetch later. Meanwhile the task is polled, at the pace that the server suggests.
    let mut seen = Vec::new();
    let result = pending
        .result_with(async |task| seen.push(task.status))
        .await?;
    if result.is_error {
        return Err(result.text().into());
    }
    print!("{}", table::render(&result.structured::<Report>()?));

    if let Some(task) = pending.task_id() {
        let seen: Vec<_> = seen.iter().map(|status| status.as_str()).collect();
        println!(
            "\nTask {task}, polled {} times: {}",
            seen.len(),
            seen.join(", ")
        );
    }
    if wire {
        println!("\nWhat crossed the wire:");
        let crossed = crossed.lock().unwrap_or_else(PoisonError::into_inner);
        for (direction, message) in crossed.iter() {
            println!("{} {message}", arrow(*direction));
        }
    }
    Ok(())
}

/// The file and whether to show the wire.
fn arguments() -> Result<(PathBuf, bool), String> {
    let (mut path, mut wire) = (None, false);
    for argument in std::env::args_os().skip(1) {
        if argument == "--wire" {
            wire = true;
        } else if argument.to_string_lossy().starts_with('-') || path.is_some() {
            return Err("usage: quickstart [FILE.csv] [--wire]\n\n--wire shows the JSON that crossed the wire".to_owned());
        } else {
            path = Some(PathBuf::from(argument));
        }
    }
    let default = || std::fs::canonicalize(DATASET).unwrap_or_else(|_| DATASET.into());
    Ok((path.unwrap_or_else(default), wire))
}

fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::Sent => "→",
        Direction::Received => "←",
    }
}
