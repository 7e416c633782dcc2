//! Tools that do something and return.

use std::time::Duration;

use mcp_tasks_runtime::{Progress, State, TaskContext, ToolError, mcp_tool};

use crate::weather::Cities;

/// Return the message.
#[mcp_tool(read_only, idempotent)]
pub(crate) async fn echo(
    /// What to return.
    message: String,
) -> String {
    message
}

/// Return the message, at once, as a task if you like.
#[mcp_tool(task, read_only, idempotent)]
pub(crate) async fn quick_task(
    /// What to return.
    message: String,
) -> String {
    message
}

/// Return the message, always as a task where the client knows tasks.
#[mcp_tool(task = "required", read_only, idempotent)]
pub(crate) async fn required_task(
    /// What to return.
    message: String,
) -> String {
    message
}

/// Sleep, telling how far it is at every step.
#[mcp_tool(task, read_only, poll = "1s")]
pub(crate) async fn slow_task(
    /// How long to sleep in all, in seconds.
    seconds: f64,
    /// In how many steps.
    steps: u32,
    ctx: &TaskContext,
) -> Result<String, ToolError> {
    let steps = steps.max(1);
    let whole = Duration::try_from_secs_f64(seconds)?;
    for step in 1..=steps {
        tokio::select! {
            () = tokio::time::sleep(whole / steps) => {}
            () = ctx.cancelled() => return Err(ToolError::new("cancelled")),
        }
        let message = format!("step {step} of {steps}");
        ctx.status(&message);
        ctx.report(Progress::new(step).of(steps).with_message(message))
            .await;
    }
    Ok(format!("slept {seconds} s in {steps} steps"))
}

/// Return a text of that size.
#[mcp_tool(task, read_only)]
pub(crate) async fn big_task(
    /// Its length in bytes.
    bytes: u32,
) -> Result<String, ToolError> {
    /// What the server is ready to hold for one call.
    const MOST: u32 = 256 * 1024 * 1024;
    if bytes > MOST {
        return Err(ToolError::new(format!("at most {MOST} bytes")));
    }
    Ok("x".repeat(usize::try_from(bytes)?))
}

/// Tell the weather of a city. The figures are samples, not measurements.
#[mcp_tool(task, read_only)]
pub(crate) async fn get_weather(
    /// The city's name.
    city: String,
    cities: State<Cities>,
) -> Result<String, ToolError> {
    Ok(cities.weather(&city)?.to_string())
}
