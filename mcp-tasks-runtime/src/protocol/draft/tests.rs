//! What a wish may hold, and how retention is told.

use super::*;
use crate::protocol::params;

fn wish(json: &str) -> Result<(String, Option<Duration>), String> {
    let raw = RawValue::from_string(json.to_owned()).unwrap();
    let wish = Wish::read(&raw).map_err(|error| error.message)?;
    Ok((wish.id.to_string(), wish.keep_alive))
}

#[test]
fn wishes() {
    let ms = |ms| Some(Duration::from_millis(ms));
    for (json, expected) in [
        (r#"{"taskId":"t"}"#, None),
        (r#"{"taskId":"t","keepAlive":0}"#, ms(0)),
        (r#"{"taskId":"t","keepAlive":-0.0}"#, ms(0)),
        (r#"{"taskId":"t","keepAlive":1500}"#, ms(1500)),
        (r#"{"taskId":"t","keepAlive":1.5e3}"#, ms(1500)),
        (r#"{"taskId":"t","keepAlive":1e300}"#, Some(Duration::MAX)),
        (r#"{"taskId":"t","more":[1]}"#, None),
    ] {
        assert_eq!(wish(json), Ok(("t".to_owned(), expected)), "{json}");
    }
    for json in [
        "null",
        "5",
        "\"t\"",
        r#"["t",5]"#,
        "{}",
        r#"{"taskId":5}"#,
        r#"{"taskId":""}"#,
        r#"{"taskId":"a\tb"}"#,
        r#"{"taskId":"t","keepAlive":null}"#,
        r#"{"taskId":"t","keepAlive":"5"}"#,
        r#"{"taskId":"t","keepAlive":-1}"#,
        r#"{"taskId":"t","keepAlive":1e400}"#,
        r#"{"taskId":"t","taskId":"u"}"#,
    ] {
        let message = wish(json).unwrap_err();
        assert!(message.starts_with("Invalid params: "), "{json}: {message}");
        assert!(
            !message.contains("struct") && !message.contains("line"),
            "{json}: {message}"
        );
    }
}

#[test]
fn retention_counts_from_the_end() {
    let (minute, created) = (Duration::from_secs(60), Timestamp(1000));
    let told = |retention, ended: Option<u64>| {
        keep_alive(retention, created, ended.map(Timestamp)).map(millis)
    };
    assert_eq!(told(Retention::AfterEnd(minute), None), Some(60_000));
    assert_eq!(told(Retention::AfterEnd(minute), Some(9000)), Some(60_000));
    assert_eq!(told(Retention::Forever, Some(9000)), None);
    assert_eq!(told(Retention::FromCreation(minute), None), Some(60_000));
    assert_eq!(
        told(Retention::FromCreation(minute), Some(21_000)),
        Some(40_000)
    );
    assert_eq!(told(Retention::FromCreation(minute), Some(99_000)), Some(0));
}

#[test]
fn a_cursor_leads_back_to_its_place() {
    for bits in [0, 1, u128::MAX, 0x1234_5678_9abc_def0_1234_5678_9abc_def0] {
        let place = crate::task::TaskKey::from_u128(bits);
        let json = serde_json::json!({ "cursor": params::cursor(place) }).to_string();
        let raw = RawValue::from_string(json).unwrap();
        assert_eq!(params::read_list(Some(&raw)).unwrap(), Some(place));
    }
    assert_eq!(params::read_list(None).unwrap(), None);
}
