//! Which messages carry the link to a task (D-26): a lint over a whole recorded session that uses
//! everything that the dialect has.

use std::collections::HashMap;

use mcp_tasks_runtime::{TaskContext, ToolError, ToolResult};
use serde_json::{Value, json};

use crate::support::{Arguments, Peer, RELATED, Said, TASK, link, scripted, task_call};

/// Walks a session, and checks of each message that it carries the link that it should.
#[derive(Default)]
struct Lint {
    /// The client's requests: method, and the task that each is about.
    asked: HashMap<String, (String, Option<String>)>,
    /// The task that each progress token belongs to.
    tokens: HashMap<String, Option<String>>,
    /// The task that each of the server's requests is for.
    questions: HashMap<String, Option<String>>,
    /// How many messages of each kind were checked.
    seen: HashMap<String, usize>,
}

impl Lint {
    fn walk(said: &[Said]) -> Self {
        let mut lint = Self::default();
        for line in said {
            match line {
                Said::Client(message) => lint.client(message),
                Said::Server(message) => lint.server(message),
            }
        }
        lint
    }

    fn client(&mut self, message: &Value) {
        let id = message["id"].to_string();
        let params = &message["params"];
        let Some(method) = message["method"].as_str() else {
            let task = self.questions[&id].clone();
            self.expect("answer", &message["result"], task.as_deref());
            return;
        };
        let about = match method {
            "tools/call" => {
                // The opt-in key stands for the link.
                self.expect(method, params, None);
                params["_meta"][TASK]["taskId"].as_str()
            }
            "notifications/cancelled" => {
                let (_, task) = self.asked[&params["requestId"].to_string()].clone();
                self.expect(method, params, task.as_deref());
                return;
            }
            _ => {
                let task = params["taskId"].as_str();
                self.expect(method, params, task);
                task
            }
        };
        let about = about.map(str::to_owned);
        if let Some(token) = params["_meta"].get("progressToken") {
            self.tokens.insert(token.to_string(), about.clone());
        }
        self.asked.insert(id, (method.to_owned(), about));
    }

    fn server(&mut self, message: &Value) {
        let id = message["id"].to_string();
        let params = &message["params"];
        let Some(method) = message["method"].as_str() else {
            if message.get("result").is_none() {
                // An error has no place for it.
                assert!(!message.to_string().contains(RELATED), "{message}");
                return;
            }
            let (method, task) = self.asked[&id].clone();
            let kind = format!("{method} result");
            self.expect(&kind, &message["result"], task.as_deref());
            for listed in message["result"]["tasks"].as_array().into_iter().flatten() {
                self.expect("listed task", listed, None);
            }
            return;
        };
        match method {
            "notifications/tasks/created" => {
                let task = params["_meta"][RELATED]["taskId"].as_str().unwrap();
                assert_eq!(*params, json!({ "_meta": link(task) }));
                let open = self
                    .asked
                    .values()
                    .any(|(_, about)| about.as_deref() == Some(task));
                assert!(open, "{task} was not asked for");
                self.expect(method, params, Some(task));
            }
            "notifications/progress" => {
                let task = self.tokens[&params["progressToken"].to_string()].clone();
                self.expect(method, params, task.as_deref());
            }
            "notifications/cancelled" => {
                let task = self.questions[&params["requestId"].to_string()].clone();
                self.expect("question cancelled", params, task.as_deref());
            }
            _ => {
                // The tools of the session say in their questions whom they ask for.
                let task = params["for"].as_str();
                self.expect(method, params, task);
                self.questions.insert(id, task.map(str::to_owned));
            }
        }
    }

    #[track_caller]
    fn expect(&mut self, kind: &str, holder: &Value, task: Option<&str>) {
        let found = holder.get("_meta").and_then(|meta| meta.get(RELATED));
        let wanted = task.map(|task| json!({ "taskId": task }));
        assert_eq!(found, wanted.as_ref(), "{kind}: {holder}");
        let kind = format!("{kind}{}", if task.is_some() { " of a task" } else { "" });
        *self.seen.entry(kind).or_default() += 1;
    }
}

