//! The keys of `#[mcp_tool(…)]`, each with its value, each judged by itself.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Path};

use super::model::TaskMode;
use crate::diag::{Diagnostics, nearest, one_of};
use crate::syntax::duration::Milliseconds;
use crate::syntax::entry::{Entry, Keyed, parse_entries};

const KEYS: &[&str] = &[
    "task",
    "name",
    "title",
    "description",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "keep_alive",
    "poll",
    "timeout",
    "retries",
    "icons",
    "meta",
    "input_schema",
    "output_schema",
    "crate",
];

const TASK_MODES: &[&str] = &["optional", "required", "forbidden"];

/// What the attribute says.
#[derive(Default)]
pub(crate) struct ToolArgs {
    pub(crate) task: Option<TaskMode>,
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Option<Expr>,
    pub(crate) read_only: Option<Keyed<bool>>,
    pub(crate) destructive: Option<Keyed<bool>>,
    pub(crate) idempotent: Option<Keyed<bool>>,
    pub(crate) open_world: Option<Keyed<bool>>,
    pub(crate) keep_alive: Option<Keyed<Milliseconds>>,
    pub(crate) poll: Option<Keyed<Milliseconds>>,
    pub(crate) timeout: Option<Keyed<Milliseconds>>,
    pub(crate) retries: Option<Keyed<u32>>,
    pub(crate) icons: Option<Expr>,
    pub(crate) meta: Option<Expr>,
    pub(crate) input_schema: Option<Expr>,
    pub(crate) output_schema: Option<Expr>,
    pub(crate) krate: Option<Path>,
}

/// Reads the attribute's arguments.
pub(crate) fn parse(tokens: TokenStream, diag: &Diagnostics) -> ToolArgs {
    let mut args = ToolArgs::default();
    let mut seen: BTreeMap<String, Ident> = BTreeMap::new();
    for entry in parse_entries(tokens, diag) {
        let key = entry.key.to_string();
        if let Some(first) = seen.get(&key) {
            diag.error(
                &entry.key,
                format!("`{key}` is given twice"),
                "keep one of the two",
            );
            diag.note(first, format!("`{key}` is given here first"));
            continue;
        }
        args.set(&key, &entry, diag);
        seen.insert(key, entry.key);
    }
    args
}

impl ToolArgs {
    fn set(&mut self, key: &str, entry: &Entry, diag: &Diagnostics) {
        match key {
            "task" => self.task = Some(task_mode(entry, diag)),
            "name" => self.name = entry.string("\"my_tool\"", diag),
            "title" => self.title = entry.text("\"My tool\"", diag),
            "description" => self.description = entry.text("\"What the tool does.\"", diag),
            "read_only" => self.read_only = flag(entry, diag),
            "destructive" => self.destructive = flag(entry, diag),
            "idempotent" => self.idempotent = flag(entry, diag),
            "open_world" => self.open_world = flag(entry, diag),
            "keep_alive" => self.keep_alive = entry.duration(diag),
            "poll" => self.poll = positive(entry, diag),
            "timeout" => self.timeout = positive(entry, diag),
            "retries" => self.retries = entry.count(diag),
            "icons" => self.icons = icons(entry, diag),
            "meta" => self.meta = json(entry, diag),
            "input_schema" => self.input_schema = json(entry, diag),
            "output_schema" => self.output_schema = json(entry, diag),
            "crate" => self.krate = entry.path("::my_runtime", diag),
            _ => unknown_key(&entry.key, diag),
        }
    }
}

fn unknown_key(key: &Ident, diag: &Diagnostics) {
    let list = format!("the keys are {}", one_of(KEYS).replace(" or ", " and "));
    let cure = match nearest(&key.to_string(), KEYS) {
        Some(meant) => format!("did you mean `{meant}`? ({list})"),
        None => list,
    };
    diag.error(key, format!("`{key}` is not a key of `#[mcp_tool]`"), cure);
}

/// A wrong mode counts as one, so that the options of tasks are not reported as well.
fn task_mode(entry: &Entry, diag: &Diagnostics) -> TaskMode {
    let Some(value) = &entry.value else {
        return TaskMode::Optional;
    };
    let cure = "write `task` for a tool that runs as a task when the client asks for it, \
                `task = \"required\"` for one that always does, or `task = \"forbidden\"`";
    let Expr::Lit(ExprLit {
        lit: Lit::Str(word),
        ..
    }) = value
    else {
        diag.error(value, "`task` takes a string literal", cure);
        return TaskMode::Optional;
    };
    match word.value().as_str() {
        "optional" => TaskMode::Optional,
        "required" => TaskMode::Required,
        "forbidden" => TaskMode::Forbidden,
        other => {
            let known = one_of(TASK_MODES);
            diag.error(word, format!("`task` is {known}, not `{other}`"), cure);
            TaskMode::Optional
        }
    }
}

fn flag(entry: &Entry, diag: &Diagnostics) -> Option<Keyed<bool>> {
    entry.flag(diag).map(|value| Keyed {
        key: entry.key.clone(),
        value,
    })
}

fn positive(entry: &Entry, diag: &Diagnostics) -> Option<Keyed<Milliseconds>> {
    let duration = entry.duration(diag)?;
    if duration.value == 0 {
        let key = &entry.key;
        let cure = format!("give it some time, or leave `{key}` out for the server's default");
        diag.error(&entry.value, format!("`{key}` is zero"), cure);
        return None;
    }
    Some(duration)
}

/// An array becomes one of `Icon`s, so that its elements can be of different types.
fn icons(entry: &Entry, diag: &Diagnostics) -> Option<Expr> {
    let example = "[\"https://example.com/icon.png\"]";
    let value = entry.value(example, diag)?;
    match value {
        Expr::Array(array) => {
            for element in &array.elems {
                let Expr::Lit(ExprLit {
                    lit: Lit::Str(uri), ..
                }) = element
                else {
                    continue;
                };
                if !["https:", "data:"]
                    .iter()
                    .any(|scheme| uri.value().starts_with(scheme))
                {
                    let cure = "clients show icons from `https:` and `data:` URIs only";
                    diag.error(uri, "an icon's URI begins with `https:` or `data:`", cure);
                }
            }
            Some(value.clone())
        }
        Expr::Lit(_) => {
            entry.wrong_kind(value, "an array", example, diag);
            None
        }
        other => Some(other.clone()),
    }
}

/// An expression that serialises to a JSON object, as far as one can see.
fn json(entry: &Entry, diag: &Diagnostics) -> Option<Expr> {
    let example = "serde_json::json!({ … })";
    let value = entry.value(example, diag)?;
    let is_schema = entry.key == "output_schema";
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Bool(_), ..
        }) if is_schema => Some(value.clone()),
        Expr::Lit(_) | Expr::Array(_) => {
            let kind = "an expression that serialises to a JSON object";
            entry.wrong_kind(value, kind, example, diag);
            None
        }
        other => Some(other.clone()),
    }
}
