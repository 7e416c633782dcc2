//! See `framing` in the targets of the tests.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mcp_tasks_tests::fuzz::framing(data));
