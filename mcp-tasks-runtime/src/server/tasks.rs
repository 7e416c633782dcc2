//! The requests about tasks in the handshake era. The same methods mean different things in the
//! draft dialect and in 2025-11-25; which one speaks is told by the request, the version and the
//! task (B-5 … B-10).

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;

use super::calls::{speech, store_fault};
use super::dispatch::{Reply, or_refuse};
use super::in_flight::InFlight;
use super::outlet::Outlet;
use super::session::Session;
use crate::protocol::dialect::{Creation, Speech};
use crate::protocol::draft::{self, Asked};
use crate::protocol::jsonrpc::{Answer, RequestId};
use crate::protocol::lifecycle::Version;
use crate::protocol::meta::RequestMeta;
use crate::protocol::params;
use crate::protocol::projection::look_alike;
use crate::store::{Fields, Lookup, StoreError};
use crate::task::{Dialect, ErrorBody, Outcome, Owner, Record, Refusal, TaskId, TaskRef};

/// The dialect of 2025-11-25, where nothing is created.
const NOVEMBER: Speech<'static> = Speech::V2025_11_25(Creation {
    immediate_response: None,
    plain_clients: false,
});

impl Session {
    pub(super) async fn get_task(
        &self,
        id: &RequestId,
        version: Version,
        params: Option<&RawValue>,
    ) -> Reply {
        match self.find(version, params, Fields::All, Asked::State).await {
            Ok((speech, record)) => {
                let poll = self.core.engine.poll_hint(&record);
                Reply::Now(speech.state(id, &record, poll))
            }
            Err(error) => Reply::error(id, &error),
        }
    }

    /// In the draft dialect a result is there or it is an error (D-23); in 2025-11-25 it is
    /// awaited, and what the task asks meanwhile can go out here (N-48, N-62).
    pub(super) async fn task_result(
        self: &Arc<Self>,
        id: RequestId,
        version: Version,
        params: Option<&RawValue>,
        outlet: &Outlet,
    ) -> Reply {
        let found = self.find(version, params, Fields::All, Asked::Result).await;
        let (speech, record) = or_refuse!(id, found);
        let waits = matches!(speech, Speech::V2025_11_25(_)) && record.outcome.is_none();
        if !waits {
            let wraps = self.core.tools().wraps(&record.tool);
            return Reply::Now(speech.fetched(&id, &record, wraps));
        }
        let (session, outlet) = (Arc::clone(self), outlet.clone());
        let task = TaskRef::new(record.owner, record.id);
        let request = InFlight::call();
        let cancelled = request.cancel.clone();
        self.in_flight.begin(&id, request);
        Reply::Followed(Box::pin(async move {
            session.routes.open_result(&task.id, &outlet).await;
            let ended = tokio::select! {
                biased;
                ended = session.core.engine.ended(&task) => Some(ended),
                // Not the task, only the waiting for it (N-57).
                () = cancelled.cancelled() => None,
                () = outlet.closed() => None,
            };
            session.routes.close_result(&task.id, &outlet);
            let waits = session.in_flight.end(&id);
            let reply = match ended.map(|ended| ended.map(Lookup::into_record)) {
                Some(Ok(Ok(record))) => {
                    let wraps = session.core.tools().wraps(&record.tool);
                    NOVEMBER.fetched(&id, &record, wraps)
                }
                Some(Ok(Err(refusal))) => refused(&id, NOVEMBER, refusal, Asked::Result),
                Some(Err(error)) => failed(&id, &store_fault(&error)),
                None => NOVEMBER.outcome(&id, &Outcome::Cancelled { reason: None }, false, None),
            };
            waits.then_some(reply)
        }))
    }

    pub(super) async fn list_tasks(
        &self,
        id: &RequestId,
        version: Version,
        params: Option<&RawValue>,
    ) -> Reply {
        let draft = self.lists_draft();
        if !draft && !self.identity.is_known {
            return super::dispatch::no_method(id, "tasks/list");
        }
        let speech = if draft {
            Speech::Draft(version)
        } else {
            NOVEMBER
        };
        let owner = if draft {
            &self.identity.draft_owner
        } else {
            &self.identity.owner
        };
        let before = match params::read_list(params) {
            Ok(before) => before,
            Err(error) => return Reply::error(id, &error),
        };
        let engine = &self.core.engine;
        let page = engine
            .list(owner, before, self.core.settings.page_size)
            .await;
        match page {
            Ok(page) => {
                let poll = |record: &Record| engine.poll_hint(record);
                Reply::Now(speech.list(id, &page.records, poll, page.next))
            }
            Err(error) => Reply::error(id, &store_fault(&error)),
        }
    }

    /// Only the draft dialect deletes, and only what has ended (D-35).
    pub(super) async fn delete_task(
        &self,
        id: &RequestId,
        version: Version,
        params: Option<&RawValue>,
    ) -> Reply {
        let task = match params::read_task_id(params) {
            Ok(task) => task,
            Err(error) => return Reply::error(id, &error),
        };
        match self.delete(version, &task).await {
            Ok(()) => Reply::result(id, &draft::Linked::to(&task)),
            Err(error) => Reply::error(id, &error),
        }
    }

