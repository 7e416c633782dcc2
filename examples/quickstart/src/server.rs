//! The server: one tool, which can be called as a task.

use std::time::Duration;

use datasets::analysis::{Analysis, Report};
use mcp_tasks_runtime::{CatalogError, Json, Server, State, TaskContext, ToolError, mcp_tool};

/// Between two reports of progress.
const ROWS_PER_STEP: u64 = 10;

/// In how many parts a file is watched.
const PARTS: u64 = 20;

/// How long the tool rests after each part. A small file would be done before there is anything to
/// see; a tool of your own would hardly do that.
#[derive(Debug)]
pub(crate) struct Pace {
    pub(crate) rest: Duration,
}

/// Count the rows of a CSV file and summarise every column.
#[mcp_tool(task, read_only, keep_alive = "1h", poll = "500ms")]
async fn analyze_dataset(
    /// Path of the CSV file.
    dataset: String,
    pace: State<Pace>,
    ctx: &TaskContext,
) -> Result<Json<Report>, ToolError> {
    let mut analysis = Analysis::open(&dataset)?;
    let mut part = 0;
    while analysis.step(ROWS_PER_STEP)? {
        let (read, total) = (analysis.read_bytes(), analysis.total_bytes());
        ctx.progress(read, total).await;
        let reached = read * PARTS / total.max(1);
        if reached > part {
            part = reached;
            tokio::time::sleep(pace.rest).await;
        }
    }
    ctx.progress(analysis.total_bytes(), analysis.total_bytes());
    Ok(Json(analysis.finish()))
}

pub(crate) fn server(pace: Pace) -> Result<Server, CatalogError> {
    Server::builder("quickstart", env!("CARGO_PKG_VERSION"))
        .state(pace)
        .tool::<analyze_dataset>()
        .build()
}
