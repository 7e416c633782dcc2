//! What the compiler says to whoever uses a macro wrongly, and that what is right compiles.

#[test]
fn mcp_tool() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/mcp_tool/pass/*.rs");
    cases.compile_fail("ui/mcp_tool/fail/*.rs");
}
