//! The requests about tasks, and following a task to its end.

use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, sleep, timeout_at};

use super::error::ClientError;
use super::handle::Client;
use super::requests::Pages;
use crate::protocol::Method;
use crate::protocol::client::{CallToolResult, Cursor, FromCursor, OfTask, Task, TaskPage};
use crate::task::{Status, TaskId};

/// The shortest time between two looks at a task, whatever its server says.
const LEAST_INTERVAL: Duration = Duration::from_millis(10);

impl Client {
    /// The state of a task.
    ///
    /// # Errors
    ///
    /// [`ClientError::Rpc`] with code −32602 when the server has no such task, or no more.
    pub async fn get_task(&self, id: &TaskId) -> Result<Task, ClientError> {
        self.ask(Method::TasksGet, Some(&OfTask::new(id))).await
    }

    /// The result of a completed task of a tool's call. Can be asked for again as long as the
    /// task is kept (D-24).
    ///
    /// # Errors
    ///
    /// [`ClientError::Rpc`] with code −32602 when the task is not completed (D-23).
    pub async fn task_result(&self, id: &TaskId) -> Result<CallToolResult, ClientError> {
        self.ask(Method::TasksResult, Some(&OfTask::new(id))).await
    }

    /// All tasks that the server shows to this client, from all pages.
    ///
    /// # Errors
    ///
    /// See [`ClientError`].
    pub async fn list_tasks(&self) -> Result<Vec<Task>, ClientError> {
        let mut tasks = Vec::new();
        let mut pages = Pages::new(Method::TasksList);
        loop {
            let page: TaskPage = self.ask(Method::TasksList, Some(&pages.params())).await?;
            tasks.extend(page.tasks);
            if !pages.turn(page.next)? {
                return Ok(tasks);
            }
        }
    }

    /// One page of the tasks: the first, or the one at a [`TaskPage::next`].
    ///
    /// # Errors
    ///
    /// See [`ClientError`].
    pub async fn list_tasks_page(&self, cursor: Option<&Cursor>) -> Result<TaskPage, ClientError> {
        self.ask(Method::TasksList, Some(&FromCursor { cursor }))
            .await
    }

    /// Has the server delete a task, its result and all that it knows of it (D-36).
    ///
    /// # Errors
    ///
    /// [`ClientError::Rpc`] when the server refuses, as it may (D-35).
    pub async fn delete_task(&self, id: &TaskId) -> Result<(), ClientError> {
        let _: Value = self
            .ask(Method::TasksDelete, Some(&OfTask::new(id)))
            .await?;
        Ok(())
    }

    /// Follows a task to its end, and fetches its result: for a task whose call is no longer
    /// waited for. `on_status` sees what every poll found, the last one too, and is awaited
    /// before the next.
    ///
    /// # Errors
    ///
    /// [`ClientError::Rpc`] when the server has no such task, or the task ended without a result.
    pub async fn follow_task(
        &self,
        id: &TaskId,
        on_status: impl AsyncFnMut(&Task),
    ) -> Result<CallToolResult, ClientError> {
        self.poll_to_the_end(id, on_status).await?;
        self.task_result(id).await
    }

    /// Polls a task until it has ended or `within` has passed, and gives it as it ended. `None`
    /// when the time has passed: a cancellation may then have been lost (D-30).
    ///
    /// # Errors
    ///
    /// As [`get_task`](Self::get_task).
    pub async fn wait_for_end(
        &self,
        id: &TaskId,
        within: Duration,
    ) -> Result<Option<Task>, ClientError> {
        let polling = async {
            loop {
                let task = self.get_task(id).await?;
                if task.is_terminal() {
                    return Ok(Some(task));
                }
                sleep(self.interval(&task)).await;
            }
        };
        match Instant::now().checked_add(within) {
            Some(end) => timeout_at(end, polling).await.unwrap_or(Ok(None)),
            None => polling.await,
        }
    }

    /// Polls a task until it has ended, and gives the status it ended in. Sleeps once more after
    /// the last poll.
    pub(super) async fn poll_to_the_end(
        &self,
        id: &TaskId,
        mut on_status: impl AsyncFnMut(&Task),
    ) -> Result<Status, ClientError> {
        loop {
            let task = self.get_task(id).await?;
            on_status(&task).await;
            if task.is_terminal() {
                // Not longer than the result is kept; half of that leaves time to ask for it.
                let kept = task.keep_alive.map_or(Duration::MAX, |kept| kept / 2);
                sleep(self.interval(&task).min(kept)).await;
                return Ok(task.status);
            }
            sleep(self.interval(&task)).await;
        }
    }

    /// How long to wait until the next look at a task (D-21).
    fn interval(&self, task: &Task) -> Duration {
        let interval = task.poll_frequency.unwrap_or(self.settings().poll_interval);
        interval.max(LEAST_INTERVAL)
    }
}
