//! Attributes of the function, patterns of variables and the body stay as they are.

use mcp_tasks_runtime::{Tool, mcp_tool};

#[must_use]
#[mcp_tool]
#[inline(never)]
fn tool(#[allow(unused_variables)] unused: Option<u8>, mut count: u8) -> u8 {
    #![allow(non_snake_case)]
    let mut Raised = || -> Result<u8, std::num::TryFromIntError> {
        count += 1;
        u16::from(count).try_into()
    };
    Raised().unwrap_or_default()
}

fn main() {
    assert_eq!(tool(None, 1), 2);
    assert_eq!(tool::descriptor().name, "tool");
}
