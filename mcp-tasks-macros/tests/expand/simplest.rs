#[allow(clippy::needless_pass_by_value)]
/// Say hello.
async fn hello() -> &'static str {
    "Hello!"
}
///The function `hello` as a tool.
#[allow(
    non_camel_case_types,
    missing_debug_implementations,
    missing_copy_implementations
)]
struct hello {}
#[allow(deprecated, trivial_bounds)]
const _: () = {
    #[derive(
        ::mcp_tasks_runtime::__private::serde::Deserialize,
        ::mcp_tasks_runtime::__private::schemars::JsonSchema
    )]
    #[serde(crate = "::mcp_tasks_runtime::__private::serde")]
    #[schemars(crate = "::mcp_tasks_runtime::__private::schemars")]
    #[serde(deny_unknown_fields)]
    pub struct __mcp_tasks_hello_Input {}
    #[automatically_derived]
    impl ::mcp_tasks_runtime::Tool for hello
    where
        &'static str: ::mcp_tasks_runtime::ToolOutput,
    {
        type Input = __mcp_tasks_hello_Input;
        type Output = &'static str;
        fn descriptor() -> ::mcp_tasks_runtime::ToolDescriptor {
            ::mcp_tasks_runtime::ToolDescriptor::new("hello")
                .with_description("Say hello.")
        }
        async fn call(
            _: Self::Input,
            _: ::mcp_tasks_runtime::TaskContext,
        ) -> ::core::result::Result<Self::Output, ::mcp_tasks_runtime::ToolError> {
            ::core::result::Result::Ok(hello().await)
        }
    }
};
