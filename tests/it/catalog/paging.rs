//! Every list comes in pages, in both eras; a cursor belongs to its list and outlives changes.

use mcp_tasks_runtime::{PromptDescriptor, PromptResult, ResourceDescriptor, TemplateDescriptor};
use serde_json::{Value, json};

use super::offering;
use crate::support::july::{answers, july};
use crate::support::{Peer, echoing};

/// What names the entries of each list.
const LISTS: [(&str, &str, &str); 4] = [
    ("tools/list", "tools", "name"),
    ("prompts/list", "prompts", "name"),
    ("resources/list", "resources", "uri"),
    (
        "resources/templates/list",
        "resourceTemplates",
        "uriTemplate",
    ),
];

fn names(page: &Value, member: &str, name: &str) -> Vec<String> {
    let entries = page[member].as_array().unwrap().iter();
    let names = entries.map(|entry| entry[name].as_str().unwrap().to_owned());
    names.collect()
}

#[tokio::test(start_paused = true)]
async fn pages_are_as_long_as_the_server_says_and_end() {
    let mut builder = echoing().page_size(2);
    for n in 0..3 {
        builder = builder
            .prompt(PromptDescriptor::new(format!("p{n}")), |_, _| async {
                Ok(PromptResult::default())
            })
            .resource(
                ResourceDescriptor::new(format!("a:{n}"), "r"),
                |request, _| async move { Ok(request.text("")) },
            )
            .resource_template(
                TemplateDescriptor::new(format!("t{n}:{{x}}"), "t"),
                |request, _| async move { Ok(request.text("")) },
            );
    }
    let server = builder.build().unwrap();
    let mut session = Peer::ready_at(&server, "2025-11-25").await;
    let mut stateless = Peer::connect(&server);
    for (method, member, name) in LISTS {
        let first = session.result(method, json!({})).await;
        assert_eq!(names(&first, member, name).len(), 2, "{method}");
        let next = json!({ "cursor": first["nextCursor"] });
        let last = session.result(method, next.clone()).await;
        assert_eq!(names(&last, member, name).len(), 1, "{method}");
        assert!(last.get("nextCursor").is_none() && last.get("resultType").is_none());

        let again = stateless.result(method, july(json!({}), answers())).await;
        assert_eq!(again["nextCursor"], first["nextCursor"], "{method}");
        let again = stateless.result(method, july(next, answers())).await;
        let seen = (names(&again, member, name), &again["resultType"]);
        assert_eq!(seen, (names(&last, member, name), &json!("complete")));
        assert!(again["ttlMs"].is_u64() && again["cacheScope"].is_string());
    }
}

#[tokio::test(start_paused = true)]
async fn a_cursor_of_another_list_is_refused() {
    let server = offering().page_size(1).build().unwrap();
    let mut peer = Peer::ready(&server).await;
    let page = peer.result("resources/list", json!({})).await;
    let wrong = json!({ "cursor": page["nextCursor"] });
    let (code, text) = peer.error("tools/list", wrong).await;
    assert_eq!(code, -32602);
    assert_eq!(text, "Invalid params: `cursor` is not one of this list");
}

#[tokio::test(start_paused = true)]
async fn a_page_follows_the_one_before_whatever_changed_meanwhile() {
    let server = offering().page_size(1).build().unwrap();
    let mut peer = Peer::ready(&server).await;
    let page = peer.result("resources/list", json!({})).await;
    assert_eq!(names(&page, "resources", "uri"), ["a:one"]);
    assert!(server.catalog().remove_resource("a:one"));
    let next = json!({ "cursor": page["nextCursor"] });
    let page = peer.result("resources/list", next).await;
    assert_eq!(names(&page, "resources", "uri"), ["a:two"]);
}

#[tokio::test(start_paused = true)]
async fn what_is_not_offered_is_neither_declared_nor_served() {
    let mut peer = Peer::connect(&echoing().build().unwrap());
    let answer = peer.initialize("2025-11-25").await;
    let declared = &answer["result"]["capabilities"];
    for (method, capability) in [
        ("prompts/list", "prompts"),
        ("resources/list", "resources"),
        ("resources/subscribe", "resources"),
        ("completion/complete", "completions"),
    ] {
        assert!(declared.get(capability).is_none(), "{declared}");
        assert_eq!(peer.error(method, json!({})).await.0, -32601, "{method}");
    }
    let mut peer = Peer::connect(&offering().build().unwrap());
    let answer = peer.initialize("2025-11-25").await;
    let declared = &answer["result"]["capabilities"];
    assert_eq!(declared["prompts"], json!({ "listChanged": true }));
    let resources = json!({ "listChanged": true, "subscribe": true });
    assert_eq!(declared["resources"], resources);
    assert!(
        declared.get("completions").is_none(),
        "nothing is completed"
    );
}
