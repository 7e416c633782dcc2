//! From a line to its answer.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::connection::Connection;
use crate::protocol::jsonrpc::{
    self, INVALID_REQUEST, METHOD_NOT_FOUND, Message, PARSE_ERROR, RequestId, present,
};
use crate::protocol::lifecycle::{InitializeResult, ServerCapabilities, Version, read_initialize};
use crate::protocol::meta::RequestMeta;
use crate::protocol::{Method, notification, tools};
use crate::task::ErrorBody;

/// What a message is answered with.
pub(super) enum Reply {
    /// Nothing.
    None,
    /// This, now.
    Now(Vec<u8>),
    /// What comes of it, if anything does.
    Later(Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>),
}

impl Reply {
    pub(super) fn result(id: &RequestId, result: &impl Serialize) -> Self {
        Self::Now(jsonrpc::result(id, result))
    }

    pub(super) fn error(id: &RequestId, error: &ErrorBody) -> Self {
        Self::Now(jsonrpc::error(Some(id), error))
    }

    pub(super) fn of(id: &RequestId, result: Result<impl Serialize, ErrorBody>) -> Self {
        match result {
            Ok(result) => Self::result(id, &result),
            Err(error) => Self::error(id, &error),
        }
    }
}

impl Connection {
    /// Handles a line. What takes time is spawned; the rest is answered before this returns.
    pub(super) async fn receive(self: &Arc<Self>, line: &[u8]) {
        let Ok(text) = std::str::from_utf8(line) else {
            let error = ErrorBody::new(PARSE_ERROR, "Parse error: the message is not UTF-8");
            return self.send(jsonrpc::error(None, &error)).await;
        };
        if text.trim_start().starts_with('[') {
            return self.receive_batch(text).await;
        }
        match self.handle(Message::parse(text)).await {
            Reply::None => {}
            Reply::Now(answer) => self.send(answer).await,
            Reply::Later(answer) => {
                let connection = Arc::clone(self);
                tokio::spawn(async move {
                    if let Some(answer) = answer.await {
                        connection.send(answer).await;
                    }
                });
            }
        }
    }

    /// A line beyond the limit was skipped; which id it had is not known.
    pub(super) async fn refuse_length(&self) {
        let limit = self.core.settings.longest_message;
        let message = format!("Invalid request: the message is longer than {limit} bytes");
        self.send(jsonrpc::error(
            None,
            &ErrorBody::new(INVALID_REQUEST, message),
        ))
        .await;
    }

    async fn handle(self: &Arc<Self>, message: Result<Message<'_>, jsonrpc::Malformed>) -> Reply {
        match message {
            Ok(Message::Request { id, method, params }) => self.request(id, &method, params).await,
            Ok(Message::Notification { method, params }) => {
                self.notification(&method, params).await;
                Reply::None
            }
            Ok(Message::Response { id, outcome }) => {
                self.answered(&id, outcome);
                Reply::None
            }
            Ok(Message::Stray) => Reply::None,
            Err(malformed) => Reply::Now(jsonrpc::error(malformed.id.as_ref(), &malformed.error)),
        }
    }

    async fn request(
        self: &Arc<Self>,
        id: RequestId,
        name: &str,
        params: Option<&RawValue>,
    ) -> Reply {
        if self.is_in_flight(&id) {
            let message = format!("Invalid request: the id {id} is in use");
            return Reply::error(&id, &ErrorBody::new(INVALID_REQUEST, message));
        }
        let method = Method::parse(name);
        match method {
            Some(Method::Initialize) => return self.initialize(&id, params),
            Some(Method::Ping) => return Reply::result(&id, &serde_json::json!({})),
            _ => {}
        }
        let version = match self.version_for(params) {
            Ok(version) => version,
            Err(error) => return Reply::error(&id, &error),
        };
        match method {
            Some(Method::ToolsList) => Reply::of(&id, self.list_tools(version, params)),
            Some(Method::ToolsCall) => self.call_tool(id, version, params).await,
            Some(Method::TasksGet) if self.core.tasks => self.get_task(&id, params).await,
            Some(Method::TasksResult) if self.core.tasks => {
                self.task_result(&id, version, params).await
            }
            Some(Method::TasksList) if self.core.tasks => self.list_tasks(&id, params).await,
            Some(Method::TasksDelete) if self.core.tasks => self.delete_task(&id, params).await,
            _ => {
                let message = format!("Method not found: {name}");
                Reply::error(&id, &ErrorBody::new(METHOD_NOT_FOUND, message))
            }
        }
    }

