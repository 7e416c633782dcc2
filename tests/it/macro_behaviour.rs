//! What the types that `#[mcp_tool]` generates do.
