//! The requests that have nothing to do with tasks, and how a tool's call begins.

use std::collections::HashSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::call_tool::{CallTool, TaskOptions};
use super::connection::Opening;
use super::error::ClientError;
use super::exchange::Exchange;
use super::handle::Client;
use super::pending::PendingRequest;
use crate::protocol::Method;
use crate::protocol::client::{CallParams, CallToolResult, Cursor, FromCursor, ToolInfo, ToolPage};

impl Client {
    /// Asks whether the server is there.
    ///
    /// # Errors
    ///
    /// See [`ClientError`].
    pub async fn ping(&self) -> Result<(), ClientError> {
        let _: Value = self.ask(Method::Ping, None::<&()>).await?;
        Ok(())
    }

    /// Every tool that the server offers, from all pages.
    ///
    /// # Errors
    ///
    /// See [`ClientError`].
    pub async fn list_tools(&self) -> Result<Vec<ToolInfo>, ClientError> {
        let mut tools = Vec::new();
        let mut pages = Pages::new(Method::ToolsList);
        loop {
            let page: ToolPage = self.ask(Method::ToolsList, Some(&pages.params())).await?;
            tools.extend(page.tools);
            if !pages.turn(page.next)? {
                return Ok(tools);
            }
        }
    }

    /// Calls a tool without a task, and waits for its result. The arguments are what serialises
    /// to a JSON object, or to null for none.
    ///
    /// # Errors
    ///
    /// See [`ClientError`]. That the tool failed is told by the result.
    pub async fn call_tool(
        &self,
        name: impl Into<String>,
        arguments: &(impl Serialize + ?Sized),
    ) -> Result<CallToolResult, ClientError> {
        let call = CallTool::new(name).arguments(arguments);
        self.begin_call_tool(call).await?.result().await
    }

    /// Calls a tool, and returns once the call is under way.
    ///
    /// # Errors
    ///
    /// [`ClientError::Encode`] when the arguments are no object; [`ClientError::Disconnected`],
    /// [`ClientError::Timeout`] when the call could not be sent.
    pub async fn begin_call_tool(&self, mut call: CallTool) -> Result<PendingRequest, ClientError> {
        let arguments = call.take_arguments()?;
        let wants_progress = call.on_progress.is_some();
        let exchange = self.connection().open(Opening {
            method: Method::ToolsCall.name().to_owned(),
            task: call.task.as_ref().map(|task| task.id.clone()),
            on_progress: call.on_progress.take(),
            timeout: call.timeout,
        });
        let params = CallParams {
            name: &call.name,
            arguments: arguments.as_deref(),
            // The request's own id is unique among all tokens (N-70).
            progress_token: wants_progress.then_some(exchange.id()),
            task: call.task.as_ref().map(TaskOptions::wish),
        };
        exchange.send(Some(&params)).await?;
        if let Some(task) = &call.task {
            tracing::debug!(task = %task.id, tool = call.name, "asked for a task");
        }
        Ok(PendingRequest::new(self.clone(), exchange, call.task))
    }

    /// Cancels a request of this client by its [id](PendingRequest::request_id), as
    /// [`PendingRequest::cancel`] does: for a call whose outcome is awaited elsewhere.
    ///
    /// # Errors
    ///
    /// [`ClientError::Disconnected`].
    pub async fn cancel_request<'a>(
        &self,
        id: i64,
        reason: impl Into<Option<&'a str>>,
    ) -> Result<(), ClientError> {
        self.connection().cancel(id, reason.into()).await
    }

    /// Makes a request that this client has no method for, with parameters that serialise to a
    /// JSON object.
    ///
    /// # Errors
    ///
    /// See [`ClientError`].
    pub async fn request<T: DeserializeOwned>(
        &self,
        method: &str,
        params: &impl Serialize,
    ) -> Result<T, ClientError> {
        let refused = |source| ClientError::Encode {
            method: method.to_owned(),
            source,
        };
        let params =
            serde_json::value::to_raw_value(params).map_err(|error| refused(Some(error)))?;
        if !params.get().starts_with('{') {
            return Err(refused(None));
        }
        let exchange = self.begin(method, Some(&params)).await?;
        exchange.read(self.settings().cancel_grace).await
    }

    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        method: Method,
        params: Option<&impl Serialize>,
    ) -> Result<T, ClientError> {
        let exchange = self.begin(method.name(), params).await?;
        exchange.read(self.settings().cancel_grace).await
    }

    pub(super) async fn begin(
        &self,
        method: &str,
        params: Option<&impl Serialize>,
    ) -> Result<Exchange, ClientError> {
        let exchange = self.connection().open(Opening {
            method: method.to_owned(),
            timeout: self.settings().request_timeout,
            ..Opening::default()
        });
        exchange.send(params).await?;
        Ok(exchange)
    }
}

/// A walk over the pages of a listing, which ends even if the server's cursors do not.
#[derive(Debug)]
pub(super) struct Pages {
    method: Method,
    next: Option<Cursor>,
    seen: HashSet<Cursor>,
}

impl Pages {
    pub(super) fn new(method: Method) -> Self {
        Self {
            method,
            next: None,
            seen: HashSet::new(),
        }
    }

    /// The parameters that ask for the page.
    pub(super) fn params(&self) -> FromCursor<'_> {
        FromCursor {
            cursor: self.next.as_ref(),
        }
    }

    /// Goes to the next page, if there is one.
    pub(super) fn turn(&mut self, next: Option<Cursor>) -> Result<bool, ClientError> {
        if let Some(cursor) = &next
            && !self.seen.insert(cursor.clone())
        {
            return Err(ClientError::EndlessPages {
                method: self.method.name(),
            });
        }
        self.next = next;
        Ok(self.next.is_some())
    }
}
