//! What the compiler says to whoever uses a macro wrongly, and that what is right compiles.

use std::process::Command;

/// The compiler whose words are recorded; another one may put the same in other words.
const RECORDED: &str = "rustc 1.95.";

#[test]
fn mcp_tool() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/mcp_tool/pass/*.rs");
    let version = Command::new("rustc").arg("--version").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    if version.starts_with(RECORDED) {
        cases.compile_fail("ui/mcp_tool/fail/*.rs");
    } else {
        println!("skipped: what {version} says of mistakes; recorded is {RECORDED}x");
    }
}
