//! Races that have one winner.

use serde_json::json;

use crate::support::{Gate, Peer, held};

/// A cancellation in the instant of the completion: one status, and the answer agrees with it.
async fn race(rounds: usize, turns: impl Fn(usize) -> (usize, usize)) -> [usize; 2] {
    let gate = Gate::new();
    let server = held(&gate);
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let mut ends = [0, 0];
    for round in 0..rounds {
        let task = format!("t{round}");
        let id = peer.start("run", json!({}), &task).await;
        let params = json!({ "requestId": id, "reason": "race" });
        let release = gate.clone();
        let (before_release, before_cancelling) = turns(round);
        let releasing = tokio::spawn(async move {
            for _ in 0..before_release {
                tokio::task::yield_now().await;
            }
            release.pass_one();
        });
        for _ in 0..before_cancelling {
            tokio::task::yield_now().await;
        }
        peer.notify("notifications/cancelled", params).await;
        releasing.await.unwrap();
        let answer = peer.answer(id).await;
        let status = peer.status(&task).await;
        let later = peer
            .request("tasks/result", json!({ "taskId": task }))
            .await;
        match &*status {
            "completed" => {
                assert_eq!(answer["result"], later["result"]);
                ends[0] += 1;
            }
            "cancelled" => {
                assert_eq!(answer["error"]["message"], "Task was cancelled: race");
                assert_eq!(later["error"]["code"], -32602);
                // The gate was opened for a run that is dropped.
                ends[1] += 1;
            }
            other => panic!("ended as {other}"),
        }
        assert_eq!(peer.status(&task).await, status);
        // The pass that a cancelled run did not take must not let the next one through.
        while tokio::time::timeout(std::time::Duration::ZERO, gate.wait())
            .await
            .is_ok()
        {}
        peer.result("tasks/delete", json!({ "taskId": task })).await;
    }
    peer.silence().await;
    ends
}

#[tokio::test(start_paused = true)]
async fn r29_a_thousand_cancellations_at_every_turn_of_one_thread() {
    let ends = race(1000, |round| (round % 10, round / 10 % 20)).await;
    assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r29_a_thousand_cancellations_on_several_threads() {
    let [completed, cancelled] = race(1000, |round| (round % 7, round / 7 % 7)).await;
    assert_eq!(completed + cancelled, 1000);
}
