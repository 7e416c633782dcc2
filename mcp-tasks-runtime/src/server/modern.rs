//! The requests of 2026-07-28: each stands alone.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::dispatch::{Reply, Via, no_method};
use super::session::Session;
use crate::protocol::Method;
use crate::protocol::catalog::List;
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
        let core = &self.core;
        let tasks = core.has_tasks();
        match Method::parse(name) {
            Some(Method::Discover) => self.discover(&id),
            Some(Method::ToolsList) => self.list(&id, List::Tools, None, params),
            Some(Method::ToolsCall) => self.modern_call(id, meta, params, via).await,
            Some(Method::PromptsList) if core.has_prompts() => {
                self.list(&id, List::Prompts, None, params)
            }
            Some(Method::PromptsGet) if core.has_prompts() => {
                self.modern_get_prompt(id, meta, params, via)
            }
            Some(Method::ResourcesList) if core.has_resources() => {
                self.list(&id, List::Resources, None, params)
            }
            Some(Method::TemplatesList) if core.has_resources() => {
                self.list(&id, List::Templates, None, params)
            }
            Some(Method::ResourcesRead) if core.has_resources() => {
                self.modern_read_resource(id, meta, params, via)
            }
            Some(Method::Complete) if core.has_prompts() || core.has_resources() => {
                self.modern_complete(id, meta, params, via)
            }
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
        let body = Discovered::new(core.has_tasks(), true, core.instructions.as_deref())
            .offering(core.offered());
        let answer = Answer::complete(body, &core.info).fresh(FRESH);
        Reply::Now(answer.encode(id))
    }
}

/// Listings and resources may change at any time, and are told of to those who listen.
pub(super) const FRESH: Fresh = Fresh {
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
