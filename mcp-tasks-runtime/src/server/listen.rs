//! `subscriptions/listen`: a stream of what a client wants to be told of (J-40 … J-44).

use std::sync::Arc;

use serde_json::value::RawValue;
use tokio::task::JoinSet;

use super::dispatch::{Reply, Via, or_refuse};
use super::in_flight::InFlight;
use super::outlet::Outlet;
use super::session::Session;
use crate::catalog::{Changes, Update, Updates};
use crate::protocol::jsonrpc::RequestId;
use crate::protocol::projection::look_alike;
use crate::protocol::v2026_07_28::era::Carrier;
use crate::protocol::v2026_07_28::listen::{self, Filter};
use crate::protocol::v2026_07_28::meta::RequestMeta;
use crate::protocol::v2026_07_28::task::{DetailedTask, full_access};
use crate::store::{Fields, Lookup};
use crate::task::{Record, TaskRef};

impl Session {
    pub(super) async fn listen(
        self: &Arc<Self>,
        id: RequestId,
        meta: &RequestMeta<'_>,
        params: Option<&RawValue>,
        via: Via<'_>,
    ) -> Reply {
        let mut filter = or_refuse!(id, Filter::read(params));
        if !filter.task_ids.is_empty() {
            or_refuse!(id, full_access(&meta.client));
        }
        // Ids that are not there, or not this client's, are left out without an error.
        let mut tasks = Vec::new();
        for task in std::mem::take(&mut filter.task_ids) {
            if let Lookup::Found(record) = or_refuse!(id, self.reachable(&task).await) {
                tasks.push(TaskRef::new(record.owner, record.id));
                filter.task_ids.push(task);
            }
        }
        let core = &self.core;
        filter.prompts_list_changed &= core.has_prompts();
        filter.resources_list_changed &= core.has_resources();
        let resources = core.catalog.resources();
        filter
            .resource_subscriptions
            .retain(|uri| resources.has(uri));
        // From before the acknowledgement on, so that nothing is missed.
        let (changes, updates) = (core.catalog.changes(), core.catalog.updates());
        let request = InFlight::call();
        let cancelled = request.cancel.clone();
        self.in_flight.begin(&id, request);
        let outlet = via.outlet.clone();
        outlet.send(listen::acknowledged(&id, &filter)).await;
        let on_pipe = matches!(via.carrier, Carrier::Pipe);
        let session = Arc::clone(self);
        Reply::Followed(Box::pin(async move {
            let mut told = JoinSet::new();
            let listener = (outlet.clone(), id.clone());
            told.spawn(tell_changes(filter, changes, updates, listener));
            for task in tasks {
                let (session, outlet, id) = (Arc::clone(&session), outlet.clone(), id.clone());
                told.spawn(async move { session.tell_of(&task, &outlet, &id).await });
            }
            tokio::select! {
                () = outlet.closed() => {}
                () = cancelled.cancelled() => {}
                () = session.closing.cancelled() => {}
            }
            drop(told);
            if !session.in_flight.end(&id) {
                // The client has given it up, and expects nothing more.
                return None;
            }
            if on_pipe {
                outlet.send(listen::torn_down(&id)).await;
            }
            Some(listen::ended(&id, &session.core.info))
        }))
    }

    /// Tells the state of a task now and after each change, until it has ended (J-87).
    async fn tell_of(&self, task: &TaskRef, outlet: &Outlet, subscription: &RequestId) {
        let engine = &self.core.engine;
        let Ok(mut changes) = engine.subscribe(task).await else {
            return;
        };
        let mut told: Option<Record> = None;
        loop {
            let found = engine.get(&task.owner, &task.id, Fields::All).await;
            let Ok(Lookup::Found(record)) = found else {
                return;
            };
            if !told.as_ref().is_some_and(|told| look_alike(told, &record)) {
                let state = DetailedTask::of(&record, engine.poll_hint(&record));
                outlet.send(state.notification(subscription)).await;
                told = Some((*record).clone());
            }
            if record.outcome.is_some() || changes.changed().await.is_none() {
                return;
            }
        }
    }
}

/// Tells a listener of the changes that it asked for.
async fn tell_changes(
    filter: Filter,
    mut changes: Changes,
    mut updates: Updates,
    (outlet, subscription): (Outlet, RequestId),
) {
    loop {
        tokio::select! {
            list = changes.next() => match list {
                Some(list) if filter.wants(list) => {
                    outlet.send(listen::list_changed(list, &subscription)).await;
                }
                Some(_) => {}
                None => return,
            },
            update = updates.next() => {
                let Some(update) = update else { return };
                let concerned = |uri: &&String| match &update {
                    Update::Of(updated) => uri.as_str() == &**updated,
                    Update::Any => true,
                };
                for uri in filter.resource_subscriptions.iter().filter(concerned) {
                    outlet.send(listen::updated(uri, &subscription)).await;
                }
            }
        }
    }
}
