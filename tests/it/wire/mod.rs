//! What holds on every line-based connection, whatever the dialect.
