//! What generated code uses besides the public items. No part of the public interface.

pub use schemars;
pub use serde;

/// Runs a sync function where it may block, and gives its value or its panic.
pub async fn run_blocking<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(f).await {
        Ok(value) => value,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // A blocking task that has begun cannot be cancelled; one that has not is cancelled
            // only when the runtime shuts down, and then this future is dropped too.
            Err(_) => std::future::pending().await,
        },
    }
}

/// Removes what a flattened part of the arguments says about itself from the schema of the whole.
pub fn without_description(schema: &mut schemars::Schema) {
    schema.remove("description");
}
