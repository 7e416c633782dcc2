//! The requests about tasks in 2026-07-28.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::calls::store_fault;
use super::dispatch::Reply;
use super::session::Session;
use crate::protocol::draft::Asked;
use crate::protocol::jsonrpc::RequestId;
use crate::protocol::params;
use crate::protocol::v2026_07_28::answer::acknowledged;
use crate::protocol::v2026_07_28::input::Update;
use crate::protocol::v2026_07_28::meta::{Declared, RequestMeta};
use crate::protocol::v2026_07_28::task::{
    Access, access, full_access, legacy_answer, unanswerable,
};
use crate::store::{Fields, Lookup, StoreError};
use crate::task::{ErrorBody, Record, Refusal, TaskId, TaskRef};

impl Session {
    pub(super) async fn modern_get(
        &self,
        id: &RequestId,
        meta: &RequestMeta<'_>,
        params: Option<&RawValue>,
    ) -> Reply {
        let (access, record) = match self.reach(&meta.client, params).await {
            Ok(found) => found,
            Err(error) => return Reply::error(id, &error),
        };
        let poll = self.core.engine.poll_hint(&record);
        if access == Access::Legacy {
            return Reply::Now(legacy_answer(&record, poll, &self.core.info).encode(id));
        }
        match unanswerable(&record, &meta.client) {
            Some(error) => Reply::error(id, &error),
            None => Reply::Now(self.speech().state(id, &record, poll)),
        }
    }

    /// Every answer is on the record before the acknowledgement goes out. Answers to what was not
    /// asked, or was answered before, are ignored (J-78).
    pub(super) async fn update_task(
        &self,
        id: &RequestId,
        meta: &RequestMeta<'_>,
        params: Option<&RawValue>,
    ) -> Reply {
        if let Err(error) = full_access(&meta.client) {
            return Reply::error(id, &error);
        }
        let record = match self.reach(&meta.client, params).await {
            Ok((_, record)) => record,
            Err(error) => return Reply::error(id, &error),
        };
        let update = match Update::read(params) {
            Ok(update) => update,
            Err(error) => return Reply::error(id, &error),
        };
        let task = TaskRef::new(record.owner, record.id);
        for (key, response) in update.responses {
            let answer = Ok(Arc::from(response.to_owned()));
            match self.core.engine.answer(&task, Arc::from(key), answer).await {
                Ok(_) | Err(StoreError::Refused(_)) => {}
                Err(error) => return Reply::error(id, &store_fault(&error)),
            }
        }
        Reply::Now(acknowledged(id, &self.core.info))
    }

    /// A task that has ended is acknowledged all the same (J-79).
    pub(super) async fn modern_cancel(
        &self,
        id: &RequestId,
        meta: &RequestMeta<'_>,
        params: Option<&RawValue>,
    ) -> Reply {
        let record = match self.reach(&meta.client, params).await {
            Ok((_, record)) => record,
            Err(error) => return Reply::error(id, &error),
        };
        let task = TaskRef::new(record.owner, record.id);
        match self.core.engine.cancel(&task, None).await {
            Ok(_) | Err(StoreError::Refused(_)) => Reply::Now(acknowledged(id, &self.core.info)),
            Err(error) => Reply::error(id, &store_fault(&error)),
        }
    }

    /// The task that the parameters name, if the client may reach it: whether it may is asked
    /// before the task is looked up (J-82).
    async fn reach(
        &self,
        client: &Declared,
        params: Option<&RawValue>,
    ) -> Result<(Access, Record), ErrorBody> {
        let access = access(client)?;
        let task = params::read_task_id(params)?;
        let found = self.reachable(&task).await?;
        match found.into_record() {
            Ok(record) if access.reaches(record.dialect) => Ok((access, record)),
            Ok(_) => Err(self.absent(Refusal::NotFound)),
            Err(refusal) => Err(self.absent(refusal)),
        }
    }

    /// A task of this owner, in whichever dialect it was made.
    pub(super) async fn reachable(&self, task: &TaskId) -> Result<Lookup, ErrorBody> {
        let (owner, draft_owner) = (&self.identity.owner, &self.identity.draft_owner);
        let found = self.look_up(owner, task, Fields::All).await?;
        if matches!(found, Lookup::Missing) && owner != draft_owner {
            return self.look_up(draft_owner, task, Fields::All).await;
        }
        Ok(found)
    }

    fn absent(&self, refusal: Refusal) -> ErrorBody {
        let absent = self.speech().absent(refusal, Asked::State);
        absent.unwrap_or_else(|| store_fault(&StoreError::Refused(refusal)))
    }
}
