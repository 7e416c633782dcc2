//! What each parameter of the function is: an argument, the context, or taken from the call.

use quote::format_ident;
use syn::ext::IdentExt as _;
use syn::{Attribute, FnArg, PatType, Type};

use super::attributes::{check_attributes, is_carried, read_serde, refuse_field_attributes};
use super::mark::{Mark, read_mark};
use super::model::{Field, Parameter};
use crate::diag::Diagnostics;
use crate::syntax::function::Function;
use crate::syntax::types;

/// The parameters, without those that cannot be one.
pub(crate) fn classify(function: &Function, diag: &Diagnostics) -> Vec<Parameter> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for (position, input) in function.sig.inputs.iter().enumerate() {
        // A receiver is reported with the rest of what a function must not be.
        let FnArg::Typed(input) = input else { continue };
        let Some(parameter) = classify_one(input, position, diag) else {
            continue;
        };
        let is_context = |parameter: &Parameter| matches!(parameter, Parameter::Context { .. });
        if is_context(&parameter) && parameters.iter().any(is_context) {
            let mistake = "a tool has one context";
            diag.error(
                input,
                mistake,
                "remove the second; a `TaskContext` can be cloned",
            );
            continue;
        }
        parameters.push(parameter);
    }
    parameters
}

fn classify_one(input: &PatType, position: usize, diag: &Diagnostics) -> Option<Parameter> {
    let mark = read_mark(input, diag).ok()?;
    check_attributes(input, diag);
    let role = match mark {
        Some(mark) => mark,
        None => match context(input, diag) {
            Some(parameter) => {
                refuse_field_attributes(input, "the context", diag);
                return Some(parameter);
            }
            None if types::is_named(&input.ty, "State") => Mark::Extract,
            None => Mark::Arg,
        },
    };
    let owned = check_type(&input.ty, diag);
    let parameter = match role {
        Mark::Extract => {
            refuse_field_attributes(input, "what is extracted from the call", diag);
            Some(Parameter::Extracted {
                ty: (*input.ty).clone(),
            })
        }
        Mark::Flatten => {
            refuse_field_attributes(input, "a flattened struct", diag);
            field(input, true, position, diag)
        }
        Mark::Arg => field(input, false, position, diag),
    };
    parameter.filter(|_| owned)
}

/// The parameter as the context, when that is what it is.
fn context(input: &PatType, diag: &Diagnostics) -> Option<Parameter> {
    let ty = (*input.ty).clone();
    let Type::Reference(reference) = types::bare(&input.ty) else {
        let is_context = types::is_named(&ty, "TaskContext");
        return is_context.then_some(Parameter::Context {
            ty,
            borrowed: false,
        });
    };
    if !types::is_named(&reference.elem, "TaskContext") {
        return None;
    }
    let cure = "write `&TaskContext`; every method of the context takes `&self`";
    if let Some(mutability) = &reference.mutability {
        diag.error(mutability, "the context is not borrowed mutably", cure);
    } else if let Some(lifetime) = reference.lifetime.as_ref().filter(|it| it.ident != "_") {
        diag.error(lifetime, "the context is borrowed for the call only", cure);
    }
    Some(Parameter::Context { ty, borrowed: true })
}

/// An argument's type, or an extracted one, owns what it holds and is spelt out.
fn check_type(ty: &Type, diag: &Diagnostics) -> bool {
    match types::bare(ty) {
        Type::Reference(reference) => {
            let owned = types::owned(&reference.elem);
            let mistake =
                "an argument is decoded for the call, so there is nothing to borrow it from";
            diag.error(ty, mistake, format!("take `{owned}`"));
        }
        _ => {
            if let Some(impl_token) = types::impl_trait(ty) {
                let mistake = "`impl Trait` does not tell what to decode";
                let cure = "write the type that the argument is decoded into, such as `String`";
                diag.error(impl_token, mistake, cure);
            } else if let Some(borrow) = types::borrow(ty) {
                let cure = "use a type that owns what it holds, such as `String` for `&str`";
                diag.error(borrow, "a parameter of a tool cannot borrow", cure);
            } else {
                return true;
            }
        }
    }
    false
}

/// The parameter as a field. Clients never see the name of a flattened one, so it can be a pattern.
fn field(input: &PatType, flatten: bool, position: usize, diag: &Diagnostics) -> Option<Parameter> {
    let name = match Field::name_of(&input.pat) {
        Some(name) => name.clone(),
        None if flatten => format_ident!("__mcp_tasks_flattened_{position}"),
        None => {
            let pattern = types::printed(&input.pat);
            let mistake = format!("an argument needs a name, and `{pattern}` is a pattern");
            let cure = "give it the name that clients use and take it apart in the function, or \
                        mark what is extracted from the call with `#[mcp(extract)]`";
            diag.error(&input.pat, mistake, cure);
            return None;
        }
    };
    let attrs: Vec<Attribute> = input
        .attrs
        .iter()
        .filter(|it| is_carried(it))
        .cloned()
        .collect();
    let known_as = read_serde(&attrs, diag).unwrap_or_else(|| name.unraw().to_string());
    Some(Parameter::Field(Field {
        name,
        known_as,
        ty: (*input.ty).clone(),
        attrs,
        flatten,
    }))
}
