//! The requests of 2026-07-28: each stands alone.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::dispatch::{Reply, Via, no_method};
use super::session::Session;
use crate::protocol::Method;
use crate::protocol::dialect::Speech;
use crate::protocol::jsonrpc::RequestId;
use crate::protocol::v2026_07_28::answer::{Answer, CacheScope, Discovered, Fresh};
use crate::protocol::v2026_07_28::headers;
use crate::protocol::v2026_07_28::meta::Keys;
use crate::task::ErrorBody;

impl Session {
    pub(super) async fn modern(
        self: &Arc<Self>,
        id: RequestId,
        name: &str,
        params: Option<&RawValue>,
        keys: &Keys<'_>,
        via: Via<'_>,
    ) -> Reply {
        let meta = match headers::check(via.headers, name, params, keys) {
            Ok(meta) => meta,
            Err(error) => return Reply::Now(refused(&id, &error)),
        };
        tracing::debug!(method = name, client = ?meta.client_info, "request");
        let tasks = self.core.has_tasks();
        match Method::parse(name) {
            Some(Method::Discover) => self.discover(&id),
            Some(Method::ToolsList) => self.modern_tools(&id, params),
            Some(Method::ToolsCall) => self.modern_call(id, meta, params, via).await,
            Some(Method::TasksGet) if tasks => self.modern_get(&id, &meta, params).await,
            Some(Method::TasksUpdate) if tasks => self.update_task(&id, &meta, params).await,
            Some(Method::TasksCancel) if tasks => self.modern_cancel(&id, &meta, params).await,
            Some(Method::Listen) => self.listen(id, &meta, params, via).await,
            _ => no_method(&id, name),
        }
    }

    pub(super) fn speech(&self) -> Speech<'_> {
        Speech::V2026_07_28(&self.core.info)
    }

    fn discover(&self, id: &RequestId) -> Reply {
        let core = &self.core;
        let body = Discovered::new(core.has_tasks(), false, core.instructions.as_deref());
        let answer = Answer::complete(body, &core.info).fresh(FRESH);
        Reply::Now(answer.encode(id))
    }

    fn modern_tools(&self, id: &RequestId, params: Option<&RawValue>) -> Reply {
        let tools = self.core.tools();
        let page = tools.page(None, params, self.core.settings.page_size);
        Reply::of(
            id,
            page.map(|page| Answer::complete(page, &self.core.info).fresh(FRESH)),
        )
    }
}

/// Listings may change at any time, and are told of to those who listen.
const FRESH: Fresh = Fresh {
    ttl_ms: 0,
    cache_scope: CacheScope::Private,
};

/// A refusal before the request was looked at, which HTTP shows by status 400 whatever its code.
fn refused(id: &RequestId, error: &ErrorBody) -> crate::protocol::jsonrpc::Answer {
    crate::protocol::jsonrpc::Answer {
        error: Some(crate::protocol::jsonrpc::INVALID_REQUEST),
        ..crate::protocol::jsonrpc::Answer::error(Some(id), error)
    }
}