/// Reports, asks, and ends as its argument says.
async fn busy(arguments: Arguments, context: TaskContext) -> Result<ToolResult, ToolError> {
    context.progress(1, 3).await;
    context.progress(2, 3).await;
    let whom = context.task_id().map(ToString::to_string);
    let question = json!({ "message": "?", "for": whom });
    let answer: Value = context.request("elicitation/create", &question).await?;
    match arguments.get("end").and_then(Value::as_str) {
        Some("fail") => Err(ToolError::internal("broken")),
        Some("is_error") => Err(ToolError::new("no")),
        _ => Ok(ToolResult::text(answer.to_string())),
    }
}

/// Calls the tool, as a task or plainly, and answers its question.
async fn play(peer: &mut Peer, task: Option<&str>, end: &str) {
    let mut call = task_call("run", json!({ "end": end }), task.unwrap_or_default());
    let meta = call["_meta"].as_object_mut().unwrap();
    if task.is_none() {
        meta.clear();
    }
    let token = format!("token of {task:?}");
    meta.insert("progressToken".to_owned(), token.into());
    let id = peer.begin("tools/call", call).await;
    let question = peer.expect("elicitation/create").await;
    if end == "cancel" {
        let mut params = json!({ "requestId": id });
        if let Some(task) = task {
            params["_meta"] = link(task);
        }
        peer.notify("notifications/cancelled", params).await;
        peer.expect("notifications/cancelled").await;
    } else {
        let mut result = json!({ "action": "decline" });
        if let Some(meta) = question["params"].get("_meta") {
            result["_meta"] = meta.clone();
        }
        peer.send(json!({ "jsonrpc": "2.0", "id": question["id"], "result": result }))
            .await;
        peer.answer(id).await;
    }
    peer.pending().await;
}

#[tokio::test(start_paused = true)]
async fn d26_every_message_of_a_session_carries_the_link_that_it_should() {
    let server = scripted(busy).page_size(3).build().unwrap();
    let mut peer = Peer::ready(&server).await;
    peer.result("ping", json!({})).await;
    peer.result("tools/list", json!({})).await;
    for end in ["result", "is_error", "fail", "cancel"] {
        play(&mut peer, None, end).await;
        play(&mut peer, Some(end), end).await;
    }
    // A duplicate, and ids that are not there.
    let again = task_call("run", json!({}), "result");
    assert_eq!(peer.error("tools/call", again).await.0, -32602);
    for id in ["result", "is_error", "fail", "cancel", "nothing"] {
        let params = json!({ "taskId": id, "_meta": link(id) });
        for method in ["tasks/get", "tasks/result"] {
            peer.request(method, params.clone()).await;
        }
    }
    let page = peer.result("tasks/list", json!({})).await;
    let cursor = page["nextCursor"].clone();
    peer.result("tasks/list", json!({ "cursor": cursor })).await;
    for id in ["result", "cancel", "nothing"] {
        let params = json!({ "taskId": id, "_meta": link(id) });
        peer.request("tasks/delete", params).await;
    }
    peer.silence().await;

    let lint = Lint::walk(peer.transcript());
    let mut seen: Vec<_> = lint.seen.into_iter().collect();
    seen.sort();
    let seen: Vec<_> = seen.iter().map(|(kind, n)| (kind.as_str(), *n)).collect();
    let expected = [
        ("answer", 3),
        ("answer of a task", 3),
        ("elicitation/create", 4),
        ("elicitation/create of a task", 4),
        ("initialize", 1),
        ("initialize result", 1),
        ("listed task", 4),
        ("notifications/cancelled", 1),
        ("notifications/cancelled of a task", 1),
        ("notifications/initialized", 1),
        ("notifications/progress", 8),
        ("notifications/progress of a task", 8),
        ("notifications/tasks/created of a task", 4),
        ("ping", 1),
        ("ping result", 1),
        ("question cancelled", 1),
        ("question cancelled of a task", 1),
        ("tasks/delete of a task", 3),
        ("tasks/delete result of a task", 2),
        ("tasks/get of a task", 5),
        ("tasks/get result of a task", 4),
        ("tasks/list", 2),
        ("tasks/list result", 2),
        ("tasks/result of a task", 5),
        ("tasks/result result of a task", 2),
        ("tools/call", 9),
        ("tools/call result", 2),
        ("tools/call result of a task", 2),
        ("tools/list", 1),
        ("tools/list result", 1),
    ];
    assert_eq!(seen, expected);
}
