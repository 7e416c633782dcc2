//! What a connection learns of changes: which listing changed, and whose contents did.

use std::sync::Arc;

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use super::{Entries, Resources, Shared, Tools};
use crate::prompt::RegisteredPrompt;
use crate::protocol::catalog::List;

/// The listings that change. Several changes of one listing may be told as one.
#[derive(Debug)]
pub(crate) struct Changes {
    tools: watch::Receiver<Arc<Tools>>,
    prompts: watch::Receiver<Arc<Entries<RegisteredPrompt>>>,
    resources: watch::Receiver<Arc<Resources>>,
}

impl Changes {
    pub(super) fn new(shared: &Shared) -> Self {
        Self {
            tools: shared.tools.subscribe(),
            prompts: shared.prompts.subscribe(),
            resources: shared.resources.subscribe(),
        }
    }

    /// The next listing that changed, [`List::Resources`] standing for templates as well; `None`
    /// once the catalog is gone.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Option<List> {
        tokio::select! {
            changed = self.tools.changed() => changed.ok().map(|()| List::Tools),
            changed = self.prompts.changed() => changed.ok().map(|()| List::Prompts),
            changed = self.resources.changed() => changed.ok().map(|()| List::Resources),
        }
    }
}

/// A change of what resources hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    /// That of the resource of this URI.
    Of(Arc<str>),
    /// Those of resources that are no longer known: any may have changed.
    Any,
}

/// The resources whose contents change.
#[derive(Debug)]
pub(crate) struct Updates(broadcast::Receiver<Arc<str>>);

impl Updates {
    pub(super) fn new(updates: broadcast::Receiver<Arc<str>>) -> Self {
        Self(updates)
    }

    /// The next update; `None` once the catalog is gone.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Option<Update> {
        match self.0.recv().await {
            Ok(uri) => Some(Update::Of(uri)),
            Err(RecvError::Lagged(_)) => Some(Update::Any),
            Err(RecvError::Closed) => None,
        }
    }
}
