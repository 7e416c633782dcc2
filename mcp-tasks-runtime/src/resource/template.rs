//! URI templates of RFC 6570, level 1: literal text and `{name}`. They are matched, not expanded.

use super::uri::{is_uri, percent_decode};
use crate::arguments::Arguments;

/// A URI template that can be matched: text, then variables, each with the text after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UriTemplate {
    /// The text before the first variable.
    start: String,
    /// Only the last one may have no text after it.
    variables: Vec<Variable>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Variable {
    name: String,
    /// The text up to the next variable, or the end.
    after: String,
}

impl UriTemplate {
    /// Reads a template.
    pub(crate) fn parse(text: &str) -> Result<Self, UriTemplateFault> {
        let mut pieces = text.split('{');
        let start = literal(pieces.next().unwrap_or_default())?;
        let mut variables: Vec<Variable> = Vec::new();
        for piece in pieces {
            let (name, after) = piece.split_once('}').ok_or(UriTemplateFault::Unbalanced)?;
            let legal = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
            if name.is_empty() || !name.chars().all(legal) {
                return Err(UriTemplateFault::BadVariable(name.to_owned()));
            }
            if variables.iter().any(|variable| variable.name == name) {
                return Err(UriTemplateFault::DuplicateVariable(name.to_owned()));
            }
            if variables.last().is_some_and(|v| v.after.is_empty()) {
                return Err(UriTemplateFault::Adjacent(name.to_owned()));
            }
            variables.push(Variable {
                name: name.to_owned(),
                after: literal(after)?,
            });
        }
        if variables.is_empty() {
            return Err(UriTemplateFault::NoVariable);
        }
        // A variable may stand right behind the scheme, so something is put in its place.
        if !is_uri(&format!("{start}x")) {
            return Err(UriTemplateFault::NoUri);
        }
        Ok(Self { start, variables })
    }

    /// Whether it has a variable of that name.
    pub(crate) fn has_variable(&self, name: &str) -> bool {
        self.variables.iter().any(|variable| variable.name == name)
    }

    /// The variables of a URI of this form, percent-decoded. A variable stands for at least one
    /// character, and for none of `/ ? #`, which would be written with a `%`.
    ///
    /// Each variable ends where the text after it first occurs. Nothing is missed by that: had a
    /// later occurrence led to a match, what is skipped could stand in the next variable as well,
    /// as all variables may hold the same characters.
    pub(crate) fn matches(&self, uri: &str) -> Option<Arguments> {
        let mut rest = uri.strip_prefix(self.start.as_str())?;
        let mut found = Arguments::new();
        let last = self.variables.len().checked_sub(1)?;
        for (index, Variable { name, after }) in self.variables.iter().enumerate() {
            let value = if index == last {
                rest.strip_suffix(after.as_str())?
            } else {
                let first = rest.chars().next()?.len_utf8();
                let end = first + rest.get(first..)?.find(after.as_str())?;
                let value = &rest[..end];
                rest = &rest[end + after.len()..];
                value
            };
            if value.is_empty() || value.contains(['/', '?', '#']) {
                return None;
            }
            found.insert(name, percent_decode(value)?);
        }
        Some(found)
    }
}

fn literal(text: &str) -> Result<String, UriTemplateFault> {
    if text.contains('}') {
        return Err(UriTemplateFault::Unbalanced);
    }
    if text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(UriTemplateFault::NoUri);
    }
    Ok(text.to_owned())
}

/// What can be wrong with a URI template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UriTemplateFault {
    /// It does not begin with a scheme, or has blanks.
    #[error("a URI template begins with a scheme, such as `file:`, and has no blanks")]
    NoUri,
    /// A brace has no counterpart.
    #[error("a brace of the URI template has no counterpart")]
    Unbalanced,
    /// It has no variable.
    #[error("the URI template has no variable; a resource of one URI needs no template")]
    NoVariable,
    /// A variable's name is empty, or has others than `A-Z a-z 0-9 _ .`.
    #[error("`{{{0}}}` is no variable; only `{{name}}` is, with a name of `A-Z a-z 0-9 _ .`")]
    BadVariable(String),
    /// A variable occurs twice.
    #[error("the variable `{0}` occurs twice in the URI template")]
    DuplicateVariable(String),
    /// Two variables have no text between them.
    #[error("there is no text before the variable `{0}`, so that none tells where it begins")]
    Adjacent(String),
}

