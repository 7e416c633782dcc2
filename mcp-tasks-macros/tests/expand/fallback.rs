::core::compile_error! {
    "`tsak` is not a key of `#[mcp_tool]`\nhelp: did you mean `task`? (the keys are `task`, `name`, `title`, `description`, `read_only`, `destructive`, `idempotent`, `open_world`, `keep_alive`, `poll`, `timeout`, `retries`, `icons`, `meta`, `input_schema`, `output_schema` and `crate`)"
}
::core::compile_error! {
    "an argument is decoded for the call, so there is nothing to borrow it from\nhelp: take `String`"
}
::core::compile_error! {
    "a tool cannot be generic\nhelp: write the types out; a generic function can do the work of several tools"
}
#[cfg(unix)]
fn greet<T>(name: &str) {}
#[cfg(unix)]
///The function `greet` as a tool.
#[allow(
    non_camel_case_types,
    missing_debug_implementations,
    missing_copy_implementations
)]
struct greet {}
#[cfg(unix)]
const _: () = {
    #[automatically_derived]
    impl ::mcp_tasks_runtime::Tool for greet {
        type Input = ();
        type Output = ();
        fn descriptor() -> ::mcp_tasks_runtime::ToolDescriptor {
            ::mcp_tasks_runtime::ToolDescriptor::new("")
        }
        async fn call(
            _input: (),
            _context: ::mcp_tasks_runtime::TaskContext,
        ) -> ::core::result::Result<(), ::mcp_tasks_runtime::ToolError> {
            ::core::result::Result::Ok(())
        }
    }
};
