//! Questions about a type that can be answered by looking at how it is written.
//!
//! Names are hints, never proofs: what depends on one can be overruled by a mark.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, PathSegment, Type, TypeParamBound};

/// The type without the parentheses and invisible groups around it.
pub(crate) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        other => other,
    }
}

/// Whether the last segment of the type's path is `name`.
pub(crate) fn is_named(ty: &Type, name: &str) -> bool {
    let Type::Path(path) = bare(ty) else {
        return false;
    };
    path.path
        .segments
        .last()
        .is_some_and(|segment| segment.ident == name)
}

/// The tokens that borrow from something that ends: a lifetime other than `'static`, or `&`
/// without one.
pub(crate) fn borrow(ty: &Type) -> Option<TokenStream> {
    find_borrow(ty.to_token_stream())
}

fn find_borrow(tokens: TokenStream) -> Option<TokenStream> {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Group(group) => {
                if let Some(found) = find_borrow(group.stream()) {
                    return Some(found);
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == '&' => {
                let has_lifetime = matches!(
                    tokens.peek(),
                    Some(TokenTree::Punct(next)) if next.as_char() == '\''
                );
                if !has_lifetime {
                    return Some(token.into());
                }
            }
            TokenTree::Punct(punct)
                if punct.as_char() == '\'' && punct.spacing() == Spacing::Joint =>
            {
                let name = tokens.next()?;
                if name.to_string() != "static" {
                    return Some([token, name].into_iter().collect());
                }
            }
            _ => {}
        }
    }
    None
}

/// The `impl` of an `impl Trait` anywhere in the type.
pub(crate) fn impl_trait(ty: &Type) -> Option<TokenTree> {
    find_impl(ty.to_token_stream())
}

fn find_impl(tokens: TokenStream) -> Option<TokenTree> {
    tokens.into_iter().find_map(|token| match &token {
        TokenTree::Group(group) => find_impl(group.stream()),
        TokenTree::Ident(word) if word == "impl" => Some(token),
        _ => None,
    })
}

/// The type that owns what a reference to `ty` borrows.
pub(crate) fn owned(ty: &Type) -> String {
    match bare(ty) {
        Type::Slice(slice) => format!("Vec<{}>", printed(&slice.elem)),
        other if is_named(other, "str") => "String".to_owned(),
        other if is_named(other, "Path") => "PathBuf".to_owned(),
        other => printed(other),
    }
}

/// The type as a person would write it.
pub(crate) fn printed(ty: &impl ToTokens) -> String {
    let text = ty.to_token_stream().to_string();
    [
        (" :: ", "::"),
        (":: ", "::"),
        (" < ", "<"),
        (" >", ">"),
        ("< ", "<"),
        (" ,", ","),
        ("& ", "&"),
    ]
    .iter()
    .fold(text, |text, (spaced, tight)| text.replace(spaced, tight))
}

/// The type that a returned future would give: `T` of `impl Future<Output = T>`, also boxed.
pub(crate) fn future_output(ty: &Type) -> Option<Type> {
    let bounds = match bare(ty) {
        Type::ImplTrait(of) => &of.bounds,
        Type::TraitObject(of) => &of.bounds,
        pointer if is_named(pointer, "Pin") || is_named(pointer, "Box") => {
            return arguments(pointer)?.find_map(|argument| match argument {
                GenericArgument::Type(target) => future_output(target),
                _ => None,
            });
        }
        _ => return None,
    };
    bounds.iter().find_map(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last()?;
            (last.ident == "Future").then_some(())?;
            arguments_of(last)?.find_map(|argument| match argument {
                GenericArgument::AssocType(output) => Some(output.ty.clone()),
                _ => None,
            })
        }
        _ => None,
    })
}

fn arguments(ty: &Type) -> Option<impl Iterator<Item = &GenericArgument>> {
    match ty {
        Type::Path(path) => arguments_of(path.path.segments.last()?),
        _ => None,
    }
}

fn arguments_of(segment: &PathSegment) -> Option<impl Iterator<Item = &GenericArgument>> {
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(arguments.args.iter()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn only_static_borrows_are_no_borrows() {
        for ty in [
            "&'static str",
            "Cow<'static, str>",
            "Result<Json<(u8, [u8; 4])>, E>",
        ] {
            assert!(borrow(&syn::parse_str(ty).unwrap()).is_none(), "{ty}");
        }
        for ty in [
            "&str",
            "Cow<'a, str>",
            "Option<&u8>",
            "(u8, Ref<'_, u8>)",
            "[&str; 2]",
        ] {
            assert!(borrow(&syn::parse_str(ty).unwrap()).is_some(), "{ty}");
        }
    }

    #[test]
    fn impl_trait_is_found_inside() {
        assert!(impl_trait(&parse_quote!(Result<Json<(u8, impl Serialize)>, E>)).is_some());
        assert!(impl_trait(&parse_quote!(Result<Impl, E>)).is_none());
    }

    #[test]
    fn futures_are_known_by_their_trait() {
        for ty in [
            "impl Future<Output = u8> + Send",
            "Pin<Box<dyn std::future::Future<Output = u8>>>",
        ] {
            let output = future_output(&syn::parse_str(ty).unwrap());
            assert_eq!(output.as_ref().map(printed), Some("u8".to_owned()), "{ty}");
        }
        assert!(future_output(&parse_quote!(Box<Future>)).is_none());
    }

    #[test]
    fn references_have_owned_counterparts() {
        assert_eq!(owned(&parse_quote!(str)), "String");
        assert_eq!(owned(&parse_quote!(std::path::Path)), "PathBuf");
        assert_eq!(owned(&parse_quote!([Vec<u8>])), "Vec<Vec<u8>>");
        assert_eq!(owned(&parse_quote!(my::Map<u8, u8>)), "my::Map<u8, u8>");
    }

    #[test]
    fn names_are_looked_for_in_the_last_segment() {
        assert!(is_named(&parse_quote!(mcp::State<Db>), "State"));
        assert!(is_named(&parse_quote!((State<Db>)), "State"));
        assert!(!is_named(&parse_quote!(State::Inner), "State"));
    }
}
