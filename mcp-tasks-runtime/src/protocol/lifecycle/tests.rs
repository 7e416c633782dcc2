//! The handshake in each version.

use super::*;
use crate::protocol::testing::{V2025_11_25, assert_valid};
use serde_json::json;

#[test]
fn versions_stand_in_their_order() {
    assert_eq!(Some(&Version::NEWEST), Version::ALL.last());
    for (i, version) in Version::ALL.into_iter().enumerate() {
        assert_eq!(version as usize, i, "listings are found by the version");
        assert_eq!(Version::parse(version.as_str()), Some(version));
    }
}

#[test]
fn features_come_with_their_version() {
    type Gate = fn(Version) -> bool;
    let gates: [(Gate, Version); 11] = [
        (Version::has_annotations, Version::V2025_03_26),
        (Version::has_audio, Version::V2025_03_26),
        (Version::has_progress_messages, Version::V2025_03_26),
        (Version::has_structured_content, Version::V2025_06_18),
        (Version::has_resource_links, Version::V2025_06_18),
        (Version::has_titles, Version::V2025_06_18),
        (Version::has_elicitation, Version::V2025_06_18),
        (Version::has_url_elicitation, Version::V2025_11_25),
        (Version::has_icons, Version::V2025_11_25),
        (Version::has_descriptions, Version::V2025_11_25),
        (Version::has_tasks, Version::V2025_11_25),
    ];
    for (gate, since) in gates {
        for version in Version::ALL {
            assert_eq!(gate(version), version >= since, "{version:?} {since:?}");
        }
    }
}

#[test]
fn n25_an_elicitation_without_a_mode_means_forms() {
    let modes = |elicitation: Value, version| {
        let declared = json!({ "elicitation": elicitation });
        let read = ClientCapabilities::of(&declared).within(version);
        (read.elicitation, read.elicitation_url)
    };
    let newest = Version::V2025_11_25;
    for (elicitation, expected) in [
        (json!({}), (true, false)),
        (json!({ "form": {} }), (true, false)),
        (json!({ "url": {} }), (false, true)),
        (json!({ "form": {}, "url": {} }), (true, true)),
        (json!(true), (true, false)),
        (json!(null), (false, false)),
        (json!("yes"), (false, false)),
    ] {
        assert_eq!(
            modes(elicitation.clone(), newest),
            expected,
            "{elicitation}"
        );
    }
    let before = Version::V2025_06_18;
    assert_eq!(
        modes(json!({ "form": {}, "url": {} }), before),
        (true, false)
    );
}

#[test]
fn n20_capabilities_are_objects_and_older_versions_have_the_draft_ones() {
    let tasks = |version, list| {
        let capabilities = ServerCapabilities::within(version, true, list);
        serde_json::to_value(capabilities).unwrap()["tasks"].take()
    };
    let call = json!({ "tools": { "call": {} } });
    assert_eq!(
        tasks(Version::V2025_11_25, true),
        json!({ "list": {}, "cancel": {}, "requests": call })
    );
    assert_eq!(
        tasks(Version::V2025_11_25, false),
        json!({ "cancel": {}, "requests": call }),
        "N-24"
    );
    assert_eq!(
        tasks(Version::V2025_06_18, true),
        json!({ "requests": { "tools": { "call": true } } }),
        "D-45"
    );
}

#[test]
fn n02_the_handshake_is_answered_in_the_shape_of_its_version() {
    let info = Implementation {
        name: "reports".to_owned(),
        title: Some("Reports".to_owned()),
        version: "1".to_owned(),
        description: Some("Builds reports".to_owned()),
        website_url: Some("https://reports.example".to_owned()),
        icons: vec![Icon::new("https://reports.example/icon.png")],
    };
    let answered = |version: Version, tasks| {
        let result = InitializeResult {
            protocol_version: version.as_str(),
            capabilities: ServerCapabilities::within(version, tasks, true),
            server_info: info.within(version),
            instructions: Some("Ask for a year."),
        };
        serde_json::to_value(result).unwrap()
    };
    for tasks in [false, true] {
        let result = answered(Version::V2025_11_25, tasks);
        assert_valid(&V2025_11_25, "InitializeResult", &result);
    }
    assert_eq!(
        answered(Version::V2025_06_18, false)["serverInfo"],
        json!({ "name": "reports", "title": "Reports", "version": "1" })
    );
    assert_eq!(
        answered(Version::V2024_11_05, false)["serverInfo"],
        json!({ "name": "reports", "version": "1" })
    );
}
