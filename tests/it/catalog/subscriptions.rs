//! Changes of what resources hold: by session, or by subscription.

use serde_json::json;

use super::offering;
use crate::support::Peer;
use crate::support::july::{answers, july};

const UPDATED: &str = "notifications/resources/updated";

#[tokio::test(start_paused = true)]
async fn a_session_is_told_of_the_resources_that_it_subscribed_to() {
    let server = offering().build().unwrap();
    let mut one = Peer::ready(&server).await;
    let mut two = Peer::ready(&server).await;
    let uri = |uri: &str| json!({ "uri": uri });
    let subscribed = one.result("resources/subscribe", uri("a:one")).await;
    assert_eq!(subscribed, json!({}));
    two.result("resources/subscribe", uri("a:two")).await;
    let catalog = server.catalog();
    catalog.notify_updated("a:one");
    catalog.notify_updated("a:two");
    let told = one.next().await;
    assert_eq!(
        (&told["method"], &told["params"]),
        (&json!(UPDATED), &uri("a:one"))
    );
    assert_eq!(two.next().await["params"], uri("a:two"));
    one.silence().await;
    two.silence().await;

    one.result("resources/unsubscribe", uri("a:one")).await;
    one.result("resources/unsubscribe", uri("a:one")).await;
    catalog.notify_updated("a:one");
    one.silence().await;
}

#[tokio::test(start_paused = true)]
async fn what_is_not_there_cannot_be_subscribed_to() {
    let mut peer = Peer::ready(&offering().build().unwrap()).await;
    let params = json!({ "uri": "a:three" });
    let answer = peer.request("resources/subscribe", params.clone()).await;
    assert_eq!(answer["error"]["code"], -32002);
    assert_eq!(answer["error"]["data"], params);
}

#[tokio::test(start_paused = true)]
async fn j41_a_listener_names_its_resources() {
    let server = offering().build().unwrap();
    let mut peer = Peer::connect(&server);
    let wishes = json!({ "resourceSubscriptions": ["a:two", "a:three"] });
    let params = july(json!({ "notifications": wishes }), answers());
    let id = peer.begin("subscriptions/listen", params).await;
    let accepted = peer.next().await["params"]["notifications"].take();
    assert_eq!(accepted, json!({ "resourceSubscriptions": ["a:two"] }));
    server.catalog().notify_updated("a:one");
    server.catalog().notify_updated("a:two");
    let told = peer.next().await;
    assert_eq!(told["method"], UPDATED);
    let meta = json!({ "io.modelcontextprotocol/subscriptionId": id });
    assert_eq!(told["params"], json!({ "uri": "a:two", "_meta": meta }));
    peer.silence().await;
    peer.notify("notifications/cancelled", json!({ "requestId": id }))
        .await;
    peer.silence().await;
    server.catalog().notify_updated("a:two");
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn an_open_subscription_does_not_hold_up_the_end() {
    let server = offering().build().unwrap();
    let mut peer = Peer::connect(&server);
    let wishes = json!({ "toolsListChanged": true });
    let params = july(json!({ "notifications": wishes }), answers());
    peer.begin("subscriptions/listen", params).await;
    peer.next().await;
    let began = tokio::time::Instant::now();
    peer.end().await;
    peer.rest().await;
    peer.served().await.unwrap();
    assert!(began.elapsed().is_zero(), "{:?}", began.elapsed());
}
