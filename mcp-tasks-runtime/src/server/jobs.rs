//! Prompts, resources and completers as jobs for the engine.

use std::sync::Arc;

use crate::arguments::Arguments;
use crate::catalog::Resources;
use crate::completion::{Completer, Completion, CompletionRequest};
use crate::engine::Job;
use crate::prompt::{PromptResult, RegisteredPrompt};
use crate::protocol::catalog::{completion_failed, prompt_failed, read_failed};
use crate::tool::ResourceContents;

/// Makes a prompt's messages.
pub(super) fn prompt(prompt: &Arc<RegisteredPrompt>, arguments: Arguments) -> Job<PromptResult> {
    let name = Arc::clone(&prompt.name);
    let prompt = Arc::clone(prompt);
    Job::new(name, |context| async move {
        let made = prompt.get(arguments, context).await;
        made.map_err(prompt_failed)
    })
}

/// Reads a resource; `not_found` is the code for one that is not there.
pub(super) fn reading(
    resources: Arc<Resources>,
    uri: &Arc<str>,
    not_found: i64,
) -> Job<Vec<ResourceContents>> {
    let name = Arc::clone(uri);
    let uri = Arc::clone(uri);
    Job::new(name, move |context| async move {
        let read = resources.read(&uri, context).await;
        read.map_err(|error| read_failed(error, not_found))
    })
}

/// Suggests values for an argument.
pub(super) fn completion(completer: Completer, request: CompletionRequest) -> Job<Completion> {
    let name = Arc::from(request.argument.as_str());
    Job::new(name, |context| async move {
        let completed = completer.complete(request, context).await;
        completed.map_err(completion_failed)
    })
}
