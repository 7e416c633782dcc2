//! Resources and templates from types and from functions, and what is refused.

use serde::Deserialize;

use super::{RegisteredResource, RegisteredTemplate};
use crate::resource::{
    ReadRequest, ResourceDescriptor, ResourceError, ResourceFault, ResourceTemplate,
    TemplateDescriptor, UriTemplateFault,
};
use crate::tool::{ResourceContents, States, TaskContext, ToolError};

#[derive(Deserialize)]
struct Row {
    id: u8,
}

impl ResourceTemplate for Row {
    type Variables = Self;

    fn descriptor() -> TemplateDescriptor {
        TemplateDescriptor::new("db://{id}", "row").with_mime_type("text/plain")
    }

    async fn read(
        row: Self,
        request: ReadRequest,
        _context: TaskContext,
    ) -> Result<Vec<ResourceContents>, ResourceError> {
        match row.id {
            0 => Err(request.not_found()),
            id => Ok(request.text(id.to_string())),
        }
    }
}

async fn read(template: &RegisteredTemplate, uri: &str) -> Result<String, String> {
    let request = template.request(uri).ok_or("no match")?;
    match template.read(request, TaskContext::detached()).await {
        Ok(contents) => Ok(serde_json::to_string(&contents).unwrap()),
        Err(error) => Err(error.to_string()),
    }
}

#[tokio::test]
async fn a_template_reads_what_its_variables_name() {
    let rows = RegisteredTemplate::of::<Row>();
    let seven = r#"[{"uri":"db://7","mimeType":"text/plain","text":"7"}]"#;
    assert_eq!(read(&rows, "db://7").await.as_deref(), Ok(seven));
    for gone in ["db://0", "db://256", "db://x"] {
        let expected = format!("there is no resource `{gone}`");
        assert_eq!(read(&rows, gone).await, Err(expected));
    }
    assert_eq!(read(&rows, "db://7/8").await.unwrap_err(), "no match");
}

#[tokio::test]
async fn functions_read_text_bytes_and_failures() {
    let descriptor = ResourceDescriptor::new("a:b", "b").with_mime_type("image/png");
    let picture = RegisteredResource::new(descriptor, |request, _context| async move {
        Ok(request.blob([1, 2, 3]))
    });
    let contents = picture.read(TaskContext::detached()).await.unwrap();
    let expected = ResourceContents::blob("a:b", [1, 2, 3]).with_mime_type("image/png");
    assert_eq!(contents, [expected]);

    let failing = |request: ReadRequest, _context| async move {
        let number: u8 = request.variable("x").parse()?;
        if number == 1 {
            Err(ToolError::internal("one is broken"))?;
        }
        Ok(request.text("fine"))
    };
    let failing = RegisteredTemplate::new(TemplateDescriptor::new("a:{x}", "x"), failing);
    let text = r#"[{"uri":"a:2","text":"fine"}]"#;
    assert_eq!(read(&failing, "a:2").await.as_deref(), Ok(text));
    assert_eq!(read(&failing, "a:1").await.unwrap_err(), "one is broken");
    let parse = "invalid digit found in string";
    assert_eq!(read(&failing, "a:x").await.unwrap_err(), parse);
}

#[test]
fn what_cannot_be_served_is_refused() {
    let resource = |uri: &str, name: &str| {
        RegisteredResource::new(ResourceDescriptor::new(uri, name), |r, _| async move {
            Ok(r.text(""))
        })
        .check(&States::default())
    };
    assert_eq!(resource("a:b", "b"), Ok(()));
    assert_eq!(resource("b", "b"), Err(ResourceFault::BadUri));
    assert_eq!(resource("a:b", ""), Err(ResourceFault::Unnamed));

    let template = |descriptor: TemplateDescriptor| {
        RegisteredTemplate::new(descriptor, |r, _| async move { Ok(r.text("")) })
            .check(&States::default())
    };
    let named = |uri: &str| TemplateDescriptor::new(uri, "name");
    assert_eq!(template(named("a:{x}").with_values("x", ["1"])), Ok(()));
    assert_eq!(
        template(named("a:{x}").with_values("y", ["1"])),
        Err(ResourceFault::UnknownCompletion("y".to_owned()))
    );
    assert_eq!(
        template(named("a:b")),
        Err(ResourceFault::BadTemplate(UriTemplateFault::NoVariable))
    );
    assert_eq!(
        template(TemplateDescriptor::new("a:{x}", "")),
        Err(ResourceFault::Unnamed)
    );
}