    async fn delete(&self, version: Version, task: &TaskId) -> Result<(), ErrorBody> {
        let (engine, owner) = (&self.core.engine, &self.identity.draft_owner);
        let speech = Speech::Draft(version);
        loop {
            let refusal = match engine.delete(owner, task).await {
                Ok(()) => return Ok(()),
                Err(StoreError::Refused(refusal)) => refusal,
                Err(error) => return Err(store_fault(&error)),
            };
            if let Some(error) = speech.absent(refusal, Asked::Deletion) {
                return Err(error);
            }
            // It lives; the text says as what. If it has ended just now, it can be deleted now.
            let found = engine.get(owner, task, Fields::Summary).await;
            let found = found.map_err(|error| store_fault(&error))?;
            if let Lookup::Found(record) = found
                && record.outcome.is_none()
            {
                return Err(draft::not_deletable(record.status()));
            }
        }
    }

    /// The record says so before the answer does (N-55).
    pub(super) async fn cancel_task(&self, id: &RequestId, params: Option<&RawValue>) -> Reply {
        Reply::Now(match self.cancel_named(id, params).await {
            Ok(answer) => answer,
            Err(error) => Answer::error(Some(id), &error),
        })
    }

    async fn cancel_named(
        &self,
        id: &RequestId,
        params: Option<&RawValue>,
    ) -> Result<Answer, ErrorBody> {
        let absent = |refusal| absence(NOVEMBER, refusal, Asked::State);
        let task = params::read_task_id(params)?;
        let found = self.reachable(&task).await?.into_record().map_err(absent)?;
        let task = TaskRef::new(found.owner, found.id);
        let cancelled = self.core.engine.cancel(&task, None).await;
        let found = self.look_up(&task.owner, &task.id, Fields::All).await?;
        match (cancelled, found.into_record()) {
            (Ok(_), Ok(record)) => Ok(NOVEMBER.cancelled(id, &record)),
            (Err(StoreError::Refused(Refusal::Terminal(_))), Ok(record)) => {
                Ok(NOVEMBER.already_terminal(id, &record))
            }
            (Err(StoreError::Refused(refusal)), _) | (Ok(_), Err(refusal)) => Err(absent(refusal)),
            (Err(error), _) => Err(store_fault(&error)),
        }
    }

    /// The task that the parameters name, and the dialect in which it is asked for.
    async fn find(
        &self,
        version: Version,
        params: Option<&RawValue>,
        fields: Fields,
        asked: Asked,
    ) -> Result<(Speech<'static>, Record), ErrorBody> {
        let task = params::read_task_id(params)?;
        let is_draft = !version.has_tasks() || RequestMeta::of_params(params)?.draft_link;
        let (owner, draft_owner) = (&self.identity.owner, &self.identity.draft_owner);
        if is_draft {
            let speech = Speech::Draft(version);
            let mut found = self.look_up(draft_owner, &task, fields).await?;
            if matches!(found, Lookup::Missing) && owner != draft_owner {
                found = self.look_up(owner, &task, fields).await?;
            }
            return found_in(speech, found, asked);
        }
        let mut found = self.look_up(owner, &task, fields).await?;
        if matches!(found, Lookup::Missing) && owner != draft_owner {
            found = self.look_up(draft_owner, &task, fields).await?;
        }
        // Without a sign of its own, a request means the dialect that made the task (B-9).
        let speech = match &found {
            Lookup::Found(record) if record.dialect == Dialect::Draft => Speech::Draft(version),
            _ => speech(version),
        };
        found_in(speech, found, asked)
    }

    pub(super) async fn look_up(
        &self,
        owner: &Owner,
        task: &TaskId,
        fields: Fields,
    ) -> Result<Lookup, ErrorBody> {
        let found = self.core.engine.get(owner, task, fields).await;
        tracing::debug!(target: "mcp_tasks::audit", task = %task, "read");
        found.map_err(|error| store_fault(&error))
    }

    /// Tells the session of each change of a task of 2025-11-25, as long as it has a stream
    /// (N-53).
    pub(super) async fn follow(self: &Arc<Self>, record: &Record) {
        let task = TaskRef::new(record.owner.clone(), record.id.clone());
        let Ok(mut changes) = self.core.engine.subscribe(&task).await else {
            return;
        };
        let mut told = record.clone();
        let session = Arc::downgrade(self);
        tokio::spawn(async move {
            while changes.changed().await.is_some() {
                let Some(session) = session.upgrade() else {
                    return;
                };
                let engine = &session.core.engine;
                let found = engine.get(&task.owner, &task.id, Fields::All).await;
                let Ok(Lookup::Found(record)) = found else {
                    return;
                };
                if look_alike(&told, &record) {
                    continue;
                }
                if session.routes.stream().is_some()
                    && let Some(message) = NOVEMBER.changed(&record, engine.poll_hint(&record))
                {
                    session.routes.send_lossy(message);
                }
                if record.outcome.is_some() {
                    return;
                }
                told = *record;
                drop(session);
                tokio::time::sleep(BETWEEN_NOTES).await;
            }
        });
    }
}

/// At most so often is a session told of changes of one task.
const BETWEEN_NOTES: Duration = Duration::from_millis(50);

fn found_in(
    speech: Speech<'static>,
    found: Lookup,
    asked: Asked,
) -> Result<(Speech<'static>, Record), ErrorBody> {
    match found.into_record() {
        Ok(record) => Ok((speech, record)),
        Err(refusal) => Err(absence(speech, refusal, asked)),
    }
}

fn absence(speech: Speech<'_>, refusal: Refusal, asked: Asked) -> ErrorBody {
    let absent = speech.absent(refusal, asked);
    absent.unwrap_or_else(|| store_fault(&StoreError::Refused(refusal)))
}

fn refused(id: &RequestId, speech: Speech<'_>, refusal: Refusal, asked: Asked) -> Answer {
    failed(id, &absence(speech, refusal, asked))
}

fn failed(id: &RequestId, error: &ErrorBody) -> Answer {
    Answer::error(Some(id), error)
}
