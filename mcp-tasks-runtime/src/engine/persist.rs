//! Operations of a store that is away for a moment: tried again, for a while.

use std::time::Duration;

use crate::store::{BoxFuture, StoreError};

/// How long to wait after the first failure of a store; twice as long after each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const TRIES: u32 = 6;

/// Repeats an operation whose fate a store could not tell, or that it had no way to do just then.
pub(super) async fn persist<'a, T>(
    operation: impl Fn() -> BoxFuture<'a, Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let mut pause = FIRST_PAUSE;
    for _ in 1..TRIES {
        match operation().await {
            Err(error) if may_be_repeated(&error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "task store: trying again"
                );
            }
            other => return other,
        }
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
    operation().await
}

/// Whether the identical operation may succeed later.
pub(super) fn may_be_repeated(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::Unavailable { .. } | StoreError::Indeterminate { .. }
    )
}
