#[allow(clippy::needless_pass_by_value)]
#[cfg(unix)]
#[must_use]
pub(crate) fn measure(ctx: TaskContext, Line { from, to }: Line) -> f64 {
    to - from
}
#[cfg(unix)]
///The function `measure` as a tool.
#[allow(
    non_camel_case_types,
    missing_debug_implementations,
    missing_copy_implementations
)]
pub(crate) struct measure {}
#[cfg(unix)]
#[allow(deprecated, trivial_bounds)]
const _: () = {
    #[automatically_derived]
    impl ::mcp_tasks_runtime::Tool for measure
    where
        Line: ::mcp_tasks_runtime::__private::serde::de::DeserializeOwned
            + ::mcp_tasks_runtime::__private::schemars::JsonSchema
            + ::core::marker::Send,
        f64: ::mcp_tasks_runtime::ToolOutput,
    {
        type Input = Line;
        type Output = f64;
        fn descriptor() -> ::mcp_tasks_runtime::ToolDescriptor {
            ::mcp_tasks_runtime::ToolDescriptor::new("measure")
        }
        async fn call(
            __mcp_tasks_input: Self::Input,
            __mcp_tasks_context: ::mcp_tasks_runtime::TaskContext,
        ) -> ::core::result::Result<Self::Output, ::mcp_tasks_runtime::ToolError> {
            ::core::result::Result::Ok(
                ::mcp_tasks_runtime::__private::run_blocking(move || measure(
                        ::core::clone::Clone::clone(&__mcp_tasks_context),
                        __mcp_tasks_input,
                    ))
                    .await,
            )
        }
    }
};
