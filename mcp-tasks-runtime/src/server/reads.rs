//! `prompts/get`, `resources/read` and `completion/complete`, in both eras.

use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};

use super::dispatch::{Reply, Via, or_refuse};
use super::jobs;
use super::modern::FRESH;
use super::modern_rounds::{Round, Subject};
use super::outlet::Outlet;
use super::plain::Waiting;
use super::session::Session;
use crate::completion::Completion;
use crate::engine::Job;
use crate::prompt::RegisteredPrompt;
use crate::protocol::Method;
use crate::protocol::catalog::{
    Complete, CompleteResult, GetPrompt, GetPromptResult, RESOURCE_NOT_FOUND, ReadResource,
    ReadResourceResult, unknown_prompt,
};
use crate::protocol::jsonrpc::{self, INVALID_PARAMS, RequestId};
use crate::protocol::lifecycle::Version;
use crate::protocol::tools::Retry;
use crate::protocol::v2026_07_28::answer::Answer;
use crate::protocol::v2026_07_28::meta::{Declared, RequestMeta};
use crate::task::ErrorBody;

impl Session {
    pub(super) fn get_prompt(
        self: &Arc<Self>,
        id: RequestId,
        version: Version,
        params: Option<&RawValue>,
        outlet: &Outlet,
    ) -> Reply {
        let params = or_refuse!(id, GetPrompt::read(params));
        let prompt = or_refuse!(id, self.prompt(&params.name));
        let job = jobs::prompt(&prompt, params.arguments);
        let waiting = waiting(id, version, params.meta.progress_token, outlet);
        self.run_plainly(waiting, job, move |id, result| {
            let result = GetPromptResult {
                result: &result,
                version,
            };
            jsonrpc::Answer::result(id, &result)
        })
    }

    pub(super) fn modern_get_prompt(
        self: &Arc<Self>,
        id: RequestId,
        meta: RequestMeta<'_>,
        params: Option<&RawValue>,
        via: Via<'_>,
    ) -> Reply {
        let params = or_refuse!(id, GetPrompt::read(params));
        let prompt = or_refuse!(id, self.prompt(&params.name));
        let arguments = to_raw_value(&params.arguments).ok().map(Arc::from);
        let subject = Subject {
            method: Method::PromptsGet,
            name: Arc::clone(&prompt.name),
            arguments,
        };
        let round = or_refuse!(id, self.round(id.clone(), subject, params.retry, meta, via));
        let job = jobs::prompt(&prompt, params.arguments);
        self.run_in_rounds(round, job, |session, id, mut result| {
            let meta = result.meta.take();
            let meta = meta.and_then(|meta| to_raw_value(&meta).ok());
            let result = GetPromptResult {
                result: &result,
                version: Version::NEWEST,
            };
            let answer = Answer::complete(result, &session.core.info);
            answer.with_own_meta(meta.as_deref()).encode(id)
        })
    }

    pub(super) fn read_resource(
        self: &Arc<Self>,
        id: RequestId,
        version: Version,
        params: Option<&RawValue>,
        outlet: &Outlet,
    ) -> Reply {
        let params = or_refuse!(id, ReadResource::read(params));
        let resources = self.core.catalog.resources();
        let job = jobs::reading(resources, &Arc::from(params.uri), RESOURCE_NOT_FOUND);
        let waiting = waiting(id, version, params.meta.progress_token, outlet);
        self.run_plainly(waiting, job, |id, contents| {
            let result = ReadResourceResult {
                contents: &contents,
            };
            jsonrpc::Answer::result(id, &result)
        })
    }

    pub(super) fn modern_read_resource(
        self: &Arc<Self>,
        id: RequestId,
        meta: RequestMeta<'_>,
        params: Option<&RawValue>,
        via: Via<'_>,
    ) -> Reply {
        let params = or_refuse!(id, ReadResource::read(params));
        let subject = Subject {
            method: Method::ResourcesRead,
            name: Arc::from(params.uri),
            arguments: None,
        };
        let resources = self.core.catalog.resources();
        let job = jobs::reading(resources, &subject.name, INVALID_PARAMS);
        let round = or_refuse!(id, self.round(id.clone(), subject, params.retry, meta, via));
        self.run_in_rounds(round, job, |session, id, contents| {
            let result = ReadResourceResult {
                contents: &contents,
            };
            let answer = Answer::complete(result, &session.core.info);
            answer.fresh(FRESH).encode(id)
        })
    }

    pub(super) fn complete(
        self: &Arc<Self>,
        id: RequestId,
        version: Version,
        params: Option<&RawValue>,
        outlet: &Outlet,
    ) -> Reply {
        let params = or_refuse!(id, Complete::read(params));
        let token = params.meta.progress_token.clone();
        let Some(job) = or_refuse!(id, self.completion(params)) else {
            return Reply::result(&id, &CompleteResult(&Completion::default()));
        };
        let waiting = waiting(id, version, token, outlet);
        self.run_plainly(waiting, job, |id, completion| {
            jsonrpc::Answer::result(id, &CompleteResult(&completion))
        })
    }

    /// Nothing can be asked here, whatever the client declared.
    pub(super) fn modern_complete(
        self: &Arc<Self>,
        id: RequestId,
        meta: RequestMeta<'_>,
        params: Option<&RawValue>,
        via: Via<'_>,
    ) -> Reply {
        let params = or_refuse!(id, Complete::read(params));
        let answer = |session: &Self, id: &RequestId, completion| {
            let result = CompleteResult(&completion);
            Answer::complete(result, &session.core.info).encode(id)
        };
        let Some(job) = or_refuse!(id, self.completion(params)) else {
            return Reply::Now(answer(self, &id, Completion::default()));
        };
        let subject = Subject {
            method: Method::Complete,
            name: Arc::from(""),
            arguments: None,
        };
        let retry = Retry::default();
        let round = or_refuse!(id, self.round(id.clone(), subject, retry, meta, via));
        let round = Round {
            declared: Declared::default(),
            ..round
        };
        self.run_in_rounds(round, job, answer)
    }

    fn prompt(&self, name: &str) -> Result<Arc<RegisteredPrompt>, ErrorBody> {
        let prompts = self.core.catalog.prompts();
        let prompt = prompts.get(name).map(Arc::clone);
        prompt.ok_or_else(|| unknown_prompt(name))
    }

    /// What suggests values; `None` when nothing does.
    fn completion(&self, params: Complete<'_>) -> Result<Option<Job<Completion>>, ErrorBody> {
        let Complete {
            reference, request, ..
        } = params;
        let catalog = &self.core.catalog;
        let completer = catalog.completer(&reference, &request.argument)?;
        Ok(completer.map(|completer| jobs::completion(completer, request)))
    }
}

fn waiting(id: RequestId, version: Version, token: Option<RequestId>, outlet: &Outlet) -> Waiting {
    Waiting {
        id,
        version,
        token,
        outlet: outlet.clone(),
    }
}