    /// The agreed version. A request of the draft dialect tells its era by itself; any other one
    /// needs a handshake before it (N-01).
    fn version_for(&self, params: Option<&RawValue>) -> Result<Version, ErrorBody> {
        if let Some(version) = self.version() {
            return Ok(version);
        }
        if RequestMeta::of_params(params).is_ok_and(|meta| meta.is_draft()) {
            self.agree_by_dialect();
            return Ok(Version::NEWEST);
        }
        Err(ErrorBody::new(
            INVALID_REQUEST,
            "Invalid request: `initialize` has to come first",
        ))
    }

    fn initialize(&self, id: &RequestId, params: Option<&RawValue>) -> Reply {
        let peer = match read_initialize(params) {
            Ok(peer) => peer,
            Err(error) => return Reply::error(id, &error),
        };
        let version = peer.version;
        if !self.agree(peer) {
            let message = "Invalid request: the connection is initialized already";
            return Reply::error(id, &ErrorBody::new(INVALID_REQUEST, message));
        }
        let result = InitializeResult {
            protocol_version: version.as_str(),
            capabilities: ServerCapabilities::new(self.core.tasks),
            server_info: self.core.info.seen_by(version),
            instructions: self.core.instructions.as_deref(),
        };
        Reply::result(id, &result)
    }

    fn list_tools(
        &self,
        version: Version,
        params: Option<&RawValue>,
    ) -> Result<tools::ToolList<'_>, ErrorBody> {
        let all = &self.core.listings[version as usize];
        let before = tools::read_list(params, all.len())?;
        let end = all.len().min(before + self.core.settings.page_size);
        Ok(tools::ToolList {
            tools: &all[before..end],
            next_cursor: (end < all.len()).then(|| tools::list_cursor(end)),
        })
    }

    async fn notification(&self, name: &str, params: Option<&RawValue>) {
        if name == notification::CANCELLED {
            self.cancelled(params).await;
        }
    }

    /// `notifications/cancelled`. One that is malformed or names no request in flight is ignored.
    async fn cancelled(&self, params: Option<&RawValue>) {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(rename = "requestId", borrow, default, deserialize_with = "present")]
            request_id: Option<&'a RawValue>,
            #[serde(borrow, default)]
            reason: Option<&'a RawValue>,
        }
        let Some(Ok(params)) = params.map(|raw| serde_json::from_str::<Params<'_>>(raw.get()))
        else {
            return;
        };
        let Some(id) = params.request_id.and_then(RequestId::from_raw) else {
            return;
        };
        if let Some(task) = self.cancel_by_client(&id) {
            let reason = params
                .reason
                .and_then(jsonrpc::string)
                .map(|text| text.into_owned());
            // Refused when it has ended already, as a late cancellation should be (D-28).
            let _ = self.core.engine.cancel(&task, reason).await;
        }
    }

    /// A batch (C-27): its answers come together, as an array, once all of them are there.
    async fn receive_batch(self: &Arc<Self>, text: &str) {
        let members: Vec<&RawValue> = match serde_json::from_str(text) {
            Ok(members) => members,
            Err(error) => {
                let error = ErrorBody::new(PARSE_ERROR, format!("Parse error: {error}"));
                return self.send(jsonrpc::error(None, &error)).await;
            }
        };
        let refusal = if !self.version().is_some_and(Version::has_batches) {
            Some("batches are not part of this protocol version")
        } else if members.is_empty() {
            Some("the batch is empty")
        } else {
            None
        };
        if let Some(refusal) = refusal {
            let message = format!("Invalid request: {refusal}");
            return self
                .send(jsonrpc::error(
                    None,
                    &ErrorBody::new(INVALID_REQUEST, message),
                ))
                .await;
        }
        let mut replies = Vec::with_capacity(members.len());
        for member in members {
            replies.push(self.handle(Message::parse(member.get())).await);
        }
        let connection = Arc::clone(self);
        tokio::spawn(async move {
            let answers = join(replies).await;
            if !answers.is_empty() {
                let mut batch = vec![b'['];
                batch.extend_from_slice(&answers.join(&b','));
                batch.push(b']');
                connection.send(batch).await;
            }
        });
    }
}

/// Waits for all replies, which run side by side.
async fn join(replies: Vec<Reply>) -> Vec<Vec<u8>> {
    let mut answers = Vec::new();
    let mut later = tokio::task::JoinSet::new();
    for reply in replies {
        match reply {
            Reply::None => {}
            Reply::Now(answer) => answers.push(answer),
            Reply::Later(answer) => drop(later.spawn(answer)),
        }
    }
    while let Some(answer) = later.join_next().await {
        answers.extend(answer.ok().flatten());
    }
    answers
}
