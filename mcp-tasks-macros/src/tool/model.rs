//! A tool as it will be generated: what is in the model is legal.

use proc_macro2::TokenStream;
use syn::{Attribute, Expr, Ident, Pat, Type};

use crate::paths::CratePath;
use crate::syntax::duration::Milliseconds;
use crate::syntax::function::Function;

/// A function that is a tool.
pub(crate) struct ToolModel<'a> {
    pub(crate) krate: &'a CratePath,
    pub(crate) function: &'a Function,
    pub(crate) descriptor: DescriptorModel,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) output: Type,
}

impl ToolModel<'_> {
    /// The name of a generated item.
    pub(crate) fn item(&self, role: &str) -> Ident {
        quote::format_ident!("__mcp_tasks_{}_{role}", self.function.name())
    }

    /// What the arguments are decoded into.
    pub(crate) fn input(&self) -> InputModel<'_> {
        let fields = || self.parameters.iter().filter_map(Parameter::as_field);
        let mut all = fields();
        match (all.next(), all.next()) {
            (None, _) => InputModel::Nothing,
            (
                Some(Field {
                    ty, flatten: true, ..
                }),
                None,
            ) => InputModel::Whole(ty),
            _ => InputModel::Fields(fields().collect()),
        }
    }
}

/// What the arguments are decoded into.
pub(crate) enum InputModel<'a> {
    /// There are none.
    Nothing,
    /// A type of the user's.
    Whole(&'a Type),
    /// A generated struct.
    Fields(Vec<&'a Field>),
}

/// A parameter of the function, in the order of the call.
pub(crate) enum Parameter {
    /// An argument that the client sends.
    Field(Field),
    /// The context.
    Context { ty: Type, borrowed: bool },
    /// Taken from the call.
    Extracted { ty: Type },
}

impl Parameter {
    pub(crate) fn as_field(&self) -> Option<&Field> {
        match self {
            Self::Field(field) => Some(field),
            _ => None,
        }
    }
}

/// A field of the generated struct.
pub(crate) struct Field {
    pub(crate) name: Ident,
    /// What clients call the argument.
    pub(crate) known_as: String,
    pub(crate) ty: Type,
    /// Doc comments and what serde and schemars read.
    pub(crate) attrs: Vec<Attribute>,
    /// The fields of the type are arguments themselves.
    pub(crate) flatten: bool,
}

impl Field {
    /// The name that a pattern binds, when it binds just one.
    pub(crate) fn name_of(pattern: &Pat) -> Option<&Ident> {
        match pattern {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some(&name.ident),
            _ => None,
        }
    }
}

/// Whether the tool runs as a task.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TaskMode {
    Forbidden,
    Optional,
    Required,
}

/// What the tool says about itself.
pub(crate) struct DescriptorModel {
    pub(crate) name: String,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Option<TokenStream>,
    pub(crate) task: Option<TaskMode>,
    pub(crate) hints: Hints,
    pub(crate) keep_alive: Option<Milliseconds>,
    pub(crate) poll: Option<Milliseconds>,
    pub(crate) timeout: Option<Milliseconds>,
    pub(crate) retries: Option<u32>,
    pub(crate) icons: Option<Expr>,
    pub(crate) meta: Option<Expr>,
    pub(crate) input_schema: Option<Expr>,
    pub(crate) output_schema: Option<Expr>,
}

/// What the tool is said to do.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hints {
    pub(crate) read_only: Option<bool>,
    pub(crate) destructive: Option<bool>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) open_world: Option<bool>,
}

impl Hints {
    /// Whether anything is said.
    pub(crate) fn any(self) -> bool {
        [
            self.read_only,
            self.destructive,
            self.idempotent,
            self.open_world,
        ]
        .iter()
        .any(Option::is_some)
    }
}
