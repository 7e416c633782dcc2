//! What a server says of all runs.

use std::time::Duration;

/// What a server sets once for all its tools.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Retention of an ended task, when neither client nor tool says.
    pub(crate) keep_alive: Duration,
    /// The longest retention that a client gets.
    pub(crate) max_keep_alive: Duration,
    /// The longest poll interval to suggest, when the tool does not say.
    pub(crate) poll: Duration,
    /// How long one run may take, when the tool does not say.
    pub(crate) timeout: Duration,
    /// How long a cancelled run may go on before it is dropped.
    pub(crate) grace: Duration,
    /// How many tasks may be live at once.
    pub(crate) max_live_tasks: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            keep_alive: Duration::from_secs(5 * 60),
            max_keep_alive: Duration::from_secs(24 * 60 * 60),
            poll: Duration::from_secs(5),
            timeout: Duration::from_secs(24 * 60 * 60),
            grace: Duration::from_secs(5),
            max_live_tasks: 10_000,
        }
    }
}
