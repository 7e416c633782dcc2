//! `tasks/get`, `tasks/result`, `tasks/list` and `tasks/delete` of the draft dialect.

use serde_json::value::RawValue;

use super::calls::store_fault;
use super::connection::Connection;
use super::dispatch::Reply;
use crate::protocol::draft::{self, Asked};
use crate::protocol::jsonrpc::RequestId;
use crate::protocol::lifecycle::Version;
use crate::protocol::tools::{CallResult, needs_wrapper};
use crate::store::{Fields, Lookup, StoreError};
use crate::task::{ErrorBody, Outcome, Record, Refusal, TaskId};

impl Connection {
    pub(super) async fn get_task(&self, id: &RequestId, params: Option<&RawValue>) -> Reply {
        match self.find(params, Fields::Summary, Asked::State).await {
            Ok(record) => {
                let poll = self.core.engine.poll_hint(&record);
                Reply::result(id, &draft::Task::linked(&record, poll))
            }
            Err(error) => Reply::error(id, &error),
        }
    }

    pub(super) async fn task_result(
        &self,
        id: &RequestId,
        version: Version,
        params: Option<&RawValue>,
    ) -> Reply {
        let record = match self.find(params, Fields::All, Asked::Result).await {
            Ok(record) => record,
            Err(error) => return Reply::error(id, &error),
        };
        let Some(Outcome::Result(body)) = record.outcome.as_deref() else {
            return Reply::error(id, &draft::no_result(record.status()));
        };
        let tool = self.core.registry.get(&record.tool);
        let wrap = tool.is_some_and(|t| needs_wrapper(t.descriptor.output_schema.as_ref()));
        Reply::result(
            id,
            &CallResult {
                body,
                version,
                wrap,
                task: Some(&record.id),
            },
        )
    }

    pub(super) async fn list_tasks(&self, id: &RequestId, params: Option<&RawValue>) -> Reply {
        let before = match draft::read_list(params) {
            Ok(before) => before,
            Err(error) => return Reply::error(id, &error),
        };
        let engine = &self.core.engine;
        let page = match engine
            .list(&self.owner, before, self.core.settings.page_size)
            .await
        {
            Ok(page) => page,
            Err(error) => return Reply::error(id, &store_fault(&error)),
        };
        let listed = |record| draft::Task::listed(record, engine.poll_hint(record));
        let tasks = page.records.iter().map(listed).collect();
        let next_cursor = page.next.map(draft::cursor);
        Reply::result(id, &draft::TaskList { tasks, next_cursor })
    }

    pub(super) async fn delete_task(&self, id: &RequestId, params: Option<&RawValue>) -> Reply {
        let task = match draft::read_task_id(params) {
            Ok(task) => task,
            Err(error) => return Reply::error(id, &error),
        };
        match self.delete(&task).await {
            Ok(()) => Reply::result(
                id,
                &draft::Linked {
                    meta: draft::Link(&task),
                },
            ),
            Err(error) => Reply::error(id, &error),
        }
    }

    async fn delete(&self, task: &TaskId) -> Result<(), ErrorBody> {
        let engine = &self.core.engine;
        loop {
            let refusal = match engine.delete(&self.owner, task).await {
                Ok(()) => return Ok(()),
                Err(StoreError::Refused(refusal)) => refusal,
                Err(error) => return Err(store_fault(&error)),
            };
            if let Some(error) = absence(refusal, Asked::Deletion) {
                return Err(error);
            }
            // It lives; the text says as what. If it has ended just now, it can be deleted now.
            let found = engine.get(&self.owner, task, Fields::Summary).await;
            let found = found.map_err(|error| store_fault(&error))?;
            if let Lookup::Found(record) = found
                && record.outcome.is_none()
            {
                return Err(draft::not_deletable(record.status()));
            }
        }
    }

    /// The task that the parameters name.
    async fn find(
        &self,
        params: Option<&RawValue>,
        fields: Fields,
        asked: Asked,
    ) -> Result<Record, ErrorBody> {
        let task = draft::read_task_id(params)?;
        let found = self.core.engine.get(&self.owner, &task, fields).await;
        let lookup = found.map_err(|error| store_fault(&error))?;
        tracing::debug!(target: "mcp_tasks::audit", task = %task, "read");
        lookup
            .into_record()
            .map_err(|refusal| absence(refusal, asked).unwrap_or_else(|| draft::not_found(asked)))
    }
}

/// The error for a task that is not there.
fn absence(refusal: Refusal, asked: Asked) -> Option<ErrorBody> {
    match refusal {
        Refusal::NotFound => Some(draft::not_found(asked)),
        Refusal::Expired => Some(draft::expired(asked)),
        _ => None,
    }
}
