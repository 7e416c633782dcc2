//! A call that is under way: its result comes as the answer to the call, or from its task,
//! whichever is first.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, timeout, timeout_at};

use super::call_tool::TaskOptions;
use super::error::ClientError;
use super::exchange::Exchange;
use super::handle::Client;
use crate::protocol::Method;
use crate::protocol::client::{CallToolResult, OfTask, Task};
use crate::protocol::jsonrpc::INVALID_PARAMS;
use crate::task::{Status, TaskId};

/// A call that is under way.
///
/// Dropping it forgets the call: the server is not told to stop. Its outcome can be awaited more
/// than once, and while it is awaited the call can be cancelled.
#[derive(Debug)]
pub struct PendingRequest {
    client: Client,
    exchange: Exchange,
    task: Option<TaskOptions>,
}

/// Why polling gave no result, and the status that the task was seen to end in.
struct Unpolled {
    error: ClientError,
    ended: Option<Status>,
}

impl PendingRequest {
    pub(super) fn new(client: Client, exchange: Exchange, task: Option<TaskOptions>) -> Self {
        Self {
            client,
            exchange,
            task,
        }
    }

    /// The id of the task that was asked for. The server may have made none.
    pub fn task_id(&self) -> Option<&TaskId> {
        self.task.as_ref().map(|task| &task.id)
    }

    /// The JSON-RPC id of the call, unique in its connection.
    pub fn request_id(&self) -> i64 {
        self.exchange.id()
    }

    /// Waits for the answer to the call. Asks nothing about its task.
    ///
    /// # Errors
    ///
    /// See [`ClientError`]; [`ClientError::Cancelled`] when the call was
    /// [cancelled](Self::cancel) and not answered within the
    /// [grace](super::ClientBuilder::cancel_grace).
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing.
    pub async fn result(&self) -> Result<CallToolResult, ClientError> {
        let outcome = self.response().await;
        self.clean_up(&outcome).await;
        outcome
    }

    /// Waits for the answer to the call, and, once the server has created the task, polls it at
    /// the server's pace; the first to give a result wins, and the other is dropped. Without a
    /// task, this is [`result`](Self::result).
    ///
    /// `on_status` sees what every poll found, also the last one, and is awaited before the next.
    /// When the answer comes meanwhile, its future is dropped where it stands. A server that
    /// knows no tasks never has it called.
    ///
    /// # Errors
    ///
    /// Those of the call alone while no task was created. Otherwise only when the call and its
    /// task both gave no result: [`ClientError::BothFailed`], or [`ClientError::Cancelled`] when
    /// the task was cancelled and the call not answered within the
    /// [grace](super::ClientBuilder::cancel_grace).
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing; called again, polling begins anew.
    pub async fn result_with(
        &self,
        on_status: impl AsyncFnMut(&Task),
    ) -> Result<CallToolResult, ClientError> {
        let outcome = match &self.task {
            None => self.response().await,
            Some(task) => self.race(task, on_status).await,
        };
        self.clean_up(&outcome).await;
        outcome
    }

