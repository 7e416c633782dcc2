//! The forms of a tool, as a strict crate would write them.

use renamed::{Json, State, TaskContext, ToolError, mcp_tool, schemars, serde};

/// What the tools share.
#[derive(Debug)]
pub struct Shelf {
    /// What is on it.
    pub books: Vec<String>,
}

/// A book.
#[derive(Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(crate = "renamed::serde")]
#[schemars(crate = "renamed::schemars")]
pub struct Book {
    /// What it is called.
    pub title: String,
}

/// Look a book up.
///
/// # Errors
///
/// When there is none.
#[mcp_tool(crate = ::renamed, task, read_only, keep_alive = "1h", poll = "2s")]
pub async fn look_up(
    /// Where it stands.
    place: usize,
    /// In which language.
    #[serde(default)]
    _language: Option<String>,
    State(shelf): State<Shelf>,
    ctx: &TaskContext,
) -> Result<Json<Book>, ToolError> {
    ctx.progress(1, 1).await;
    let title = shelf
        .books
        .get(place)
        .ok_or_else(|| ToolError::new("no such book"))?;
    Ok(Json(Book {
        title: title.clone(),
    }))
}

/// Count letters.
#[must_use]
#[mcp_tool(crate = ::renamed)]
pub fn count_letters(text: String) -> usize {
    text.chars().count()
}

/// Say nothing.
#[mcp_tool(crate = renamed)]
pub(crate) fn say_nothing() {}

/// Put a book on the shelf.
#[deprecated = "shelves are full"]
#[mcp_tool(crate = ::renamed, destructive = false)]
#[must_use]
pub fn put(#[mcp(flatten)] book: Book, ctx: TaskContext) -> String {
    format!("{} put {}", ctx.tool(), book.title)
}

/// A tool that exists in no build.
#[mcp_tool(crate = ::renamed)]
#[cfg(any())]
pub fn absent(thing: Missing) {}

mod inner {
    use super::{TaskContext, mcp_tool};

    #[mcp_tool(crate = ::renamed)]
    pub(super) async fn undocumented(r#type: String, context: &TaskContext, input: u8) -> String {
        context.cancellation_token().cancelled().await;
        format!("{type}{input}")
    }
}

/// Uses what would be dead code.
#[must_use]
pub fn names() -> [String; 2] {
    use renamed::Tool;
    [
        say_nothing::descriptor().name,
        inner::undocumented::descriptor().name,
    ]
}
