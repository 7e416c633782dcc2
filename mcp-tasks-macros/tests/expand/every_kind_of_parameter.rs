#[allow(clippy::needless_pass_by_value)]
/// Count the rows of a file.
pub async fn count_rows(
    path: String,
    #[allow(unused_variables)]
    r#type: Option<u64>,
    ctx: &TaskContext,
    State(db): State<Db>,
    user: User,
    page: Page,
) -> Result<Json<Count>, ToolError> {
    db.count(path, user, page, ctx).await
}
///The function `count_rows` as a tool.
#[allow(
    non_camel_case_types,
    missing_debug_implementations,
    missing_copy_implementations
)]
pub struct count_rows {}
#[allow(deprecated, trivial_bounds)]
const _: () = {
    #[derive(
        ::mcp_tasks_runtime::__private::serde::Deserialize,
        ::mcp_tasks_runtime::__private::schemars::JsonSchema
    )]
    #[serde(crate = "::mcp_tasks_runtime::__private::serde")]
    #[schemars(crate = "::mcp_tasks_runtime::__private::schemars")]
    #[schemars(transform = ::mcp_tasks_runtime::__private::without_description)]
    pub struct __mcp_tasks_count_rows_Input
    where
        String: ::mcp_tasks_runtime::__private::serde::de::DeserializeOwned
            + ::mcp_tasks_runtime::__private::schemars::JsonSchema
            + ::core::marker::Send,
        Option<
            u64,
        >: ::mcp_tasks_runtime::__private::serde::de::DeserializeOwned
            + ::mcp_tasks_runtime::__private::schemars::JsonSchema
            + ::core::marker::Send,
        Page: ::mcp_tasks_runtime::__private::serde::de::DeserializeOwned
            + ::mcp_tasks_runtime::__private::schemars::JsonSchema
            + ::core::marker::Send,
    {
        /// Path of the file.
        #[serde(rename = "file")]
        #[schemars(length(min = 1))]
        path: String,
        r#type: Option<u64>,
        #[serde(flatten)]
        page: Page,
    }
    #[automatically_derived]
    impl ::mcp_tasks_runtime::Tool for count_rows
    where
        String: ::mcp_tasks_runtime::__private::serde::de::DeserializeOwned
            + ::mcp_tasks_runtime::__private::schemars::JsonSchema
            + ::core::marker::Send,
        Option<
            u64,
        >: ::mcp_tasks_runtime::__private::serde::de::DeserializeOwned
            + ::mcp_tasks_runtime::__private::schemars::JsonSchema
            + ::core::marker::Send,
        State<Db>: ::mcp_tasks_runtime::FromCall,
        User: ::mcp_tasks_runtime::FromCall,
        Page: ::mcp_tasks_runtime::__private::serde::de::DeserializeOwned
            + ::mcp_tasks_runtime::__private::schemars::JsonSchema
            + ::core::marker::Send,
        Result<Json<Count>, ToolError>: ::mcp_tasks_runtime::ToolOutput,
    {
        type Input = __mcp_tasks_count_rows_Input;
        type Output = Result<Json<Count>, ToolError>;
        fn descriptor() -> ::mcp_tasks_runtime::ToolDescriptor {
            ::mcp_tasks_runtime::ToolDescriptor::new("count_rows")
                .with_description("Count the rows of a file.")
                .with_task(::mcp_tasks_runtime::TaskSupport::Optional)
        }
        fn requirements(requirements: &mut ::mcp_tasks_runtime::Requirements<'_>) {
            <State<Db> as ::mcp_tasks_runtime::FromCall>::requirements(requirements);
            <User as ::mcp_tasks_runtime::FromCall>::requirements(requirements);
        }
        async fn call(
            __mcp_tasks_input: Self::Input,
            __mcp_tasks_context: ::mcp_tasks_runtime::TaskContext,
        ) -> ::core::result::Result<Self::Output, ::mcp_tasks_runtime::ToolError> {
            let __mcp_tasks_extracted_0 = <State<
                Db,
            > as ::mcp_tasks_runtime::FromCall>::from_call(&__mcp_tasks_context)
                .await?;
            let __mcp_tasks_extracted_1 = <User as ::mcp_tasks_runtime::FromCall>::from_call(
                    &__mcp_tasks_context,
                )
                .await?;
            ::core::result::Result::Ok(
                count_rows(
                        __mcp_tasks_input.path,
                        __mcp_tasks_input.r#type,
                        &__mcp_tasks_context,
                        __mcp_tasks_extracted_0,
                        __mcp_tasks_extracted_1,
                        __mcp_tasks_input.page,
                    )
                    .await,
            )
        }
    }
};
