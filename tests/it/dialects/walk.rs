//! Random walks through everything that a client can say in any dialect: every request is
//! answered once, in its own words, whatever the order.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use mcp_tasks_runtime::{Progress, TaskContext, ToolError, ToolResult};
use serde_json::{Value, json};

use crate::support::july::{answers, everything, july, of_task};
use crate::support::{
    Arguments, Must, Peer, Said, chosen, elicit, link, response, scripted, task_call,
};

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn one_of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.roll(choices.len())]
    }
}

async fn act(input: Arguments, context: TaskContext) -> Result<ToolResult, ToolError> {
    context.report(Progress::new(1)).await;
    context.status("acting").await;
    match input.get("act").and_then(Value::as_str) {
        Some("ask") => {
            let answer = elicit(&context, "Which city?").await?;
            Ok(ToolResult::text(answer["content"]["city"].to_string()))
        }
        Some("ask twice") => {
            let (one, two) = tokio::join!(elicit(&context, "1"), elicit(&context, "2"));
            Ok(ToolResult::text(json!([one?, two?]).to_string()))
        }
        Some("fail") => Err(ToolError::internal("failed")),
        Some("err") => Err(ToolError::new("wrong")),
        Some("hold") => {
            context.cancelled().await;
            Ok(ToolResult::new())
        }
        _ => ToolResult::text("done").with_structured(&json!([1])),
    }
}

const ACTS: [&str; 6] = ["ask", "ask twice", "fail", "err", "hold", "end"];

struct Walk {
    peer: Peer,
    dice: Dice,
    asked: Vec<i64>,
    cancelled: HashSet<i64>,
    answers: HashMap<i64, usize>,
    tasks: Vec<String>,
}

impl Walk {
    async fn step(&mut self) {
        let (method, params) = self.request();
        let mut params: Value = params;
        if method == "tools/call" && self.dice.roll(2) == 0 {
            params["_meta"]["progressToken"] = json!(self.asked.len());
        }
        let id = self.peer.begin(method, params).await;
        self.asked.push(id);
        if self.dice.roll(8) == 0 {
            let id = *self.dice.one_of(&self.asked);
            self.cancelled.insert(id);
            self.peer.cancel(id).await;
        }
        if self.dice.roll(3) == 0 {
            let came = self.peer.pending().await;
            self.hear(came).await;
        }
    }

    fn request(&mut self) -> (&'static str, Value) {
        let act = json!({ "act": self.dice.one_of(&ACTS) });
        let tool = *self.dice.one_of(&["run", "run", "plain", "must"]);
        let task = match self.tasks.is_empty() {
            true => "nobody".to_owned(),
            false => self.dice.one_of(&self.tasks).clone(),
        };
        let named = json!({ "taskId": task });
        let linked = json!({ "taskId": task, "_meta": link(&task) });
        let call = json!({ "name": tool, "arguments": act });
        let wish = json!({ "name": tool, "arguments": act, "task": { "ttl": 60_000 } });
        let capabilities = self
            .dice
            .one_of(&[json!({}), answers(), everything()])
            .clone();
        match self.dice.roll(20) {
            0 => ("tools/call", call),
            1 | 2 => ("tools/call", wish),
            3 | 4 => {
                let id = format!("d{}", self.dice.roll(50));
                self.tasks.push(id.clone());
                ("tools/call", task_call(tool, act, &id))
            }
            5..=7 => ("tools/call", july(call, capabilities)),
            8 => ("tasks/get", named),
            9 => ("tasks/get", linked),
            10 => ("tasks/get", july(named, capabilities)),
            11 => ("tasks/result", named),
            12 => ("tasks/result", linked),
            13 => ("tasks/cancel", named),
            14 => ("tasks/cancel", july(named, capabilities)),
            15 => ("tasks/list", json!({})),
            16 => {
                let mut update = named;
                update["inputResponses"] =
                    json!({ "q1.1": chosen("Bern"), "q1.2": chosen("Basel") });
                ("tasks/update", july(update, capabilities))
            }
            17 => {
                let wishes = json!({ "notifications": { "taskIds": [task] } });
                ("subscriptions/listen", july(wishes, capabilities))
            }
            18 => ("tasks/delete", named),
            _ => ("tools/list", july(json!({}), capabilities)),
        }
    }

    async fn hear(&mut self, came: Vec<Value>) {
        for message in came {
            if message["method"] == "elicitation/create" && self.dice.roll(2) == 0 {
                self.peer.send(response(&message, "Bern")).await;
            }
            if message.get("method").is_none() {
                let id = message["id"].as_i64().unwrap();
                *self.answers.entry(id).or_default() += 1;
                let result = &message["result"];
                let task = result["task"]["taskId"]
                    .as_str()
                    .or(result["taskId"].as_str());
                self.tasks.extend(task.map(str::to_owned));
            }
        }
    }

    async fn end(mut self, seed: u64) {
        // Tasks outlive their connection, and with them the draft's requests.
        for task in std::mem::take(&mut self.tasks) {
            self.peer.request("tasks/cancel", of_task(&task)).await;
        }
        let came = self.peer.pending().await;
        self.hear(came).await;
        self.peer.end().await;
        let rest = self.peer.rest().await;
        self.hear(rest).await;
        for id in &self.asked {
            let answers = self.answers.get(id).copied().unwrap_or_default();
            let may_lack = self.cancelled.contains(id);
            let said = || {
                let of = |said: &&Said| matches!(said, Said::Client(m) if m["id"] == *id);
                self.peer.transcript().iter().find(of)
            };
            let once = answers == 1 || (answers == 0 && may_lack);
            assert!(once, "seed {seed}: {answers} answers to {:?}", said());
        }
        assert_eq!(
            self.answers
                .keys()
                .filter(|id| !self.asked.contains(id))
                .count(),
            0
        );
    }
}

#[tokio::test(start_paused = true)]
async fn every_request_is_answered_once_in_its_own_words() {
    for seed in 0..25 {
        let server = scripted(act).tool::<Must>().drain(Duration::from_secs(1));
        let peer = Peer::november(&server.build().unwrap()).await;
        let mut walk = Walk {
            peer,
            dice: Dice(seed),
            asked: Vec::new(),
            cancelled: HashSet::new(),
            answers: HashMap::new(),
            tasks: Vec::new(),
        };
        for _ in 0..200 {
            walk.step().await;
        }
        walk.end(seed).await;
    }
}
