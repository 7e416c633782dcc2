//! A tool whose name and types come through `macro_rules!`, with all the kinds of parameters.

use mcp_tasks_runtime::{Content, State, TaskContext, Tool, mcp_tool};

macro_rules! tools {
    ($name:ident, $text:ty, $context:ty, $state:ty) => {
        /// Echo.
        #[mcp_tool(crate = ::mcp_tasks_runtime, task)]
        async fn $name(text: $text, more: Option<$text>, ctx: $context, st: $state) -> Vec<Content> {
            ctx.progress(u8::from(more.is_some()), *st).await;
            vec![Content::text(text)]
        }
    };
}

tools!(echo, String, &TaskContext, State<u8>);

fn main() {
    assert_eq!(echo::descriptor().description.as_deref(), Some("Echo."));
}
