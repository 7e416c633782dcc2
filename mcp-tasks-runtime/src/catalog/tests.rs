//! Catalogs that change while they are read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::{Catalog, CatalogError, Draft, Terms, Update};
use crate::completion::CompletionRequest;
use crate::prompt::{PromptDescriptor, PromptFault, PromptResult, RegisteredPrompt};
use crate::protocol::catalog::{List, Reference};
use crate::protocol::lifecycle::Version;
use crate::resource::{ResourceDescriptor, ResourceFault, TemplateDescriptor};
use crate::tool::{DefinitionFault, TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError};

struct Ping;

impl Tool for Ping {
    type Input = std::collections::BTreeMap<String, String>;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("ping").with_task(TaskSupport::Required)
    }

    async fn call(_input: Self::Input, _context: TaskContext) -> Result<String, ToolError> {
        Ok("pong".to_owned())
    }
}

fn catalog() -> Catalog {
    let terms = Terms {
        tasks: true,
        ..Terms::default()
    };
    Catalog::new(terms)
}

fn add_prompt(catalog: &Catalog, name: &str) -> Result<(), CatalogError> {
    let make = |_, _| async { Ok(PromptResult::default()) };
    catalog.add_prompt(PromptDescriptor::new(name), make)
}

fn add_resource(catalog: &Catalog, uri: &str, text: &'static str) -> Result<(), CatalogError> {
    catalog.add_resource(
        ResourceDescriptor::new(uri, "r"),
        move |request, _| async move { Ok(request.text(text)) },
    )
}

fn add_template(catalog: &Catalog, uri: &str, text: &'static str) -> Result<(), CatalogError> {
    let descriptor = TemplateDescriptor::new(uri, "t").with_values("x", ["one", "two"]);
    catalog.add_resource_template(descriptor, move |request, _| async move {
        Ok(request.text(format!("{text} {}", request.variable("x"))))
    })
}

/// The names on a page of prompts, and the parameters for the next one.
fn page(catalog: &Catalog, params: Option<&RawValue>) -> (Vec<String>, Option<Box<RawValue>>) {
    let prompts = catalog.prompts();
    let page = prompts.page(params, 2, Some(Version::NEWEST)).unwrap();
    let page: Value = serde_json::to_value(page).unwrap();
    let names = page["prompts"].as_array().unwrap().iter();
    let names = names.map(|prompt| prompt["name"].as_str().unwrap().to_owned());
    let next = page
        .get("nextCursor")
        .map(|cursor| json!({ "cursor": cursor }));
    (
        names.collect(),
        next.map(|next| to_raw_value(&next).unwrap()),
    )
}

#[test]
fn pages_are_stable_while_entries_come_and_go() {
    let catalog = catalog();
    for name in ["a", "b", "c", "d", "e"] {
        add_prompt(&catalog, name).unwrap();
    }
    let (names, next) = page(&catalog, None);
    assert_eq!(names, ["a", "b"]);
    // The last one shown and one shown before it go, as does one to come; another is added.
    assert!(catalog.remove_prompt("b") && catalog.remove_prompt("a"));
    assert!(catalog.remove_prompt("d"));
    add_prompt(&catalog, "f").unwrap();
    let (names, next) = page(&catalog, next.as_deref());
    assert_eq!(names, ["c", "e"]);
    // One that comes back is at the end, not where it was.
    add_prompt(&catalog, "a").unwrap();
    let (names, next) = page(&catalog, next.as_deref());
    assert_eq!(names, ["f", "a"]);
    assert!(next.is_none());
}

#[test]
fn a_cursor_may_outlive_every_entry_after_it() {
    let catalog = catalog();
    for name in ["a", "b", "c"] {
        add_prompt(&catalog, name).unwrap();
    }
    let (_, next) = page(&catalog, None);
    assert!(catalog.remove_prompt("c"));
    let (names, next) = page(&catalog, next.as_deref());
    assert_eq!((names.len(), next.is_none()), (0, true));
}

