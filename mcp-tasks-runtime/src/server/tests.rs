//! What a client sees of a server.
