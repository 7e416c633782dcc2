//! The resources that the conformance suite reads by URI.

use mcp_tasks_runtime::{ResourceDescriptor, ServerBuilder, TemplateDescriptor};
use serde_json::json;

use crate::tools::conformance::PIXEL;

/// The resource that a tool says has changed.
pub(crate) const WATCHED: &str = "test://watched-resource";

/// Adds the resources.
pub(crate) fn add(builder: ServerBuilder) -> ServerBuilder {
    let text = |uri: &str, name: &str, description: &str| {
        ResourceDescriptor::new(uri, name)
            .with_description(description)
            .with_mime_type("text/plain")
    };
    let picture = ResourceDescriptor::new("test://static-binary", "static-binary")
        .with_description("A picture that never changes.")
        .with_mime_type("image/png");
    let data = TemplateDescriptor::new("test://template/{id}/data", "template-data")
        .with_description("Data by its number.")
        .with_mime_type("application/json");
    builder
        .resource(
            text(
                "test://static-text",
                "static-text",
                "A text that never changes.",
            ),
            |request, _| async move { Ok(request.text("This is a static text resource.")) },
        )
        .resource(picture, |request, _| async move { Ok(request.blob(PIXEL)) })
        .resource(
            text(WATCHED, "watched-resource", "A text to watch."),
            |request, _| async move { Ok(request.text("Watch me.")) },
        )
        .resource_template(data, |request, _| async move {
            let id = request.variable("id");
            let data = json!({
                "id": id,
                "templateTest": true,
                "data": format!("Data for ID: {id}"),
            });
            Ok(request.text(data.to_string()))
        })
}
