//! `tasks/list`: pages, and that they hold what can be read.

use std::collections::BTreeSet;

use mcp_tasks_runtime::Server;
use serde_json::{Value, json};

use crate::support::{Gate, Peer, echoing, held, task_call};

async fn run(peer: &mut Peer, id: &str) {
    let call = task_call("echo", json!({ "message": "hi" }), id);
    peer.result("tools/call", call).await;
}

/// One page: the ids, and the cursor of the next.
async fn page(peer: &mut Peer, cursor: Option<&Value>) -> (Vec<String>, Option<Value>) {
    let params = cursor.map_or(json!({}), |cursor| json!({ "cursor": cursor }));
    let result = peer.result("tasks/list", params).await;
    let ids = result["tasks"].as_array().unwrap().iter();
    let ids = ids.map(|task| task["taskId"].as_str().unwrap().to_owned());
    (ids.collect(), result.get("nextCursor").cloned())
}

async fn walk(peer: &mut Peer) -> Vec<String> {
    let (mut all, mut next) = page(peer, None).await;
    while let Some(cursor) = next {
        let (ids, further) = page(peer, Some(&cursor)).await;
        all.extend(ids);
        next = further;
    }
    all
}

fn paged(size: usize) -> Server {
    echoing().page_size(size).build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn d32_pages_follow_each_other_newest_first() {
    let mut peer = Peer::ready(&paged(3)).await;
    assert_eq!(page(&mut peer, None).await, (vec![], None));
    for n in 0..7 {
        run(&mut peer, &format!("t{n}")).await;
    }
    let (ids, next) = page(&mut peer, None).await;
    assert_eq!(ids, ["t6", "t5", "t4"]);
    let cursor = next.unwrap();
    assert!(cursor.is_string());
    let (ids, next) = page(&mut peer, Some(&cursor)).await;
    assert_eq!(ids, ["t3", "t2", "t1"]);
    let (ids, last) = page(&mut peer, next.as_ref()).await;
    assert_eq!((ids, last), (vec!["t0".to_owned()], None));
    // A cursor can be used again.
    let (ids, _) = page(&mut peer, Some(&cursor)).await;
    assert_eq!(ids, ["t3", "t2", "t1"]);
}

#[tokio::test(start_paused = true)]
async fn d32_no_cursor_after_a_last_page_that_is_full() {
    let mut peer = Peer::ready(&paged(2)).await;
    for n in 0..4 {
        run(&mut peer, &format!("t{n}")).await;
    }
    let (_, next) = page(&mut peer, None).await;
    let (ids, last) = page(&mut peer, next.as_ref()).await;
    assert_eq!(ids, ["t1", "t0"]);
    assert_eq!(last, None);
}

#[tokio::test(start_paused = true)]
async fn d34_what_can_be_read_is_listed_and_nothing_else() {
    let gate = Gate::new();
    let server = held(&gate);
    let mut peer = Peer::ready(&server.page_size(2).build().unwrap()).await;
    let mut readable = BTreeSet::new();
    for n in 0..9 {
        let id = format!("t{n}");
        match n % 3 {
            0 => run(&mut peer, &id).await,
            1 => drop(peer.start("run", json!({}), &id).await),
            _ => {
                let request = peer.start("run", json!({}), &id).await;
                peer.cancel(request).await;
            }
        }
        readable.insert(id);
    }
    for gone in ["t0", "t5"] {
        peer.result("tasks/delete", json!({ "taskId": gone })).await;
        readable.remove(gone);
    }
    let listed = walk(&mut peer).await;
    assert_eq!(listed.len(), readable.len());
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), readable);
    let page = peer.result("tasks/list", json!({})).await;
    for entry in page["tasks"].as_array().unwrap() {
        // An entry equals the task as it is read, without the link.
        let mut task = peer.get(entry["taskId"].as_str().unwrap()).await;
        task.as_object_mut().unwrap().remove("_meta");
        assert_eq!(*entry, task);
    }
}

#[tokio::test(start_paused = true)]
async fn r30_a_walk_is_whole_while_tasks_come_and_go() {
    let server = paged(4);
    let (mut peer, mut other) = (Peer::ready(&server).await, Peer::ready(&server).await);
    for n in 0..60 {
        run(&mut other, &format!("t{n}")).await;
    }
    let (mut all, mut next) = page(&mut peer, None).await;
    let mut deleted = Vec::new();
    let mut round = 0;
    while let Some(cursor) = next {
        // Some that were seen, some that will not be, some that are new.
        for n in [round * 3, 59 - round * 3] {
            let id = format!("t{n}");
            let params = json!({ "taskId": id });
            if other
                .request("tasks/delete", params)
                .await
                .get("result")
                .is_some()
            {
                deleted.push(id);
            }
        }
        run(&mut other, &format!("new{round}")).await;
        round += 1;
        let (ids, further) = page(&mut peer, Some(&cursor)).await;
        all.extend(ids);
        next = further;
    }
    let unique: BTreeSet<_> = all.iter().collect();
    assert_eq!(unique.len(), all.len(), "none comes twice");
    assert!(deleted.len() > 10);
    for n in 0..60 {
        let id = format!("t{n}");
        assert!(
            all.contains(&id) || deleted.contains(&id),
            "{id} is missing"
        );
    }
    assert!(!all.iter().any(|id| id.starts_with("new")));
}

#[tokio::test(start_paused = true)]
async fn d38_a_cursor_that_no_listing_gave_is_refused() {
    let mut peer = Peer::ready(&paged(2)).await;
    for (cursor, text) in [
        (json!(""), "`cursor` is not one of this list"),
        (
            json!("next-page-cursor"),
            "`cursor` is not one of this list",
        ),
        (json!("AAAA"), "`cursor` is not one of this list"),
        (json!("é"), "`cursor` is not one of this list"),
        (json!(5), "`cursor` must be a string"),
        (json!({}), "`cursor` must be a string"),
    ] {
        let (code, message) = peer.error("tasks/list", json!({ "cursor": cursor })).await;
        assert_eq!((code, message), (-32602, format!("Invalid params: {text}")));
    }
    let null = peer.result("tasks/list", json!({ "cursor": null })).await;
    assert_eq!(null, json!({ "tasks": [] }));
    peer.send_line(r#"{"jsonrpc":"2.0","id":1,"method":"tasks/list"}"#)
        .await;
    assert_eq!(peer.answer(1).await["result"], json!({ "tasks": [] }));
}