#[test]
fn a_cursor_beyond_all_entries_is_refused() {
    let (many, few) = (catalog(), catalog());
    for name in ["a", "b", "c"] {
        add_prompt(&many, name).unwrap();
    }
    add_prompt(&few, "a").unwrap();
    let (_, next) = page(&many, None);
    let prompts = few.prompts();
    let error = prompts.page(next.as_deref(), 2, Some(Version::NEWEST));
    assert_eq!(error.unwrap_err().code, -32602);
}

#[test]
fn keys_are_unique_in_their_listing() {
    let catalog = catalog();
    add_prompt(&catalog, "a").unwrap();
    let again = add_prompt(&catalog, "a");
    assert!(matches!(
        again,
        Err(CatalogError::Prompt { name, fault: PromptFault::DuplicateName }) if name == "a"
    ));
    add_resource(&catalog, "a:b", "").unwrap();
    let again = add_resource(&catalog, "a:b", "");
    assert!(matches!(
        again,
        Err(CatalogError::Resource {
            fault: ResourceFault::DuplicateUri,
            ..
        })
    ));
    add_template(&catalog, "a:{x}", "").unwrap();
    let again = add_template(&catalog, "a:{x}", "").unwrap_err();
    let text = "resource template `a:{x}`: another one has the same URI";
    assert_eq!(again.to_string(), text);
    catalog.add_tool::<Ping>().unwrap();
    assert!(matches!(
        catalog.add_tool::<Ping>(),
        Err(CatalogError::Tool(error)) if error.fault == DefinitionFault::DuplicateName
    ));
    assert!(catalog.remove_tool("ping") && !catalog.remove_tool("ping"));
    catalog.add_tool::<Ping>().unwrap();
    assert!(catalog.tools().get("ping").is_some());
}

#[test]
fn terms_hold_for_what_is_added_later() {
    let without_tasks = Catalog::new(Terms::default());
    assert!(matches!(
        without_tasks.add_tool::<Ping>(),
        Err(CatalogError::Tool(error)) if error.fault == DefinitionFault::TasksAreOff
    ));
    assert_eq!(without_tasks.tools().listed.len(), 0);
}

#[test]
fn a_draft_names_the_first_that_cannot_be_offered() {
    let prompt = |name: &str| {
        let make = |_, _| async { Ok(PromptResult::default()) };
        RegisteredPrompt::new(PromptDescriptor::new(name), make)
    };
    let mut draft = Draft::default();
    draft.prompts.extend([prompt("a"), prompt("b")]);
    let catalog = draft.build(Terms::default()).unwrap();
    assert_eq!(page(&catalog, None).0, ["a", "b"]);

    let mut draft = Draft::default();
    draft.prompts.extend([prompt("a"), prompt(""), prompt("a")]);
    let error = draft.build(Terms::default()).unwrap_err();
    let text = "prompt ``: a name has 1 to 128 characters, none of them a control character";
    assert_eq!(error.to_string(), text);
}

#[tokio::test]
async fn a_uri_is_read_by_the_nearest_that_names_it() {
    let catalog = catalog();
    add_template(&catalog, "a:{x}", "first").unwrap();
    add_template(&catalog, "a:b{x}", "second").unwrap();
    add_resource(&catalog, "a:bc", "fixed").unwrap();
    let read = async |uri: &str| {
        let reading = catalog.resources().read(uri, TaskContext::detached());
        let contents = serde_json::to_value(reading.await.ok()?).unwrap();
        contents[0]["text"].as_str().map(str::to_owned)
    };
    assert_eq!(read("a:bc").await.as_deref(), Some("fixed"));
    assert_eq!(read("a:bd").await.as_deref(), Some("first bd"));
    assert!(catalog.remove_resource_template("a:{x}"));
    assert_eq!(read("a:bd").await.as_deref(), Some("second d"));
    assert!(catalog.remove_resource("a:bc"));
    assert_eq!(read("a:bc").await.as_deref(), Some("second c"));
    assert_eq!(read("a:x").await, None);
}

