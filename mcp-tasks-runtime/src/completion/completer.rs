//! Functions that complete arguments, with their types forgotten.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::{Completion, CompletionRequest};
use crate::tool::{TaskContext, ToolError};

type CompleteFuture = Pin<Box<dyn Future<Output = Result<Completion, ToolError>> + Send>>;
type Complete = dyn Fn(CompletionRequest, TaskContext) -> CompleteFuture + Send + Sync;

/// A function that suggests values for an argument.
#[derive(Clone)]
pub(crate) struct Completer(Arc<Complete>);

impl Completer {
    pub(crate) fn new<F, R>(complete: F) -> Self
    where
        F: Fn(CompletionRequest, TaskContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Completion, ToolError>> + Send + 'static,
    {
        let complete = Arc::new(complete);
        Self(Arc::new(move |request, context| {
            // Nothing of the function runs before the first poll, where panics are caught.
            let complete = Arc::clone(&complete);
            Box::pin(async move { complete(request, context).await })
        }))
    }

    /// Suggests those of the values that begin with what is typed.
    pub(crate) fn one_of(values: Vec<String>) -> Self {
        let values: Arc<[String]> = values.into();
        Self::new(move |request, _context| {
            let completion = request.matching(values.iter().map(String::as_str));
            async move { Ok(completion) }
        })
    }

    /// Suggests values. Panics where the function does.
    pub(crate) fn complete(
        &self,
        request: CompletionRequest,
        context: TaskContext,
    ) -> CompleteFuture {
        (self.0)(request, context)
    }
}

impl fmt::Debug for Completer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Completer")
    }
}

/// The completers of one prompt or template, by argument.
#[derive(Clone, Debug, Default)]
pub(crate) struct Completers(Vec<(String, Completer)>);

impl Completers {
    /// Sets the completer of an argument; the last one given counts.
    pub(crate) fn set(&mut self, argument: String, completer: Completer) {
        self.0.retain(|(name, _)| *name != argument);
        self.0.push((argument, completer));
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The completer of that argument.
    pub(crate) fn get(&self, argument: &str) -> Option<&Completer> {
        let found = self.0.iter().find(|(name, _)| name == argument);
        found.map(|(_, completer)| completer)
    }

    /// The first argument that has a completer but is none of those that exist.
    pub(crate) fn unknown(&self, exists: impl Fn(&str) -> bool) -> Option<&str> {
        let mut names = self.0.iter().map(|(name, _)| name.as_str());
        names.find(|name| !exists(name))
    }
}

#[cfg(test)]
mod tests {
    use super::{Completer, Completers};
    use crate::completion::{Completion, CompletionRequest};
    use crate::tool::{TaskContext, ToolError};

    async fn complete(completer: &Completer, value: &str) -> Result<Vec<String>, ToolError> {
        let request = CompletionRequest::new("city", value);
        let completion = completer.complete(request, TaskContext::detached()).await?;
        Ok(completion.values().to_vec())
    }

    #[tokio::test]
    async fn functions_and_fixed_values_complete() -> Result<(), ToolError> {
        let echo = Completer::new(|request, _context| async move {
            Ok(Completion::new([format!("{}!", request.value)]))
        });
        assert_eq!(complete(&echo, "os").await?, ["os!"]);
        let fixed = Completer::one_of(vec!["Oslo".to_owned(), "Rome".to_owned()]);
        assert_eq!(complete(&fixed, "r").await?, ["Rome"]);
        Ok(())
    }

    #[tokio::test]
    async fn the_last_completer_of_an_argument_counts() -> Result<(), ToolError> {
        let mut completers = Completers::default();
        completers.set("city".to_owned(), Completer::one_of(vec!["a".to_owned()]));
        completers.set("city".to_owned(), Completer::one_of(vec!["b".to_owned()]));
        let city = completers.get("city").ok_or(ToolError::new("gone"))?;
        assert_eq!(complete(city, "").await?, ["b"]);
        assert_eq!(completers.unknown(|name| name == "city"), None);
        assert_eq!(completers.unknown(|_| false), Some("city"));
        Ok(())
    }
}