    /// Cancels the call, and its task (D-27). Does nothing when it has been answered already, or
    /// cancelled. The outcome is still to be awaited: the server may have been faster.
    ///
    /// # Errors
    ///
    /// [`ClientError::Disconnected`].
    pub async fn cancel<'a>(&self, reason: impl Into<Option<&'a str>>) -> Result<(), ClientError> {
        self.exchange.cancel(reason.into()).await
    }

    /// Cancels the call, and polls its task until it has ended or `within` has passed (D-30).
    /// Gives the task as it ended: usually cancelled, but it may have been faster. `None` when
    /// the server made no task, or the time has passed.
    ///
    /// # Errors
    ///
    /// As [`cancel`](Self::cancel) and [`Client::get_task`].
    pub async fn cancel_and_wait<'a>(
        &self,
        reason: impl Into<Option<&'a str>>,
        within: Duration,
    ) -> Result<Option<Task>, ClientError> {
        let by = Instant::now() + within;
        self.cancel(reason).await?;
        let Some(id) = self.task_id() else {
            return Ok(None);
        };
        // The server may not have told of the task yet. It does so before it answers the call.
        let told = async {
            tokio::select! {
                () = self.exchange.created() => {}
                _ = self.response() => {}
            }
        };
        let _ = timeout_at(by, told).await;
        if !self.exchange.is_created() {
            return Ok(None);
        }
        self.client.wait_for_end(id, by - Instant::now()).await
    }

    async fn response(&self) -> Result<CallToolResult, ClientError> {
        self.exchange.read(self.grace()).await
    }

    /// The first success of two; a failure only when both fail.
    async fn race(
        &self,
        task: &TaskOptions,
        on_status: impl AsyncFnMut(&Task),
    ) -> Result<CallToolResult, ClientError> {
        let mut response = pin!(self.response());
        let mut polling = pin!(self.poll(&task.id, on_status));
        tokio::select! {
            biased;
            answered = &mut response => match answered {
                Err(error) if self.may_still_be_polled(task, &error) => match polling.await {
                    Ok(result) => Ok(result),
                    Err(unpolled) => Err(both(error, unpolled)),
                },
                outcome => outcome,
            },
            polled = &mut polling => match polled {
                Ok(result) => Ok(result),
                Err(unpolled) => self.last_resort(response, unpolled).await,
            },
        }
    }

    /// Waits until the server has created the task, polls it to its end, and fetches the result.
    async fn poll(
        &self,
        id: &TaskId,
        on_status: impl AsyncFnMut(&Task),
    ) -> Result<CallToolResult, Unpolled> {
        self.exchange.created().await;
        let ended = self.client.poll_to_the_end(id, on_status).await;
        let status = ended.map_err(|error| Unpolled { error, ended: None })?;
        self.client.task_result(id).await.map_err(|error| Unpolled {
            error,
            ended: Some(status),
        })
    }

    /// Whether the task can give a result although the call failed.
    fn may_still_be_polled(&self, task: &TaskOptions, error: &ClientError) -> bool {
        match error {
            ClientError::Disconnected { .. } => false,
            // What was sent before may have created the task; asking for it tells (D-48).
            ClientError::Rpc { code, .. } if task.chosen && *code == INVALID_PARAMS => {
                self.exchange.mark_created();
                true
            }
            // A task is created before its call is answered (D-07), so that now it never will be.
            _ => self.exchange.is_created(),
        }
    }

    /// Waits for the answer to the call, now that the task gives no result. A cancelled task's
    /// call may never be answered.
    async fn last_resort(
        &self,
        response: impl Future<Output = Result<CallToolResult, ClientError>>,
        unpolled: Unpolled,
    ) -> Result<CallToolResult, ClientError> {
        let answered = if unpolled.ended == Some(Status::Cancelled) {
            let in_time = timeout(self.grace(), response).await;
            in_time.unwrap_or(Err(ClientError::Cancelled))
        } else {
            response.await
        };
        answered.map_err(|error| both(error, unpolled))
    }

    /// Deletes the task, if that was asked for and its outcome is here. Only sent: a refusal
    /// would come too late to matter.
    async fn clean_up(&self, outcome: &Result<CallToolResult, ClientError>) {
        let Some(task) = &self.task else { return };
        tracing::debug!(task = %task.id, ok = outcome.is_ok(), "the outcome is here");
        if !task.delete_when_done {
            return;
        }
        let ended = matches!(
            outcome,
            Ok(_)
                | Err(ClientError::Rpc { .. }
                    | ClientError::BothFailed { .. }
                    | ClientError::Cancelled)
        );
        if ended && self.exchange.is_created() {
            let params = OfTask::new(&task.id);
            let method = Method::TasksDelete.name();
            if let Err(error) = self.client.begin(method, Some(&params)).await {
                tracing::debug!(%error, task = %task.id, "a task could not be deleted");
            }
        }
    }

    fn grace(&self) -> Duration {
        self.client.settings().cancel_grace
    }
}

/// The failure of a call and of its task. What says all there is to say is told alone.
fn both(response: ClientError, unpolled: Unpolled) -> ClientError {
    match response {
        ClientError::Cancelled | ClientError::Disconnected { .. } => response,
        response => ClientError::BothFailed {
            response: Box::new(response),
            polling: Box::new(unpolled.error),
        },
    }
}
