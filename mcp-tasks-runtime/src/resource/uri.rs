//! URIs, as far as resources need them: whether a text is one, and percent-decoding.

use std::borrow::Cow;

/// Whether the text begins with a scheme and has neither blanks nor control characters. Its parts
/// mean something to the resource's author only, so they are not looked into.
pub(super) fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let legal = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(legal)
        && !rest.is_empty()
        && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// Decodes `%41` to `A`. `None` where a `%` is not followed by two hexadecimal digits, or the
/// bytes are not UTF-8.
pub(super) fn percent_decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let decoded = match byte {
            b'%' => 16 * hex(rest.next()?)? + hex(rest.next()?)?,
            plain => plain,
        };
        bytes.push(decoded);
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

fn hex(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::{is_uri, percent_decode};

    #[test]
    fn a_uri_begins_with_a_scheme_and_has_no_blanks() {
        for good in ["test://static-text", "urn:x", "file:///a/b", "a+b-c.1:x"] {
            assert!(is_uri(good), "{good}");
        }
        for bad in [
            "", "x", ":x", "x:", "1x:y", "a b:c", "a:b c", "a:b\n", "/a:b",
        ] {
            assert!(!is_uri(bad), "{bad}");
        }
    }

    #[test]
    fn percent_decoding_gives_utf8_or_nothing() {
        for (text, decoded) in [
            ("", Some("")),
            ("plain", Some("plain")),
            ("a%20b", Some("a b")),
            ("%e2%82%AC", Some("€")),
            ("%2F%25", Some("/%")),
            ("ü%21", Some("ü!")),
            ("%", None),
            ("%4", None),
            ("%4g", None),
            ("%+4", None),
            ("%é0", None),
            ("%ff", None),
            ("%e2%82", None),
        ] {
            assert_eq!(percent_decode(text).as_deref(), decoded, "{text}");
        }
    }
}
