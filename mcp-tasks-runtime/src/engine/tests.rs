//! What the engine promises, whatever a tool does.
