//! A tool can be declared where items can, and sees what is declared around it.

use mcp_tasks_runtime::{Tool, mcp_tool};

fn main() {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Local {
        text: String,
    }

    #[mcp_tool]
    async fn tool(local: Local) -> String {
        local.text
    }

    assert_eq!(tool::descriptor().name, "tool");
}
