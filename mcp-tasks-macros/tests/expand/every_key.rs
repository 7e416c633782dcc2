#[allow(clippy::needless_pass_by_value)]
fn delete(path: String) {}
///The function `delete` as a tool.
#[allow(
    non_camel_case_types,
    missing_debug_implementations,
    missing_copy_implementations
)]
struct delete {}
#[allow(deprecated, trivial_bounds)]
const _: () = {
    #[derive(
        ::renamed::__private::serde::Deserialize,
        ::renamed::__private::schemars::JsonSchema
    )]
    #[serde(crate = "::renamed::__private::serde")]
    #[schemars(crate = "::renamed::__private::schemars")]
    pub struct __mcp_tasks_delete_Input
    where
        String: ::renamed::__private::serde::de::DeserializeOwned
            + ::renamed::__private::schemars::JsonSchema + ::core::marker::Send,
    {
        path: String,
    }
    #[automatically_derived]
    impl ::renamed::Tool for delete
    where
        String: ::renamed::__private::serde::de::DeserializeOwned
            + ::renamed::__private::schemars::JsonSchema + ::core::marker::Send,
        (): ::renamed::ToolOutput,
    {
        type Input = __mcp_tasks_delete_Input;
        type Output = ();
        fn descriptor() -> ::renamed::ToolDescriptor {
            ::renamed::ToolDescriptor::new("files.delete")
                .with_title("Delete")
                .with_description("Delete a file.")
                .with_task(::renamed::TaskSupport::Required)
                .with_annotations(::renamed::ToolAnnotations {
                    read_only_hint: ::core::option::Option::Some(false),
                    destructive_hint: ::core::option::Option::Some(true),
                    idempotent_hint: ::core::option::Option::Some(true),
                    open_world_hint: ::core::option::Option::Some(true),
                })
                .with_keep_alive(::core::time::Duration::from_millis(3600000u64))
                .with_poll(::core::time::Duration::from_millis(500u64))
                .with_timeout(::core::time::Duration::from_millis(300000u64))
                .with_retries(3u32)
                .with_icons([
                    <::renamed::Icon as ::core::convert::From<
                        _,
                    >>::from("https://example.com/a.png"),
                    <::renamed::Icon as ::core::convert::From<_>>::from(icon()),
                ])
                .with_meta(cost())
                .with_input_schema(schema())
                .with_output_schema(true)
        }
        async fn call(
            __mcp_tasks_input: Self::Input,
            _: ::renamed::TaskContext,
        ) -> ::core::result::Result<Self::Output, ::renamed::ToolError> {
            ::core::result::Result::Ok(
                ::renamed::__private::run_blocking(move || delete(
                        __mcp_tasks_input.path,
                    ))
                    .await,
            )
        }
    }
};
