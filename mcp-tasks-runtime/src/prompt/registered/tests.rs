//! Prompts from types and from functions, and what is refused.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{PromptError, PromptFault, RegisteredPrompt};
use crate::arguments::Arguments;
use crate::prompt::{Prompt, PromptArgument, PromptDescriptor, PromptResult};
use crate::tool::{FromCall, Requirements, State, States, TaskContext, ToolError};

#[derive(Deserialize, JsonSchema)]
struct Weather {
    /// Where.
    town: String,
    /// How many days.
    days: Option<u8>,
    area: String,
}

impl Prompt for Weather {
    type Arguments = Self;

    fn descriptor() -> PromptDescriptor {
        PromptDescriptor::new("weather").with_values("town", ["Oslo"])
    }

    fn requirements(requirements: &mut Requirements<'_>) {
        <State<u32> as FromCall>::requirements(requirements);
    }

    async fn get(arguments: Self, _context: TaskContext) -> Result<PromptResult, ToolError> {
        if arguments.area == "sea" {
            return Err(ToolError::new("nobody lives there"));
        }
        let days = arguments.days.unwrap_or(1);
        Ok(PromptResult::user(format!("{} for {days}", arguments.town)))
    }
}

async fn get(prompt: &RegisteredPrompt, pairs: &[(&str, &str)]) -> Result<String, String> {
    let arguments = Arguments::from_iter(pairs.iter().copied());
    match prompt.get(arguments, TaskContext::detached()).await {
        Ok(result) => Ok(result.messages[0].content.as_text().unwrap().to_owned()),
        Err(PromptError::Arguments(error)) => Err(format!("arguments: {error}")),
        Err(PromptError::Failed(error)) => Err(format!("failed: {error}")),
    }
}

#[test]
fn arguments_of_a_type_are_listed_the_required_ones_first() {
    let prompt = RegisteredPrompt::of::<Weather>();
    let expected = [
        PromptArgument::required("town").with_description("Where."),
        PromptArgument::required("area"),
        PromptArgument::new("days").with_description("How many days."),
    ];
    assert_eq!(prompt.descriptor.arguments, expected);
    assert!(prompt.has_argument("days") && !prompt.has_argument("day"));
    assert!(prompt.completer("town").is_some() && prompt.completer("area").is_none());
}

#[tokio::test]
async fn a_type_gets_its_arguments_decoded() {
    let prompt = RegisteredPrompt::of::<Weather>();
    let ok = get(&prompt, &[("town", "Oslo"), ("area", "x"), ("days", "2")]).await;
    assert_eq!(ok.as_deref(), Ok("Oslo for 2"));
    let missing = get(&prompt, &[("area", "x")]).await.unwrap_err();
    assert_eq!(missing, "arguments: argument `town` is missing");
    let wrong = get(&prompt, &[("town", "a"), ("area", "x"), ("days", "-1")]).await;
    assert_eq!(
        wrong.unwrap_err(),
        "arguments: argument `days`: invalid type: string \"-1\", expected u8"
    );
    let failed = get(&prompt, &[("town", "a"), ("area", "sea")]).await;
    assert_eq!(failed.unwrap_err(), "failed: nobody lives there");
}

#[tokio::test]
async fn a_function_gets_its_arguments_as_they_are() {
    let descriptor = PromptDescriptor::new("echo").with_argument(PromptArgument::required("a"));
    let prompt = RegisteredPrompt::new(descriptor, |arguments, context| async move {
        let text = format!("{}{}", arguments.require("a")?, context.tool());
        Ok(PromptResult::user(text))
    });
    let ok = get(&prompt, &[("a", "1"), ("b", "2")]).await;
    assert_eq!(ok.as_deref(), Ok("1detached"));
    let missing = get(&prompt, &[("b", "2")]).await.unwrap_err();
    assert_eq!(missing, "arguments: argument `a` is missing");
}

#[test]
fn what_cannot_be_served_is_refused() {
    let fault = |descriptor: PromptDescriptor| {
        RegisteredPrompt::new(descriptor, |_, _| async { Ok(PromptResult::default()) })
            .check(&States::default())
            .err()
    };
    let fine = PromptDescriptor::new("ein Name mit Ümlaut").with_description("");
    assert_eq!(fault(fine), None);
    assert_eq!(fault(PromptDescriptor::new("é".repeat(128))), None);
    for bad in [String::new(), "a\nb".to_owned(), "é".repeat(129)] {
        assert_eq!(
            fault(PromptDescriptor::new(bad)),
            Some(PromptFault::BadName)
        );
    }
    assert_eq!(
        fault(PromptDescriptor::new("p").with_argument("")),
        Some(PromptFault::UnnamedArgument)
    );
    assert_eq!(
        fault(
            PromptDescriptor::new("p")
                .with_argument("a")
                .with_argument("a")
        ),
        Some(PromptFault::DuplicateArgument("a".to_owned()))
    );
    assert_eq!(
        fault(PromptDescriptor::new("p").with_values("b", ["x"])),
        Some(PromptFault::UnknownCompletion("b".to_owned()))
    );
}

#[test]
fn missing_state_is_named() {
    let prompt = RegisteredPrompt::of::<Weather>();
    let missing = PromptFault::MissingState("u32".to_owned());
    assert_eq!(prompt.check(&States::default()), Err(missing));
    let mut states = States::default();
    states.insert(std::sync::Arc::new(7_u32));
    assert_eq!(prompt.check(&states), Ok(()));
}
