//! `tasks/list` (N-58, N-59, N-76).

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::support::{Peer, echoing};

#[tokio::test(start_paused = true)]
async fn n58_n59_pages_have_every_task_once() {
    let server = echoing().page_size(2).build().unwrap();
    let mut peer = Peer::november(&server).await;
    let mut made = HashSet::new();
    for _ in 0..5 {
        made.insert(peer.november_task("run").await);
    }
    let (mut listed, mut cursor, mut pages) = (HashSet::new(), Value::Null, 0);
    loop {
        let params = if cursor.is_null() {
            json!({})
        } else {
            json!({ "cursor": cursor })
        };
        let mut page = peer.result("tasks/list", params).await;
        pages += 1;
        for task in page["tasks"].as_array().unwrap() {
            assert!(
                listed.insert(task["taskId"].as_str().unwrap().to_owned()),
                "twice"
            );
        }
        cursor = page["nextCursor"].take();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!((listed, pages), (made, 3));
}

#[tokio::test(start_paused = true)]
async fn n76_bad_cursors_are_invalid_params() {
    let mut peer = Peer::november(&echoing().build().unwrap()).await;
    for cursor in [json!("nonsense"), json!(""), json!(7)] {
        let (code, _) = peer.error("tasks/list", json!({ "cursor": cursor })).await;
        assert_eq!(code, -32602, "{cursor}");
    }
}
