//! Errors, and discovery, which names the same versions.

use serde_json::json;

use super::{error, value};
use crate::protocol::jsonrpc::{INVALID_PARAMS, METHOD_NOT_FOUND};
use crate::protocol::testing::{V2026_07_28, assert_valid, server};
use crate::protocol::v2026_07_28::answer::{Answer, CacheScope, Discovered, Fresh};
use crate::protocol::v2026_07_28::errors::{self, Capability};

#[test]
fn j22_discovery() {
    let server = server();
    let fresh = Fresh {
        ttl_ms: 600_000,
        cache_scope: CacheScope::Public,
    };
    for (tasks, list_changed, instructions) in
        [(false, false, None), (true, true, Some("Ask for a year."))]
    {
        let discovered = Discovered::new(tasks, list_changed, instructions);
        let result = value(&Answer::complete(discovered, &server).fresh(fresh));
        assert_valid(&V2026_07_28, "DiscoverResult", &result);
        assert_eq!(result["supportedVersions"][0], "2026-07-28");
        let extensions = tasks.then(|| json!({ "io.modelcontextprotocol/tasks": {} }));
        assert_eq!(
            result["capabilities"].get("extensions"),
            extensions.as_ref()
        );
    }
}

#[test]
fn j20_c03_versions_that_an_error_names() {
    let unserved = error(&errors::unsupported_version(
        "2031-01-01",
        &errors::supported(None),
    ));
    assert_valid(&V2026_07_28, "UnsupportedProtocolVersionError", &unserved);
    assert_eq!(unserved["error"]["data"]["requested"], "2031-01-01");
    let discovered = value(&Discovered::new(true, true, None));
    let named = |requested| json!(errors::supported(requested));
    assert_eq!(named(Some("2031-01-01")), discovered["supportedVersions"]);
    assert_eq!(named(Some("2025-06-18")), json!(["2026-07-28"]));
    let mismatch = error(&errors::header_mismatch("Mcp-Name 'a' vs body 'b'"));
    assert_valid(&V2026_07_28, "HeaderMismatchError", &mismatch);
}

#[test]
fn j14_every_capability_can_be_named() {
    use Capability::{ElicitationForm, ElicitationUrl, Roots, Sampling, SamplingTools, Tasks};
    let named = |capabilities: &[Capability]| {
        let refused = error(&errors::missing_capabilities(capabilities));
        assert_valid(
            &V2026_07_28,
            "MissingRequiredClientCapabilityError",
            &refused,
        );
        refused["error"]["data"]["requiredCapabilities"].clone()
    };
    assert_eq!(named(&[Sampling]), json!({ "sampling": {} }));
    let all = [
        Tasks,
        ElicitationForm,
        ElicitationUrl,
        Sampling,
        SamplingTools,
        Roots,
    ];
    assert_eq!(
        named(&all),
        json!({
            "elicitation": { "form": {}, "url": {} }, "sampling": { "tools": {} }, "roots": {},
            "extensions": { "io.modelcontextprotocol/tasks": {} }
        })
    );
}

#[test]
fn j112_statuses() {
    for (code, status) in [
        (-32700, 400),
        (-32600, 400),
        (METHOD_NOT_FOUND, 404),
        (INVALID_PARAMS, 200),
        (-32603, 200),
        (-32800, 200),
        (-32020, 400),
        (-32021, 400),
        (-32022, 400),
        (1, 200),
    ] {
        assert_eq!(errors::http_status(code), status, "{code}");
    }
}
