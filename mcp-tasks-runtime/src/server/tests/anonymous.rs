//! Clients without a name (C-10, N-24).

use serde_json::json;

use super::{Client, server};
use crate::server::Identity;

fn draft_call(task: &str) -> serde_json::Value {
    json!({ "name": "ask", "_meta": { "modelcontextprotocol.io/task": { "taskId": task } } })
}

#[tokio::test(start_paused = true)]
async fn c10_an_id_that_nobody_can_guess_is_good_for_whoever_has_it() {
    let server = server();
    let one = Client::new(&server, Identity::anonymous("one")).await;
    let other = Client::new(&server, Identity::anonymous("other")).await;
    let task = one.task().await;
    assert_ne!(other.status(&task).await, "none");
    let answer = other
        .request("tasks/cancel", json!({ "taskId": task }))
        .await;
    assert_eq!(answer["result"]["status"], "cancelled");
}

#[tokio::test(start_paused = true)]
async fn c10_c09_an_id_of_the_clients_making_is_good_in_its_session_only() {
    let server = server();
    let one = Client::new(&server, Identity::anonymous("one")).await;
    let other = Client::new(&server, Identity::anonymous("other")).await;
    let _created = one.begin("tools/call", draft_call("t")).await;
    assert_ne!(one.status("t").await, "none");
    assert_eq!(other.status("t").await, "none");
    // The same id exists once for each.
    let _created = other.begin("tools/call", draft_call("t")).await;
    assert_ne!(other.status("t").await, "none");
}

#[tokio::test(start_paused = true)]
async fn c10_a_draft_task_can_be_cancelled_in_its_session() {
    let server = server();
    let one = Client::new(&server, Identity::anonymous("one")).await;
    let _created = one.begin("tools/call", draft_call("t")).await;
    let answer = one.request("tasks/cancel", json!({ "taskId": "t" })).await;
    assert_eq!(answer["result"]["status"], "cancelled");
}

#[tokio::test(start_paused = true)]
async fn n24_there_is_no_list_of_what_is_everybodys() {
    let client = Client::new(&server(), Identity::anonymous("one")).await;
    let answer = client.request("tasks/list", json!({})).await;
    assert_eq!(answer["error"]["code"], -32601);
}
