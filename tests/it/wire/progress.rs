//! Progress of plain calls (N-70, N-71).

use mcp_tasks_runtime::{Progress, Server, TaskContext, ToolResult};
use serde_json::{Value, json};

use crate::support::{Gate, Peer, scripted};

fn reporting() -> Server {
    let script = |_, context: TaskContext| async move {
        context.progress(0, 10).await;
        context.progress(0, 10).await;
        context.progress(2.5, 10).await;
        context.progress(1, 10).await;
        context.progress(f64::NAN, 10).await;
        context.progress(f64::INFINITY, 10).await;
        context
            .report(Progress::new(4).with_message("so far"))
            .await;
        context.progress(9_007_199_254_740_993_i64, 1e300).await;
        Ok(ToolResult::new())
    };
    scripted(script).build().unwrap()
}

fn call(token: &Value) -> Value {
    json!({ "name": "run", "_meta": { "progressToken": token } })
}

#[tokio::test(start_paused = true)]
async fn n71_progress_grows_and_ends_with_the_answer() {
    let mut peer = Peer::ready(&reporting()).await;
    for token in [json!(1), json!("p"), json!(-5), json!("")] {
        let id = peer.begin("tools/call", call(&token)).await;
        for expected in [
            json!({ "progress": 0, "total": 10 }),
            json!({ "progress": 2.5, "total": 10 }),
            json!({ "progress": 4, "message": "so far" }),
            json!({ "progress": 9_007_199_254_740_992_i64, "total": 1e300 }),
        ] {
            let message = peer.next().await;
            assert_eq!(message["method"], "notifications/progress");
            let mut params = expected;
            params["progressToken"] = token.clone();
            assert_eq!(message["params"], params);
        }
        assert_eq!(peer.next().await["id"], id);
    }
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn n70_none_without_a_token() {
    let mut peer = Peer::ready(&reporting()).await;
    for params in [
        json!({ "name": "run" }),
        json!({ "name": "run", "_meta": {} }),
    ] {
        let id = peer.begin("tools/call", params).await;
        assert_eq!(peer.next().await["id"], id);
    }
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn messages_are_left_out_where_the_version_has_none() {
    let mut peer = Peer::ready_at(&reporting(), "2024-11-05").await;
    peer.result("tools/call", call(&json!(1))).await;
    for message in peer.pending().await {
        assert!(message["params"].get("message").is_none(), "{message}");
    }
}

#[tokio::test(start_paused = true)]
async fn none_after_the_answer_though_the_context_is_kept() {
    let gate = Gate::new();
    let held = gate.clone();
    let server = scripted(move |_, context: TaskContext| {
        let (gate, done) = (held.clone(), held.clone());
        let late = context.clone();
        tokio::spawn(async move {
            gate.wait().await;
            late.progress(5, 10).await;
            done.pass_one();
        });
        async { Ok(ToolResult::new()) }
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let id = peer.begin("tools/call", call(&json!(1))).await;
    assert_eq!(peer.next().await["id"], id);
    gate.pass_one();
    peer.silence().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn n71_it_grows_also_when_several_threads_report() {
    let server = scripted(|_, context: TaskContext| async move {
        let threads = (0..4).map(|thread| {
            let context = context.clone();
            tokio::task::spawn_blocking(move || {
                for n in 0..200 {
                    context.progress(n * 4 + thread, 800);
                }
            })
        });
        for thread in threads.collect::<Vec<_>>() {
            thread.await?;
        }
        Ok(ToolResult::new())
    });
    let mut peer = Peer::ready(&server.build().unwrap()).await;
    let id = peer.begin("tools/call", call(&json!(1))).await;
    let mut before = -1.0;
    loop {
        let message = peer.next().await;
        if message.get("method").is_none() {
            assert_eq!(message["id"], id);
            break;
        }
        let progress = message["params"]["progress"].as_f64().unwrap();
        assert!(progress > before, "{progress} after {before}");
        before = progress;
    }
    assert!(before > 0.0);
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_reports_holds_up_nothing() {
    let server = scripted(|_, context: TaskContext| async move {
        for n in 0..100_000 {
            context.progress(n, 100_000);
        }
        Ok(ToolResult::text("done"))
    });
    let mut peer = Peer::connect_through(&server.build().unwrap(), 4096);
    peer.initialize("2025-06-18").await;
    let id = peer.begin("tools/call", call(&json!(1))).await;
    let mut reports = 0;
    while peer.next().await.get("id") != Some(&json!(id)) {
        reports += 1;
    }
    // Some were left out, for they are not kept without bound.
    assert!((1..10_000).contains(&reports), "{reports}");
}
