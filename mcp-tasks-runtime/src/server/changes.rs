//! How a session of the handshake era learns of changes: on its own stream, once it is
//! initialized; those of resources, if it has subscribed to them.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, Weak};

use serde_json::json;
use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;

use super::dispatch::Reply;
use super::outlet::Outlet;
use super::session::{Session, lock};
use crate::catalog::{Changes, Update, Updates};
use crate::protocol::catalog::{
    RESOURCE_NOT_FOUND, ReadResource, UPDATED, Updated, resource_not_found,
};
use crate::protocol::jsonrpc::{self, INVALID_REQUEST, RequestId};
use crate::task::ErrorBody;

/// How many resources one session may subscribe to.
const MOST_SUBSCRIPTIONS: usize = 10_000;

/// The resources that a session has subscribed to, by URI.
#[derive(Debug, Default)]
pub(super) struct Subscriptions(Mutex<HashSet<String>>);

impl Subscriptions {
    /// Adds one; false when there are too many.
    fn add(&self, uri: &str) -> bool {
        let mut uris = lock(&self.0);
        if uris.len() >= MOST_SUBSCRIPTIONS && !uris.contains(uri) {
            return false;
        }
        uris.insert(uri.to_owned());
        true
    }

    fn remove(&self, uri: &str) {
        lock(&self.0).remove(uri);
    }

    /// Those that an update concerns.
    fn of(&self, update: &Update) -> Vec<String> {
        let uris = lock(&self.0);
        match update {
            Update::Of(uri) => uris.get(&**uri).cloned().into_iter().collect(),
            Update::Any => uris.iter().cloned().collect(),
        }
    }
}

impl Session {
    pub(super) fn subscribe(&self, id: &RequestId, params: Option<&RawValue>) -> Reply {
        let subscribed = ReadResource::read(params).and_then(|params| {
            if !self.core.catalog.resources().has(&params.uri) {
                return Err(resource_not_found(&params.uri, RESOURCE_NOT_FOUND));
            }
            if !self.subscriptions.add(&params.uri) {
                let message = format!("at most {MOST_SUBSCRIPTIONS} subscriptions");
                return Err(ErrorBody::new(INVALID_REQUEST, message));
            }
            Ok(json!({}))
        });
        Reply::of(id, subscribed)
    }

    /// Also for what was not subscribed to, or is not there any more.
    pub(super) fn unsubscribe(&self, id: &RequestId, params: Option<&RawValue>) -> Reply {
        let unsubscribed = ReadResource::read(params).map(|params| {
            self.subscriptions.remove(&params.uri);
            json!({})
        });
        Reply::of(id, unsubscribed)
    }

    /// The session's own stream opens: what waits for it goes out, and changes are told on it
    /// from now on.
    pub(crate) async fn open_stream(self: &Arc<Self>, stream: Outlet) {
        let catalog = &self.core.catalog;
        let (changes, updates) = (catalog.changes(), catalog.updates());
        let closed = self.routes.open_stream(stream).await;
        tokio::spawn(tell(Arc::downgrade(self), changes, updates, closed));
    }

    /// Sends on the session's own stream, if it is open; waits while too many messages wait.
    async fn send(self: Arc<Self>, messages: Vec<Vec<u8>>) {
        let Some(stream) = self.routes.stream() else {
            return;
        };
        drop(self);
        for message in messages {
            stream.send(message).await;
        }
    }
}

/// Tells of changes until the stream is closed. Holds nothing that would keep it open meanwhile.
async fn tell(
    session: Weak<Session>,
    mut changes: Changes,
    mut updates: Updates,
    closed: CancellationToken,
) {
    let nothing: Option<&()> = None;
    loop {
        let (changed, updated) = tokio::select! {
            () = closed.cancelled() => return,
            list = changes.next() => (list, None),
            update = updates.next() => (None, update),
        };
        let Some(session) = session.upgrade() else {
            return;
        };
        let messages: Vec<Vec<u8>> = match (changed, updated) {
            (None, None) => return,
            _ if !session.is_initialized() => continue,
            (Some(list), _) => vec![jsonrpc::notification(list.changed(), nothing)],
            (None, Some(update)) => {
                let uris = session.subscriptions.of(&update);
                let message = |uri: &String| jsonrpc::notification(UPDATED, Some(&Updated { uri }));
                uris.iter().map(message).collect()
            }
        };
        tokio::select! {
            () = closed.cancelled() => return,
            () = session.send(messages) => {}
        }
    }
}
