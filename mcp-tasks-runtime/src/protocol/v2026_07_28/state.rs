//! `requestState`: what a server without memory gives to its client to keep (J-35).
//!
//! It is sealed, not secret: the client can read it, but cannot make or change one, nor use it
//! for another owner, another request, or after its time.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac_sha256::{HMAC, Hash};
use serde_json::Value;
use uuid::Uuid;

use crate::protocol::meta::invalid_params;
use crate::task::{ErrorBody, Owner, Timestamp};

/// Says which layout follows, and keeps these seals apart from any other use of the key.
const LAYOUT: &str = "v1.";
const SEAL: usize = 32;
const EXPIRY: usize = 8;

/// The key that states are sealed with.
#[derive(Clone)]
pub(crate) struct StateKey([u8; 32]);

impl std::fmt::Debug for StateKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StateKey(…)")
    }
}

/// What a state belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound<'a> {
    pub(crate) owner: &'a Owner,
    pub(crate) method: &'a str,
    /// The name of what is called.
    pub(crate) name: &'a str,
    /// The arguments, without the answers and the state that a repeated call adds.
    pub(crate) arguments: &'a Value,
}

impl StateKey {
    /// A key that no other process has. States do not outlive it.
    pub(crate) fn random() -> Self {
        // Each has 122 random bits.
        let mut hash = Hash::new();
        for _ in 0..3 {
            hash.update(Uuid::new_v4().as_bytes());
        }
        Self(hash.finalize())
    }

    /// The key made from a secret, which several processes can share.
    pub(crate) fn from_secret(secret: &[u8]) -> Self {
        Self(HMAC::mac(LAYOUT, secret))
    }

