//! A function whose body is not looked into, so that a macro works (and an editor completes)
//! while the body is still being typed.

use proc_macro2::{Group, TokenStream};
use quote::ToTokens;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Ident, Signature, Token, Visibility, token};

/// A function with a body.
#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) body: Group,
}

impl Function {
    /// The attributes that decide whether the function exists.
    pub(crate) fn cfgs(&self) -> impl Iterator<Item = &Attribute> {
        self.attrs.iter().filter(|attr| attr.path().is_ident("cfg"))
    }

    /// The function's name, without the `r#` of a raw identifier.
    pub(crate) fn name(&self) -> String {
        syn::ext::IdentExt::unraw(&self.sig.ident).to_string()
    }

    /// Removes the attributes of parameters, but for those that stay.
    pub(crate) fn strip_parameters(&mut self, stays: impl Fn(&Attribute) -> bool) {
        for input in &mut self.sig.inputs {
            if let FnArg::Typed(parameter) = input {
                parameter.attrs.retain(|attr| stays(attr));
            }
        }
    }
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis: Visibility = input.parse()?;
        refuse_other_items(input)?;
        let sig: Signature = input.parse()?;
        if input.peek(Token![;]) {
            let name = &sig.ident;
            return Err(syn::Error::new_spanned(
                name,
                format!("`{name}` has no body\nhelp: annotate the function that does the work"),
            ));
        }
        if !input.peek(token::Brace) {
            return Err(input.error("expected the function's body"));
        }
        Ok(Self {
            attrs,
            vis,
            sig,
            body: input.parse()?,
        })
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        for attr in &self.attrs {
            attr.to_tokens(tokens);
        }
        self.vis.to_tokens(tokens);
        self.sig.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}

/// Says what the item is when it is no function.
fn refuse_other_items(input: ParseStream<'_>) -> syn::Result<()> {
    let ahead = input.fork();
    while ahead.peek(Token![const])
        || ahead.peek(Token![async])
        || ahead.peek(Token![unsafe])
        || ahead.peek(Token![extern])
        || ahead.peek(syn::LitStr)
    {
        let before = ahead.fork();
        ahead.parse::<proc_macro2::TokenTree>()?;
        // `const NAME: …` is an item of its own.
        if before.peek(Token![const]) && ahead.peek(Ident) {
            ahead.advance_to(&before);
            break;
        }
    }
    if ahead.peek(Token![fn]) {
        return Ok(());
    }
    let (found, cure) = match ahead.parse::<proc_macro2::TokenTree>() {
        Ok(found) => {
            let cure = match found.to_string().as_str() {
                "impl" | "trait" => {
                    "write each tool as a free function; what the methods share, it can take as \
                     `State<…>`"
                }
                _ => "annotate the function that does the work; its parameters are the arguments",
            };
            (found, cure)
        }
        Err(_) => return Err(input.error("expected a function")),
    };
    let message = format!("only a function can be a tool, and `{found}` begins something else");
    Err(syn::Error::new_spanned(
        found,
        format!("{message}\nhelp: {cure}"),
    ))
}
