//! What a server's capabilities say of prompts, resources and completion.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::protocol::lifecycle::Version;

/// What a server offers besides tools, and that it tells of changes. Nothing by default: then
/// nothing is said of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Offered {
    pub(crate) prompts: bool,
    /// Resources, or templates of some.
    pub(crate) resources: bool,
    pub(crate) completions: bool,
}

impl Offered {
    /// What of it exists in that version.
    pub(crate) fn within(self, version: Version) -> Self {
        Self {
            completions: self.completions && version.has_completions(),
            ..self
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Changing {
    list_changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    subscribe: bool,
}

#[derive(Serialize)]
struct Present {}

impl Serialize for Offered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let changing = |subscribe| Changing {
            list_changed: true,
            subscribe,
        };
        if self.prompts {
            map.serialize_entry("prompts", &changing(false))?;
        }
        if self.resources {
            map.serialize_entry("resources", &changing(true))?;
        }
        if self.completions {
            map.serialize_entry("completions", &Present {})?;
        }
        map.end()
    }
}
