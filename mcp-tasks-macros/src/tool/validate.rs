//! The rules that concern more than one key or more than one parameter. Each is checked by
//! itself, whatever the others say.

use std::collections::BTreeMap;

use syn::Ident;

use super::args::ToolArgs;
use super::item;
use super::model::{DescriptorModel, Hints, Parameter, TaskMode, ToolModel};
use crate::diag::Diagnostics;
use crate::paths::CratePath;
use crate::syntax::doc;
use crate::syntax::function::Function;

/// The longest tool name (N-37).
const LONGEST_NAME: usize = 128;

/// Types whose name a function cannot take: in its module, the tool's type would hide them.
const PRIMITIVES: &[&str] = &[
    "bool", "char", "str", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16",
    "u32", "u64", "u128", "usize",
];

/// Makes the model of what was read. It is only worth something when nothing was reported.
pub(crate) fn validate<'a>(
    args: ToolArgs,
    function: &'a Function,
    parameters: Vec<Parameter>,
    krate: &'a CratePath,
    diag: &Diagnostics,
) -> ToolModel<'a> {
    check_hints(&args, diag);
    check_retries(&args, diag);
    check_task_options(&args, diag);
    check_name(&args, function, diag);
    check_identifier(function, diag);
    check_argument_names(&parameters, diag);
    let output = item::check(function, diag);
    ToolModel {
        krate,
        function,
        descriptor: descriptor(args, function),
        parameters,
        output,
    }
}

/// What the descriptor is made of.
fn descriptor(args: ToolArgs, function: &Function) -> DescriptorModel {
    let description = args
        .description
        .map(|given| quote::quote!(#given))
        .or_else(|| doc::description(&function.attrs));
    DescriptorModel {
        name: args
            .name
            .map_or_else(|| function.name(), |name| name.value()),
        title: args.title,
        description,
        task: args.task,
        hints: Hints {
            read_only: args.read_only.map(|it| it.value),
            destructive: args.destructive.map(|it| it.value),
            idempotent: args.idempotent.map(|it| it.value),
            open_world: args.open_world.map(|it| it.value),
        },
        keep_alive: args.keep_alive.map(|it| it.value),
        poll: args.poll.map(|it| it.value),
        timeout: args.timeout.map(|it| it.value),
        retries: args.retries.map(|it| it.value),
        icons: args.icons,
        meta: args.meta,
        input_schema: args.input_schema,
        output_schema: args.output_schema,
    }
}

/// A tool that changes nothing destroys nothing.
fn check_hints(args: &ToolArgs, diag: &Diagnostics) {
    if let (Some(read_only), Some(destructive)) = (&args.read_only, &args.destructive)
        && read_only.value
        && destructive.value
    {
        let mistake = "a tool that is `read_only` is not `destructive`";
        diag.error(&destructive.key, mistake, "remove the one that is not so");
    }
}

/// A run that was lost may have taken effect, so only what can be repeated is.
fn check_retries(args: &ToolArgs, diag: &Diagnostics) {
    let idempotent = args.idempotent.as_ref().is_some_and(|it| it.value);
    if let Some(retries) = args
        .retries
        .as_ref()
        .filter(|it| it.value > 0 && !idempotent)
    {
        let mistake = "`retries` needs `idempotent`: a run that was lost may have taken effect";
        let cure = "add `idempotent` if a second run changes nothing more, or remove `retries`";
        diag.error(&retries.key, mistake, cure);
    }
}

/// What only matters to tasks does nothing on a tool that never runs as one.
fn check_task_options(args: &ToolArgs, diag: &Diagnostics) {
    if !matches!(args.task, None | Some(TaskMode::Forbidden)) {
        return;
    }
    for option in [&args.keep_alive, &args.poll].into_iter().flatten() {
        let key = &option.key;
        let mistake = format!("`{key}` does nothing on a tool that never runs as a task");
        diag.error(key, mistake, format!("add `task`, or remove `{key}`"));
    }
}

/// Clients know a tool by a name of few characters (N-37).
fn check_name(args: &ToolArgs, function: &Function, diag: &Diagnostics) {
    let name = args
        .name
        .as_ref()
        .map_or_else(|| function.name(), syn::LitStr::value);
    let legal = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    let mistake = if let Some(illegal) = name.chars().find(|c| !legal(*c)) {
        format!("a tool's name cannot contain `{}`", illegal.escape_debug())
    } else if name.len() > LONGEST_NAME {
        format!(
            "a tool's name has at most {LONGEST_NAME} characters, and this has {}",
            name.len()
        )
    } else {
        return;
    };
    match &args.name {
        Some(given) => diag.error(given, mistake, "use 1 to 128 of `A-Z a-z 0-9 _ . -`"),
        None => {
            let cure = "add `name = \"…\"` with 1 to 128 of `A-Z a-z 0-9 _ . -`";
            diag.error(&function.sig.ident, mistake, cure);
        }
    }
}

/// The tool's type has the function's name.
fn check_identifier(function: &Function, diag: &Diagnostics) {
    let name = &function.sig.ident;
    if PRIMITIVES.iter().any(|primitive| name == primitive) {
        let mistake = format!("the tool's type would hide the primitive type `{name}`");
        let cure = format!("rename the function, and add `name = \"{name}\"` for the clients");
        diag.error(name, mistake, cure);
    }
}

/// Of two arguments with one name, only one would ever be given.
fn check_argument_names(parameters: &[Parameter], diag: &Diagnostics) {
    let mut seen: BTreeMap<&str, &Ident> = BTreeMap::new();
    let named = parameters.iter().filter_map(Parameter::as_field);
    for field in named.filter(|field| !field.flatten) {
        let name = field.known_as.as_str();
        match seen.get(name) {
            Some(first) => {
                let mistake = format!("two arguments are called `{name}`");
                diag.error(&field.name, mistake, "rename one of them");
                diag.note(first, format!("`{name}` is here first"));
            }
            None => {
                seen.insert(name, &field.name);
            }
        }
    }
}
