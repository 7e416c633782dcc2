//! What there is: the four lists, and what the capabilities say of them.

use serde_json::value::RawValue;

use super::Core;
use super::dispatch::Reply;
use super::modern::FRESH;
use super::session::Session;
use crate::protocol::catalog::{List, Offered, Page};
use crate::protocol::jsonrpc::RequestId;
use crate::protocol::lifecycle::Version;
use crate::protocol::v2026_07_28::answer::Answer;
use crate::task::ErrorBody;

impl Core {
    /// There are, or were, prompts.
    pub(super) fn has_prompts(&self) -> bool {
        self.catalog.prompts().had_any()
    }

    /// There are, or were, resources or templates of some.
    pub(super) fn has_resources(&self) -> bool {
        self.catalog.resources().had_any()
    }

    /// What is offered besides tools and tasks.
    pub(super) fn offered(&self) -> Offered {
        Offered {
            prompts: self.has_prompts(),
            resources: self.has_resources(),
            completions: self.catalog.has_completers(),
        }
    }
}

impl Session {
    /// Answers a listing's request, for a session of that version or without a session.
    pub(super) fn list(
        &self,
        id: &RequestId,
        list: List,
        version: Option<Version>,
        params: Option<&RawValue>,
    ) -> Reply {
        let (catalog, size) = (&self.core.catalog, self.core.settings.page_size);
        match list {
            List::Tools => {
                let tools = catalog.tools();
                self.page(id, version, tools.listed.page(params, size, version))
            }
            List::Prompts => {
                let prompts = catalog.prompts();
                self.page(id, version, prompts.page(params, size, version))
            }
            List::Resources => {
                let resources = catalog.resources();
                self.page(id, version, resources.fixed.page(params, size, version))
            }
            List::Templates => {
                let resources = catalog.resources();
                self.page(id, version, resources.templates.page(params, size, version))
            }
        }
    }

    fn page(
        &self,
        id: &RequestId,
        version: Option<Version>,
        page: Result<Page<'_>, ErrorBody>,
    ) -> Reply {
        match (page, version) {
            (Ok(page), None) => {
                let answer = Answer::complete(page, &self.core.info).fresh(FRESH);
                Reply::Now(answer.encode(id))
            }
            (page, _) => Reply::of(id, page),
        }
    }
}
