//! The generated code itself, compared with the files of `tests/expand`.

use expect_test::{ExpectFile, expect_file};
use proc_macro2::TokenStream;
use quote::quote;

use super::mcp_tool;

/// The code that is generated, as a person would lay it out.
fn expand(arguments: TokenStream, item: TokenStream) -> String {
    let file = syn::parse2(mcp_tool(arguments, item)).expect("generated code is Rust");
    prettyplease::unparse(&file)
}

fn check(arguments: TokenStream, item: TokenStream, expected: ExpectFile) {
    expected.assert_eq(&expand(arguments, item));
}

#[test]
fn simplest() {
    let item = quote! {
        /// Say hello.
        async fn hello() -> &'static str {
            "Hello!"
        }
    };
    let lines = expand(quote!(), item.clone()).lines().count();
    assert!(lines < 150, "the simplest tool expands to {lines} lines");
    check(
        quote!(),
        item,
        expect_file!["../../tests/expand/simplest.rs"],
    );
}

/// The forms of an async tool's parameters.
fn parameters() -> TokenStream {
    quote! {
        /// Count the rows of a file.
        pub async fn count_rows(
            /// Path of the file.
            #[serde(rename = "file")]
            #[schemars(length(min = 1))]
            path: String,
            #[allow(unused_variables)] r#type: Option<u64>,
            ctx: &TaskContext,
            State(db): State<Db>,
            #[mcp(extract)] user: User,
            #[mcp(flatten)] page: Page,
        ) -> Result<Json<Count>, ToolError> {
            db.count(path, user, page, ctx).await
        }
    }
}

#[test]
fn every_kind_of_parameter() {
    check(
        quote!(task),
        parameters(),
        expect_file!["../../tests/expand/every_kind_of_parameter.rs"],
    );
}

/// All keys of the attribute.
fn every_key_of(krate: TokenStream) -> TokenStream {
    quote! {
        task = "required",
        name = "files.delete",
        title = "Delete",
        description = "Delete a file.",
        read_only = false,
        destructive,
        idempotent = true,
        open_world,
        keep_alive = "1h",
        poll = "500ms",
        timeout = "5m",
        retries = 3,
        icons = ["https://example.com/a.png", icon()],
        meta = cost(),
        input_schema = schema(),
        output_schema = true,
        crate = #krate
    }
}

#[test]
fn every_key() {
    let item = quote!(
        fn delete(path: String) {}
    );
    let arguments = every_key_of(quote!(::renamed));
    check(
        arguments,
        item,
        expect_file!["../../tests/expand/every_key.rs"],
    );
}

#[test]
fn sync_with_whole_input() {
    let item = quote! {
        #[cfg(unix)]
        #[must_use]
        pub(crate) fn measure(ctx: TaskContext, #[mcp(flatten)] Line { from, to }: Line) -> f64 {
            to - from
        }
    };
    check(
        quote!(),
        item,
        expect_file!["../../tests/expand/sync_with_whole_input.rs"],
    );
}

#[test]
fn fallback() {
    let item = quote! {
        #[cfg(unix)]
        fn greet<T>(#[serde(default)] name: &str) {}
    };
    check(
        quote!(tsak),
        item,
        expect_file!["../../tests/expand/fallback.rs"],
    );
}

#[test]
fn another_crate_path_replaces_the_default_everywhere() {
    let expansions = [
        expand(every_key_of(quote!(other::path)), parameters()),
        expand(
            quote!(crate = other::path),
            quote!(
                fn tool() {}
            ),
        ),
        expand(
            quote!(crate = other::path, tsak),
            quote!(
                fn tool() {}
            ),
        ),
    ];
    for code in expansions {
        assert!(
            code.contains("other::path::__private") || code.contains("compile_error"),
            "{code}"
        );
        assert!(!code.contains("mcp_tasks_runtime"), "{code}");
    }
}

#[test]
fn generated_paths_are_absolute() {
    let code = expand(
        quote!(task, read_only, timeout = "1s"),
        quote!(
            fn tool(a: u8) -> u8 {
                a
            }
        ),
    );
    for name in ["core::", "std::", "mcp_tasks_runtime::"] {
        let all = code.matches(name).count();
        let rooted = code.matches(&format!("::{name}")).count();
        assert_eq!(all, rooted, "{name} in {code}");
    }
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let item = quote! {
        const unsafe extern "C" fn tool<'a, T>(self, x: &'a T, rest: ...) -> impl Clone
        where
            T: Clone,
        {
        }
    };
    let code = expand(quote!(poll = "0s", name = "", retries = 1), item);
    let mistakes = [
        "`poll` is zero",
        "`name` is empty",
        "`retries` needs `idempotent`",
        "nothing to borrow it from",
        "a `const fn`",
        "an `unsafe fn`",
        "an `extern fn`",
        "variadic",
        "generic over a lifetime",
        "a tool cannot be generic\\n",
        "a method cannot be a tool",
        "`impl Trait` does not tell what a tool returns",
    ];
    for mistake in mistakes {
        assert!(code.contains(mistake), "{mistake} in {code}");
    }
    assert_eq!(
        code.matches("compile_error").count(),
        mistakes.len(),
        "{code}"
    );
}
