//! What a function must be to be a tool.

use syn::{Attribute, GenericParam, ReturnType, Safety, Type};

use crate::diag::Diagnostics;
use crate::syntax::function::Function;
use crate::syntax::types;

/// Checks the function, and tells what it returns.
pub(crate) fn check(function: &Function, diag: &Diagnostics) -> Type {
    check_qualifiers(function, diag);
    check_generics(function, diag);
    check_receiver(function, diag);
    check_repeated(function, diag);
    check_output(function, diag)
}

/// A second `#[mcp_tool]`, which is reported by the first.
pub(crate) fn is_this_macro(attr: &Attribute) -> bool {
    attr.path()
        .segments
        .last()
        .is_some_and(|last| last.ident == "mcp_tool")
}

/// An ordinary function, `async` or not.
fn check_qualifiers(function: &Function, diag: &Diagnostics) {
    let sig = &function.sig;
    let refuse = |guilty: &dyn quote::ToTokens, kind: &str| {
        diag.error(
            guilty,
            format!("a tool cannot be {kind}"),
            "write `fn` or `async fn`",
        );
    };
    if let Some(constness) = &sig.constness {
        refuse(constness, "a `const fn`");
    }
    if let Safety::Unsafe(unsafety) = &sig.safety {
        let cure = "clients call it with any arguments; make it safe for all of them";
        diag.error(unsafety, "a tool cannot be an `unsafe fn`", cure);
    }
    if let Some(abi) = &sig.abi {
        refuse(abi, "an `extern fn`");
    }
    if let Some(variadic) = &sig.variadic {
        let cure = "take a `Vec<…>` as an argument";
        diag.error(variadic, "a tool cannot be variadic", cure);
    }
}

/// A tool is one function, not a family of them.
fn check_generics(function: &Function, diag: &Diagnostics) {
    let generics = &function.sig.generics;
    for parameter in &generics.params {
        match parameter {
            GenericParam::Lifetime(lifetime) => diag.error(
                lifetime,
                "a tool cannot be generic over a lifetime",
                "take owned values, and write `&TaskContext` without a lifetime",
            ),
            other => diag.error(
                other,
                "a tool cannot be generic",
                "write the types out; a generic function can do the work of several tools",
            ),
        }
    }
    if let Some(clause) = generics
        .where_clause
        .as_ref()
        .filter(|_| generics.params.is_empty())
    {
        diag.error(
            clause.where_token,
            "a tool cannot have a `where` clause",
            "remove it",
        );
    }
}

/// A free function has no `self`.
fn check_receiver(function: &Function, diag: &Diagnostics) {
    if let Some(receiver) = function.sig.receiver() {
        let mistake = "a method cannot be a tool by itself";
        let cure = "move it out of the `impl` block, and take what `self` holds as `State<…>`";
        diag.error(receiver, mistake, cure);
    }
}

/// One attribute makes one tool.
fn check_repeated(function: &Function, diag: &Diagnostics) {
    if let Some(again) = function.attrs.iter().find(|attr| is_this_macro(attr)) {
        diag.error(
            again,
            "the function is a tool already",
            "remove one of the two attributes",
        );
    }
}

/// What the function returns outlives the call, and has a name.
fn check_output(function: &Function, diag: &Diagnostics) -> Type {
    let ReturnType::Type(_, output) = &function.sig.output else {
        return syn::parse_quote!(());
    };
    if let Some(value) = types::future_output(output) {
        let (name, value) = (&function.sig.ident, types::printed(&value));
        let cure = format!("write `async fn {name}(…) -> {value}`, and await the block in it");
        diag.error(output, "a tool returns its result, not a future", cure);
    } else if let Some(impl_token) = types::impl_trait(output) {
        let cure = "write the type that is returned; it tells the output schema";
        diag.error(
            impl_token,
            "`impl Trait` does not tell what a tool returns",
            cure,
        );
    } else if let Type::Never(_) = types::bare(output) {
        let mistake = "a tool that never returns has no result";
        diag.error(output, mistake, "return `()`");
    } else if let Some(borrow) = types::borrow(output) {
        let mistake = "a tool cannot return what is borrowed: the result outlives the call";
        let cure = "return a value that owns what it holds, such as `String`";
        diag.error(borrow, mistake, cure);
    }
    (**output).clone()
}
