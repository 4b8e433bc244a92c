//! The preprocessor of the documentation's mdBook (`docs/site/book.toml`). It writes what the program says of itself
//! into the pages: the calls of its API, their types and its commands. So they cannot differ from the program.
//!
//! A page asks for them by a comment: `<!-- program: calls /api/agent/ -->`, `<!-- program: types -->`,
//! `<!-- program: commands -->`.
//!
//! mdBook calls it twice: with `supports RENDERER`, and with the book on the standard input, as `[context, book]`.

mod calls;
mod commands;

use anyhow::{Context as _, bail};
use serde_json::Value;
use std::io::{Read as _, Write as _};

fn main() -> anyhow::Result<()> {
    if std::env::args().nth(1).as_deref() == Some("supports") {
        return Ok(());
    }
    let mut given = String::new();
    std::io::stdin().read_to_string(&mut given)?;
    let (_, mut book): (Value, Value) =
        serde_json::from_str(&given).context("reading the book; mdBook starts this program")?;
    fill_items(&mut book["items"])?;
    std::io::stdout().write_all(book.to_string().as_bytes())?;
    Ok(())
}

/// Fills in the chapters of a list, and their sub-chapters.
fn fill_items(items: &mut Value) -> anyhow::Result<()> {
    for item in items.as_array_mut().into_iter().flatten() {
        let Some(chapter) = item.get_mut("Chapter") else {
            continue;
        };
        let path = chapter["path"].as_str().unwrap_or_default().to_owned();
        if let Some(content) = chapter["content"].as_str() {
            let whole = filled(content, &path).with_context(|| format!("filling in {path}"))?;
            chapter["content"] = Value::String(whole);
        }
        fill_items(&mut chapter["sub_items"])?;
    }
    Ok(())
}

/// The page with each comment replaced.
fn filled(content: &str, path: &str) -> anyhow::Result<String> {
    const BEGIN: &str = "<!-- program: ";
    let mut parts = content.split(BEGIN);
    let mut whole = outside_links(parts.next().unwrap_or_default(), path);
    for part in parts {
        let (wish, rest) = part
            .split_once(" -->")
            .context("a comment without an end")?;
        whole.push_str(&written(wish)?);
        whole.push_str(&outside_links(rest, path));
    }
    Ok(whole)
}

fn written(wish: &str) -> anyhow::Result<String> {
    match wish.split_once(' ') {
        Some(("calls", prefix)) => calls::calls(prefix),
        None if wish == "types" => Ok(calls::types()),
        None if wish == "commands" => Ok(commands::all()),
        _ => bail!("this page asks for `{wish}`, which is unknown"),
    }
}

/// Files outside `docs`, and the pages that include them.
const OUTSIDE: [(&str, &str); 6] = [
    ("ARCHITECTURE.md", "site/architecture.md"),
    ("CHANGELOG.md", "site/changes.md"),
    ("CONTRIBUTING.md", "site/contributing.md"),
    ("SECURITY.md", "site/security.md"),
    ("client/packages/embed/README.md", "site/embedding/npm.md"),
    ("fixtures/README.md", "site/fixtures.md"),
];

/// Makes links that lead out of `docs` lead to pages of the site. A page of `site` that includes a file of the
/// repository's root has that file's links.
fn outside_links(text: &str, path: &str) -> String {
    let up = "../".repeat(path.matches('/').count());
    let mut whole = text.to_owned();
    if path.starts_with("site/") {
        whole = whole.replace("](docs/", &format!("]({up}"));
    }
    for (file, page) in OUTSIDE {
        let page = format!("]({up}{page}");
        whole = whole.replace(&format!("]({up}../{file}"), &page);
        if path.starts_with("site/") {
            whole = whole.replace(&format!("]({file}"), &page);
        }
    }
    whole
}
