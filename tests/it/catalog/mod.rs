//! Prompts, resources, completion and live changes, over pipes.

mod changes;
mod paging;
mod preparing;
mod reading;
mod rounds;
mod subscriptions;

use mcp_tasks_runtime::{PromptDescriptor, PromptResult, ResourceDescriptor, ServerBuilder};

use crate::support::echoing;

/// A server with a prompt `hello` and the resources `a:one` and `a:two`.
fn offering() -> ServerBuilder {
    let resource = |uri: &str| ResourceDescriptor::new(uri, "r").with_mime_type("text/plain");
    echoing()
        .prompt(PromptDescriptor::new("hello"), |_, _| async {
            Ok(PromptResult::user("Hello!"))
        })
        .resource(resource("a:one"), |request, _| async move {
            Ok(request.text("One."))
        })
        .resource(resource("a:two"), |request, _| async move {
            Ok(request.text("Two."))
        })
}
