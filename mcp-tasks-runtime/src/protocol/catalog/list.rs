//! Pages of listings, and their cursors. A cursor says after which entry a page begins, by a
//! number that the entry has for good: what is added or removed meanwhile shifts nothing.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::protocol::params;
use crate::task::ErrorBody;

/// The listings of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Tools,
    Prompts,
    Resources,
    Templates,
}

impl List {
    /// The member that the entries stand in.
    fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
        }
    }

    /// The notification that the listing has changed. Resources and templates share one.
    pub(crate) fn changed(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resources | Self::Templates => "notifications/resources/list_changed",
        }
    }

    /// The cursor of the page after that entry.
    fn cursor(self, after: u64) -> String {
        URL_SAFE_NO_PAD.encode(format!("{}:{after}", self.member()))
    }

    /// Reads a cursor that [`cursor`](Self::cursor) wrote.
    fn parse_cursor(self, cursor: &str) -> Option<u64> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let text = std::str::from_utf8(&bytes).ok()?;
        let (member, after) = text.split_once(':')?;
        let after = after.parse().ok()?;
        (member == self.member() && self.cursor(after) == cursor).then_some(after)
    }
}

/// Reads the parameters of a listing: after which entry the page begins. `known` says whether
/// there was ever an entry of that number.
pub(crate) fn read_cursor(
    params: Option<&RawValue>,
    list: List,
    known: impl FnOnce(u64) -> bool,
) -> Result<Option<u64>, ErrorBody> {
    let Some(cursor) = params::read_cursor(params)? else {
        return Ok(None);
    };
    match list.parse_cursor(&cursor) {
        Some(after) if known(after) => Ok(Some(after)),
        _ => Err(params::foreign_cursor()),
    }
}

/// A page of a listing.
#[derive(Debug)]
pub(crate) struct Page<'a> {
    pub(crate) list: List,
    pub(crate) entries: Vec<&'a RawValue>,
    /// The number of the last entry, when others follow.
    pub(crate) more_after: Option<u64>,
}

impl Serialize for Page<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.list.member(), &self.entries)?;
        if let Some(after) = self.more_after {
            map.serialize_entry("nextCursor", &self.list.cursor(after))?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::{List, Page, read_cursor};

    fn read(json: &str, list: List) -> Result<Option<u64>, String> {
        let raw = RawValue::from_string(json.to_owned()).unwrap();
        read_cursor(Some(&raw), list, |number| number < 7).map_err(|error| error.message)
    }

    #[test]
    fn a_cursor_is_read_by_the_list_that_wrote_it_only() {
        let cursor = List::Prompts.cursor(6);
        let json = format!(r#"{{"cursor":"{cursor}"}}"#);
        assert_eq!(read(&json, List::Prompts), Ok(Some(6)));
        let other = Err("Invalid params: `cursor` is not one of this list".to_owned());
        assert_eq!(read(&json, List::Tools), other);
    }

    #[test]
    fn the_first_page_needs_no_cursor() {
        assert_eq!(read_cursor(None, List::Tools, |_| false).unwrap(), None);
        assert_eq!(read("{}", List::Tools), Ok(None));
        assert_eq!(read(r#"{"cursor":null}"#, List::Tools), Ok(None));
    }

    #[test]
    fn what_no_list_wrote_is_refused() {
        let forged = |text: &str| {
            use base64::Engine as _;
            super::URL_SAFE_NO_PAD.encode(text)
        };
        let none = Err("Invalid params: `cursor` is not one of this list".to_owned());
        for cursor in [
            String::new(),
            "tools:1".to_owned(),
            "!".to_owned(),
            forged("tools"),
            forged("tools:"),
            forged("tools:-1"),
            forged("tools:01"),
            forged("tools:+1"),
            forged("tools:7"),
            forged("tools:18446744073709551616"),
        ] {
            let json = serde_json::json!({ "cursor": cursor }).to_string();
            assert_eq!(read(&json, List::Tools), none, "{cursor}");
        }
        let type_error = Err("Invalid params: `cursor` must be a string".to_owned());
        assert_eq!(read(r#"{"cursor":1}"#, List::Tools), type_error);
    }

    #[test]
    fn a_page_says_where_the_next_one_begins() {
        let entry = RawValue::from_string(r#"{"name":"a"}"#.to_owned()).unwrap();
        let mut page = Page {
            list: List::Templates,
            entries: vec![&entry],
            more_after: None,
        };
        let json = |page: &Page<'_>| serde_json::to_string(page).unwrap();
        assert_eq!(json(&page), r#"{"resourceTemplates":[{"name":"a"}]}"#);
        page.more_after = Some(3);
        let cursor = List::Templates.cursor(3);
        let expected =
            format!(r#"{{"resourceTemplates":[{{"name":"a"}}],"nextCursor":"{cursor}"}}"#);
        assert_eq!(json(&page), expected);
    }
}
