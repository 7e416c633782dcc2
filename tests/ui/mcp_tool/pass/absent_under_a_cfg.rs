//! What a false `#[cfg]` removes, it removes whole, wherever it stands.

use mcp_tasks_runtime::mcp_tool;

#[mcp_tool]
#[cfg(any())]
fn after(thing: Missing) -> Missing {}

#[cfg(any())]
#[mcp_tool]
fn before(thing: Missing) -> Missing {}

struct after;
struct before;

fn main() {
    let _ = (after, before);
}