#[tokio::test]
async fn completers_are_found_by_reference() {
    let catalog = catalog();
    let descriptor = PromptDescriptor::new("p")
        .with_argument("city")
        .with_argument("free")
        .with_values("city", ["Oslo", "Rome"]);
    let make = |_, _| async { Ok(PromptResult::default()) };
    catalog.add_prompt(descriptor, make).unwrap();
    add_template(&catalog, "a:{x}", "").unwrap();

    let prompt = Reference::Prompt("p".into());
    let template = Reference::Template("a:{x}".into());
    for (reference, argument, value, expected) in
        [(&prompt, "city", "o", "Oslo"), (&template, "x", "t", "two")]
    {
        let completer = catalog.completer(reference, argument).unwrap().unwrap();
        let request = CompletionRequest::new(argument, value);
        let completion = completer.complete(request, TaskContext::detached()).await;
        assert_eq!(completion.unwrap().values(), [expected]);
    }
    assert!(catalog.completer(&prompt, "free").unwrap().is_none());
    for (reference, argument, text) in [
        (
            prompt,
            "x",
            "Invalid params: `argument.name`: there is no `x`",
        ),
        (
            template,
            "y",
            "Invalid params: `argument.name`: there is no `y`",
        ),
        (Reference::Prompt("q".into()), "x", "Unknown prompt: q"),
        (
            Reference::Template("a:b".into()),
            "x",
            "Unknown resource template: a:b",
        ),
    ] {
        let error = catalog.completer(&reference, argument).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (-32602, text));
    }
}

#[tokio::test]
async fn changes_tell_the_listing_and_come_together() {
    let catalog = catalog();
    let mut changes = catalog.changes();
    add_prompt(&catalog, "a").unwrap();
    add_prompt(&catalog, "b").unwrap();
    assert_eq!(changes.next().await, Some(List::Prompts));
    add_template(&catalog, "a:{x}", "").unwrap();
    assert_eq!(changes.next().await, Some(List::Resources));
    catalog.add_tool::<Ping>().unwrap();
    assert_eq!(changes.next().await, Some(List::Tools));
    // What is refused, or was not there, changes nothing.
    assert!(add_prompt(&catalog, "a").is_err() && !catalog.remove_prompt("z"));
    drop(catalog);
    assert_eq!(changes.next().await, None);
}

#[tokio::test]
async fn updates_reach_those_who_listen() {
    let catalog = catalog();
    catalog.notify_updated("a:nobody");
    let mut updates = catalog.updates();
    catalog.notify_updated("a:b");
    assert_eq!(updates.next().await, Some(Update::Of(Arc::from("a:b"))));
    for n in 0..=super::UPDATES {
        catalog.notify_updated(format!("a:{n}"));
    }
    assert_eq!(updates.next().await, Some(Update::Any));
    assert_eq!(updates.next().await, Some(Update::Of(Arc::from("a:1"))));
}

#[test]
fn readers_see_whole_snapshots_while_writers_write() {
    const NAMES: usize = 40;
    let catalog = catalog();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let mut last = 0;
                    while !done.load(Ordering::Acquire) {
                        let prompts = catalog.prompts();
                        // Listing and look-up agree, and nothing that was seen is lost.
                        assert!(prompts.iter().all(|p| prompts.get(&p.name).is_some()));
                        assert!(prompts.len() >= last);
                        last = prompts.len();
                    }
                })
            })
            .collect();
        let writers: Vec<_> = ["x", "y"]
            .map(|prefix| {
                let catalog = &catalog;
                scope.spawn(move || {
                    for n in 0..NAMES {
                        add_prompt(catalog, &format!("{prefix}{n}")).unwrap();
                    }
                })
            })
            .into_iter()
            .collect();
        for writer in writers {
            writer.join().unwrap();
        }
        done.store(true, Ordering::Release);
        for reader in readers {
            reader.join().unwrap();
        }
    });
    // No change of one writer was lost to the other.
    assert_eq!(catalog.prompts().len(), 2 * NAMES);
}
