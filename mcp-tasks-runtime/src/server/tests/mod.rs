//! Sessions without a pipe, as other transports open them.

mod anonymous;
mod ways;

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Identity, Outbound, Outgoing, Outlet, Session};
use crate::{Ask, Server, TaskContext, TaskSupport, Tool, ToolDescriptor, ToolError};

/// Asks for a city, and gives the answer back.
struct AskCity;

impl Tool for AskCity {
    type Input = serde_json::Map<String, Value>;
    type Output = String;

    fn descriptor() -> ToolDescriptor {
        ToolDescriptor::new("ask").with_task(TaskSupport::Optional)
    }

    async fn call(_: Self::Input, context: TaskContext) -> Result<String, ToolError> {
        let params = json!({ "message": "?", "requestedSchema": { "type": "object" } });
        let ask = Ask::new("elicitation/create", &params)?;
        let answer: Value = context.ask(ask).await?;
        Ok(answer.to_string())
    }
}

fn server() -> Server {
    Server::builder("s", "1").tool::<AskCity>().build().unwrap()
}

/// A session with a client, and no stream but those of its requests.
struct Client(Arc<Session>);

impl Client {
    async fn new(server: &Server, identity: Identity) -> Self {
        let client = Self(Arc::new(Session::new(Arc::clone(&server.core), identity)));
        let params = json!({
            "protocolVersion": "2025-11-25", "capabilities": { "elicitation": {} },
            "clientInfo": { "name": "c", "version": "1" },
        });
        client.request("initialize", params).await;
        client
    }

    /// Sends a request, and gives its stream.
    async fn begin(&self, method: &str, params: Value) -> Outgoing {
        static IDS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(1);
        let id = IDS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let (outlet, outgoing) = Outlet::new(16);
        self.send(
            json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }),
            &outlet,
        )
        .await;
        outgoing
    }

    async fn send(&self, message: Value, outlet: &Outlet) {
        self.0.receive(message.to_string().as_bytes(), outlet).await;
    }

    /// Sends a request, and gives its answer.
    async fn request(&self, method: &str, params: Value) -> Value {
        next(&mut self.begin(method, params).await).await
    }

    async fn task(&self) -> String {
        let answer = self
            .request("tools/call", json!({ "name": "ask", "task": {} }))
            .await;
        answer["result"]["task"]["taskId"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    async fn status(&self, task: &str) -> String {
        let state = self.request("tasks/get", json!({ "taskId": task })).await;
        state["result"]["status"]
            .as_str()
            .unwrap_or("none")
            .to_owned()
    }

    /// Answers a question.
    async fn answer(&self, question: &Value) {
        let (outlet, _outgoing) = Outlet::new(1);
        let result = json!({ "action": "decline" });
        self.send(
            json!({ "jsonrpc": "2.0", "id": question["id"], "result": result }),
            &outlet,
        )
        .await;
    }
}

/// The next message of a stream.
async fn next(outgoing: &mut Outgoing) -> Value {
    let message: Vec<u8> = outgoing.recv().await.map(Outbound::into).unwrap();
    serde_json::from_slice(&message).unwrap()
}