#[cfg(test)]
mod tests {
    use super::{UriTemplate, UriTemplateFault};
    use crate::arguments::Arguments;

    fn matched(template: &str, uri: &str) -> Option<Vec<(String, String)>> {
        let template = UriTemplate::parse(template).unwrap();
        let pairs = |found: Arguments| {
            let pairs = found.iter().map(|(n, v)| (n.to_owned(), v.to_owned()));
            pairs.collect()
        };
        template.matches(uri).map(pairs)
    }

    #[test]
    fn uris_of_the_form_give_their_variables() {
        type Row<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);
        let table: &[Row<'_>] = &[
            (
                "test://template/{id}/data",
                "test://template/123/data",
                &[("id", "123")],
            ),
            ("a:{x}", "a:b", &[("x", "b")]),
            ("a:{x}", "a:b.c-d~e@f", &[("x", "b.c-d~e@f")]),
            ("a://{x}/{y}", "a://1/2", &[("x", "1"), ("y", "2")]),
            ("a:{x}-{y}", "a:1-2-3", &[("x", "1"), ("y", "2-3")]),
            ("a:{x}-{y}", "a:--1", &[("x", "-"), ("y", "1")]),
            ("a:{x}.json", "a:b.json.json", &[("x", "b.json")]),
            ("a:{x}/b{y}/c", "a:1/bb/c", &[("x", "1"), ("y", "b")]),
            ("a:{x}", "a:%2F%20%C3%BC", &[("x", "/ ü")]),
            ("a:{x}/é{y}", "a:éé/éü", &[("x", "éé"), ("y", "ü")]),
            ("a:{x.y_1}", "a:0", &[("x.y_1", "0")]),
            ("a:?q={x}&r={y}", "a:?q=1&r=2", &[("x", "1"), ("y", "2")]),
        ];
        for (template, uri, variables) in table {
            let expected = variables.iter().map(|(n, v)| ((*n).into(), (*v).into()));
            assert_eq!(
                matched(template, uri),
                Some(expected.collect()),
                "{template} {uri}"
            );
        }
    }

    #[test]
    fn other_uris_do_not_match() {
        for (template, uri) in [
            ("test://template/{id}/data", "test://template//data"),
            ("test://template/{id}/data", "test://template/1/data/"),
            ("test://template/{id}/data", "test://template/1/2/data"),
            ("test://template/{id}/data", "test://template/1/dat"),
            ("test://template/{id}/data", "xtest://template/1/data"),
            ("a:{x}", "a:"),
            ("a:{x}", "a:b/c"),
            ("a:{x}", "a:b?c"),
            ("a:{x}", "a:b#c"),
            ("a:{x}", "a:%2"),
            ("a:{x}", "a:%FF"),
            ("a:{x}-{y}", "a:-1"),
            ("a:{x}-{y}", "a:1-"),
            ("a:{x}-{y}", "a:1"),
            ("a:{x}/é{y}", "a:é/e"),
            ("a:{x}", ""),
        ] {
            assert_eq!(matched(template, uri), None, "{template} {uri}");
        }
    }

    #[test]
    fn bad_templates_are_refused() {
        let name = |text: &str| text.to_owned();
        for (template, fault) in [
            ("", UriTemplateFault::NoVariable),
            ("a:b", UriTemplateFault::NoVariable),
            ("{x}", UriTemplateFault::NoUri),
            ("{x}:y", UriTemplateFault::NoUri),
            ("/a/{x}", UriTemplateFault::NoUri),
            ("a:b {x}", UriTemplateFault::NoUri),
            ("a:{x} b", UriTemplateFault::NoUri),
            ("a:{x", UriTemplateFault::Unbalanced),
            ("a:x}", UriTemplateFault::Unbalanced),
            ("a:{x}}", UriTemplateFault::Unbalanced),
            ("a:{{x}}", UriTemplateFault::Unbalanced),
            ("a:{}", UriTemplateFault::BadVariable(name(""))),
            ("a:{+x}", UriTemplateFault::BadVariable(name("+x"))),
            ("a:{x,y}", UriTemplateFault::BadVariable(name("x,y"))),
            ("a:{x*}", UriTemplateFault::BadVariable(name("x*"))),
            ("a:{x}/{x}", UriTemplateFault::DuplicateVariable(name("x"))),
            ("a:{x}{y}", UriTemplateFault::Adjacent(name("y"))),
        ] {
            assert_eq!(UriTemplate::parse(template), Err(fault), "{template}");
        }
    }
}