    /// Seals a state until `expires`.
    pub(crate) fn seal(&self, bound: &Bound<'_>, expires: Timestamp, state: &[u8]) -> String {
        let expires = expires.0.to_be_bytes();
        let seal = self.mac(bound, expires, state).finalize();
        let mut bytes = Vec::with_capacity(SEAL + EXPIRY + state.len());
        bytes.extend_from_slice(&seal);
        bytes.extend_from_slice(&expires);
        bytes.extend_from_slice(state);
        format!("{LAYOUT}{}", URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The state, if it was sealed with this key for what it comes back with, and its time has
    /// not passed. Which of it is wrong is not told.
    pub(crate) fn open(
        &self,
        bound: &Bound<'_>,
        now: Timestamp,
        sealed: &str,
    ) -> Result<Vec<u8>, ErrorBody> {
        self.try_open(bound, now, sealed)
            .ok_or_else(|| invalid_params("`requestState` is not valid for this request"))
    }

    fn try_open(&self, bound: &Bound<'_>, now: Timestamp, sealed: &str) -> Option<Vec<u8>> {
        let bytes = URL_SAFE_NO_PAD.decode(sealed.strip_prefix(LAYOUT)?).ok()?;
        let (seal, rest) = bytes.split_first_chunk::<SEAL>()?;
        let (expires, state) = rest.split_first_chunk::<EXPIRY>()?;
        let genuine = self.mac(bound, *expires, state).finalize_verify(seal);
        let in_time = now.0 < u64::from_be_bytes(*expires);
        (genuine && in_time).then(|| state.to_vec())
    }

    fn mac(&self, bound: &Bound<'_>, expires: [u8; EXPIRY], state: &[u8]) -> HMAC {
        let mut mac = HMAC::new(self.0);
        let arguments = digest(bound.arguments);
        let parts = [
            LAYOUT.as_bytes(),
            bound.owner.as_str().as_bytes(),
            bound.method.as_bytes(),
            bound.name.as_bytes(),
            &arguments,
            &expires,
            state,
        ];
        for part in parts {
            mac.update((part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac
    }
}

/// A digest of a JSON value, whatever the order in which its members were written.
fn digest(value: &Value) -> [u8; 32] {
    let mut hash = Hash::new();
    feed(&mut hash, value);
    hash.finalize()
}

fn feed(hash: &mut Hash, value: &Value) {
    let begin = |hash: &mut Hash, tag: u8, len: usize| {
        hash.update([tag]);
        hash.update((len as u64).to_be_bytes());
    };
    match value {
        Value::Array(items) => {
            begin(hash, b'[', items.len());
            items.iter().for_each(|item| feed(hash, item));
        }
        Value::Object(members) => {
            begin(hash, b'{', members.len());
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            for (name, value) in members {
                begin(hash, b'"', name.len());
                hash.update(name);
                feed(hash, value);
            }
        }
        Value::String(text) => {
            begin(hash, b'"', text.len());
            hash.update(text);
        }
        other => {
            let text = other.to_string();
            begin(hash, b'=', text.len());
            hash.update(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    const NOW: Timestamp = Timestamp(1_000);
    const LATER: Timestamp = Timestamp(2_000);

    fn open(key: &StateKey, bound: &Bound<'_>, now: Timestamp, sealed: &str) -> Option<Vec<u8>> {
        let opened = key.open(bound, now, sealed);
        opened
            .inspect_err(|error| assert_eq!(error.code, -32602))
            .ok()
    }

    #[test]
    fn j35_a_state_is_for_its_owner_request_and_time() {
        let (owner, other) = (Owner::from("ada"), Owner::from("bob"));
        let arguments = json!({ "year": 2025, "tags": ["a", "b"] });
        let bound = Bound {
            owner: &owner,
            method: "tools/call",
            name: "build_report",
            arguments: &arguments,
        };
        let key = StateKey::random();
        let sealed = key.seal(&bound, LATER, b"round 2");
        assert_eq!(
            open(&key, &bound, NOW, &sealed).as_deref(),
            Some(&b"round 2"[..])
        );

        let reordered = serde_json::from_str(r#"{"tags":["a","b"],"year":2025}"#).unwrap();
        let same = Bound {
            arguments: &reordered,
            ..bound
        };
        assert!(
            open(&key, &same, NOW, &sealed).is_some(),
            "order means nothing"
        );

        let changed = json!({ "year": 2026, "tags": ["a", "b"] });
        for wrong in [
            Bound {
                owner: &other,
                ..bound
            },
            Bound {
                method: "prompts/get",
                ..bound
            },
            Bound {
                name: "build",
                ..bound
            },
            Bound {
                arguments: &changed,
                ..bound
            },
            Bound {
                arguments: &Value::Null,
                ..bound
            },
        ] {
            assert_eq!(open(&key, &wrong, NOW, &sealed), None, "{wrong:?}");
        }
        assert_eq!(open(&key, &bound, LATER, &sealed), None, "expired");
        assert_eq!(
            open(&StateKey::random(), &bound, NOW, &sealed),
            None,
            "other key"
        );
        assert_eq!(open(&key, &bound, NOW, &format!("{sealed}-TAMPERED")), None);
        for text in ["", "v1.", "v2.AAAA", "state", "v1.AAAA"] {
            assert_eq!(open(&key, &bound, NOW, text), None, "{text}");
        }
    }

    #[test]
    fn a_secret_makes_one_key_in_every_process() {
        let owner = Owner::local();
        let bound = Bound {
            owner: &owner,
            method: "tools/call",
            name: "a",
            arguments: &Value::Null,
        };
        let sealed = StateKey::from_secret(b"one").seal(&bound, LATER, b"s");
        assert!(open(&StateKey::from_secret(b"one"), &bound, NOW, &sealed).is_some());
        assert!(open(&StateKey::from_secret(b"two"), &bound, NOW, &sealed).is_none());
        assert_eq!(
            format!("{:?}", StateKey::from_secret(b"one")),
            "StateKey(…)"
        );
    }

    #[test]
    fn digests_tell_values_apart() {
        let values = [
            json!(null),
            json!(false),
            json!(0),
            json!("0"),
            json!(""),
            json!("null"),
            json!([]),
            json!([[]]),
            json!([1, 2]),
            json!([[1], 2]),
            json!({}),
            json!({ "a": "b" }),
            json!({ "a": "b", "c": {} }),
            json!({ "a": { "b": "c" } }),
            json!(["a", "b"]),
            json!({ "ab": "" }),
            json!({ "a": "b\"" }),
        ];
        let digests: std::collections::HashSet<_> = values.iter().map(digest).collect();
        assert_eq!(digests.len(), values.len());
    }

    proptest! {
        #[test]
        fn any_change_of_a_sealed_text_is_noticed(
            state in proptest::collection::vec(any::<u8>(), 0..40),
            at in any::<prop::sample::Index>(),
            with in "[A-Za-z0-9_-]",
        ) {
            let owner = Owner::local();
            let arguments = json!({ "a": 1 });
            let bound = Bound { owner: &owner, method: "m", name: "n", arguments: &arguments };
            let key = StateKey::from_secret(b"secret");
            let sealed = key.seal(&bound, LATER, &state);
            prop_assert_eq!(open(&key, &bound, NOW, &sealed), Some(state));
            let at = at.index(sealed.len());
            let mut changed = sealed.clone();
            changed.replace_range(at..=at, &with);
            if changed != sealed {
                prop_assert_eq!(open(&key, &bound, NOW, &changed), None);
            }
        }
    }
}
