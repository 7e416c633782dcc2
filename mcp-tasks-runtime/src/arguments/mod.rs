//! Named strings: what prompts are given as arguments and templates as variables, and how they
//! become typed values.

mod decode;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Strings by name: the arguments of a prompt, or the variables of a resource template.
///
/// ```
/// use mcp_tasks_runtime::{Arguments, serde};
///
/// #[derive(serde::Deserialize)]
/// #[serde(crate = "mcp_tasks_runtime::serde")]
/// struct Forecast {
///     city: String,
///     days: Option<u8>,
/// }
///
/// let arguments = Arguments::from_iter([("city", "Oslo"), ("days", "3")]);
/// assert_eq!(arguments.get("city"), Some("Oslo"));
///
/// let forecast: Forecast = arguments.decode()?;
/// assert_eq!(forecast.city, "Oslo");
/// assert_eq!(forecast.days, Some(3));
/// # Ok::<(), mcp_tasks_runtime::ArgumentError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Arguments(BTreeMap<String, String>);

impl Arguments {
    /// No arguments.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The value of that name, which has to be there.
    ///
    /// # Errors
    ///
    /// [`ArgumentError::Missing`] when it is not.
    pub fn require(&self, name: &str) -> Result<&str, ArgumentError> {
        self.get(name)
            .ok_or_else(|| ArgumentError::Missing(name.to_owned()))
    }

    /// Sets a value, and gives the one that it replaces.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<String>) -> Option<String> {
        self.0.insert(name.into(), value.into())
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Decodes them into a struct, each into the field of its name. Numbers, booleans and enums
    /// without data are read from their text.
    ///
    /// # Errors
    ///
    /// [`ArgumentError`] names the first argument that does not fit.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, ArgumentError> {
        decode::decode(&self.0)
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Arguments {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let owned = pairs.into_iter().map(|(n, v)| (n.into(), v.into()));
        Self(owned.collect())
    }
}

/// Why arguments cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentError {
    /// An argument that has to be there is not.
    #[error("argument `{0}` is missing")]
    Missing(String),
    /// An argument's value is none of those that it may have.
    #[error("argument `{name}`: {fault}")]
    Invalid {
        /// The argument's name.
        name: String,
        /// What is wrong with its value.
        fault: serde::de::value::Error,
    },
    /// The arguments do not fit as a whole.
    #[error(transparent)]
    Unusable(serde::de::value::Error),
}
