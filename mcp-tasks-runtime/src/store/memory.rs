//! The in-memory store.

/// Keeps tasks in this process.
#[derive(Debug)]
pub struct MemoryStore {}

/// Settings.
#[derive(Debug)]
pub struct MemoryStoreConfig {}
