//! The tool: [`analyze_dataset`].

use mcp_tasks_runtime::{Json, State, TaskContext, ToolError, mcp_tool};

use crate::analysis::Report;
use crate::directory::DataDirectory;

/// Between two reports of progress.
const ROWS_PER_STEP: u64 = 1_000;

/// Count the rows of a CSV file and summarise every column.
#[mcp_tool(task, read_only, keep_alive = "1h", poll = "2s", timeout = "1h")]
pub async fn analyze_dataset(
    /// Path of the CSV file, below the data directory.
    dataset: String,
    /// How many rows to read at most; all of them when absent.
    limit: Option<u64>,
    directory: State<DataDirectory>,
    ctx: &TaskContext,
) -> Result<Json<Report>, ToolError> {
    let mut analysis = directory.open(&dataset)?.with_limit(limit);
    while analysis.step(ROWS_PER_STEP)? {
        ctx.progress(analysis.read_bytes(), analysis.total_bytes())
            .await;
    }
    Ok(Json(analysis.finish()))
}
