//! What the peer does in 2025-11-25 and in 2026-07-28.

use mcp_tasks_runtime::Server;
use serde_json::{Value, json};

use super::Peer;
use super::july::{call, everything, of_task};

/// So many polls show whatever will come without a further word of the test.
const POLLS: usize = 10_000;

/// 2025-11-25.
impl Peer {
    pub(crate) async fn november(server: &Server) -> Self {
        Self::ready_at(server, "2025-11-25").await
    }

    /// Calls a tool as a task, and gives the task's id.
    pub(crate) async fn november_task(&mut self, tool: &str) -> String {
        let params = json!({ "name": tool, "arguments": {}, "task": {} });
        let result = self.result("tools/call", params).await;
        result["task"]["taskId"].as_str().unwrap().to_owned()
    }

    /// A result of a request about a task.
    pub(crate) async fn of_task(&mut self, method: &str, task: &str) -> Value {
        self.result(method, json!({ "taskId": task })).await
    }

    /// Polls until the task has that status, and gives it.
    pub(crate) async fn until(&mut self, task: &str, status: &str) -> Value {
        for _ in 0..POLLS {
            let state = self.of_task("tasks/get", task).await;
            if state["status"] == status {
                return state;
            }
            tokio::task::yield_now().await;
        }
        panic!("{task} never is {status}")
    }
}

/// 2026-07-28.
impl Peer {
    /// Calls a tool as a client that declares everything, and gives the id of the task.
    pub(crate) async fn july_task(&mut self, tool: &str) -> String {
        let result = self.result("tools/call", call(tool, everything())).await;
        assert_eq!(result["resultType"], "task", "{result}");
        result["taskId"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn july_get(&mut self, task: &str) -> Value {
        self.result("tasks/get", of_task(task)).await
    }

    /// Polls until the task has that status, and gives it.
    pub(crate) async fn july_until(&mut self, task: &str, status: &str) -> Value {
        for _ in 0..POLLS {
            let state = self.july_get(task).await;
            if state["status"] == status {
                return state;
            }
            tokio::task::yield_now().await;
        }
        panic!("{task} never is {status}")
    }
}
