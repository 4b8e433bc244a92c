//! Reads a web page as proposed documents: the main text without menus and footers, split at its headings. A list of
//! questions and answers (`details`, `dl`) counts as text with headings.

use crate::rich_text;
use ammonia::Builder;
use dom_query::{Document, NodeRef};
use dom_smoothie::{Config, Readability};
use std::sync::LazyLock;

/// The most elements of a page that is read (Protocol, 'Other calls').
const ELEMENTS_MAX: usize = 20_000;

/// The most spaces, slashes and quotes inside one tag. An address of a picture may hold the picture itself.
const SEPARATORS_MAX: usize = 50_000;

/// The deepest nesting of a page that is read: the libraries below recurse.
const DEPTH_MAX: usize = 200;

/// The most documents that a page is split into (Protocol, 'Other calls').
const PARTS_MAX: usize = 200;

/// The longest proposed question, in characters.
const QUESTION_CHARS_MAX: usize = 400;

/// The least text that counts as an answer, in characters.
const TEXT_CHARS_MIN: usize = 2;

/// Keeps the structure of a text, and removes what belongs to the page: pictures, wrappers, forms, media.
static TEXT: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut text = Builder::default();
    text.tags(
        [
            "a",
            "b",
            "blockquote",
            "br",
            "code",
            "em",
            "h4",
            "h5",
            "h6",
            "hr",
            "i",
            "li",
            "ol",
            "p",
            "pre",
            "s",
            "strong",
            "sub",
            "sup",
            "table",
            "tbody",
            "td",
            "th",
            "thead",
            "tr",
            "u",
            "ul",
        ]
        .into(),
    )
    .url_schemes(["http", "https", "mailto", "tel"].into())
    .link_rel(None);
    text
});

/// A page as proposed documents.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct WebPage {
    /// The page's title.
    pub title: String,
    /// The language that the page names, such as `en` or `zh-CN`; may be empty.
    pub language: String,
    /// The documents, in the page's order.
    pub parts: Vec<Part>,
}

/// A proposed document.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The heading, or the page's title.
    pub question: String,
    /// The text below it, as sanitised rich text.
    pub answer: String,
}

/// Why a page cannot be read, as a sentence for the administrator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The page has no text of its own: scripts write it, or it only has a menu.
    #[error("leads to a page without text; pages that scripts write cannot be read")]
    NoText,
    /// The page is too large or too deep.
    #[error("leads to a page that is too large to be read")]
    TooLarge,
}

/// Reads a page. Relative links are resolved against `address`.
///
/// # Errors
/// The page has no text, or is too large.
pub fn read(html: &str, address: &str) -> Result<WebPage, Unreadable> {
    check_tags(html)?;
    let page = Document::from(html);
    check_size(&page)?;
    prepare(&page);
    let language = page.select("html").attr_or("lang", "").trim().to_owned();
    let config = Config {
        max_elements_to_parse: ELEMENTS_MAX,
        ..Config::default()
    };
    let mut reader = Readability::with_document(page, Some(address), Some(config))
        .map_err(|_| Unreadable::NoText)?;
    let title = one_line(&reader.get_article_title());
    let article = reader.parse().map_err(|_| Unreadable::NoText)?;
    let text = Document::fragment(article.content);
    let mut splitting = Splitting::new(&title);
    splitting.walk(&text.root());
    let parts = splitting.finish();
    match parts.is_empty() {
        true => Err(Unreadable::NoText),
        false => Ok(WebPage {
            title,
            language,
            parts,
        }),
    }
}

/// Counts tags, and what separates the attributes of one, before the page is parsed: a parser takes quadratic time for
/// a deep page, and for a tag of many attributes.
fn check_tags(html: &str) -> Result<(), Unreadable> {
    let (mut tags, mut separators, mut is_inside) = (0, 0, false);
    let bytes = html.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'<' if bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) => {
                (tags, separators, is_inside) = (tags + 1, 0, true);
            }
            b'>' => is_inside = false,
            b' ' | b'\t' | b'\n' | b'\r' | b'/' | b'"' | b'\'' if is_inside => separators += 1,
            _ => {}
        }
        if tags > ELEMENTS_MAX || separators > SEPARATORS_MAX {
            return Err(Unreadable::TooLarge);
        }
    }
    Ok(())
}

fn check_size(page: &Document) -> Result<(), Unreadable> {
    let (mut elements, mut depth) = (0, 0_usize);
    let mut at = Some(page.root());
    // Walks without recursion: down, then aside, then up.
    while let Some(node) = at {
        elements += usize::from(node.is_element());
        if elements > ELEMENTS_MAX || depth > DEPTH_MAX {
            return Err(Unreadable::TooLarge);
        }
        if let Some(child) = node.first_child() {
            depth += 1;
            at = Some(child);
            continue;
        }
        let mut up = Some(node);
        at = None;
        while let Some(node) = up {
            if let Some(next) = node.next_sibling() {
                at = Some(next);
                break;
            }
            depth = depth.saturating_sub(1);
            up = node.parent();
        }
    }
    Ok(())
}

/// Turns questions that fold out, and lists of terms, into headings with text.
fn prepare(page: &Document) {
    for (from, to) in [
        ("summary", "h3"),
        ("details", "div"),
        ("dt", "h3"),
        ("dd", "div"),
        ("dl", "div"),
    ] {
        page.select(from).rename(to);
    }
    // A heading that folds its text out is often a button, which the reader would remove.
    page.select("h1 button, h2 button, h3 button")
        .rename("span");
}

struct Splitting {
    parts: Vec<Part>,
    question: String,
    html: String,
}

impl Splitting {
    fn new(title: &str) -> Self {
        Self {
            parts: Vec::new(),
            question: shortened(title),
            html: String::new(),
        }
    }

    /// Adds what is below a node. A block with headings inside is entered, any other stays whole.
    fn walk(&mut self, node: &NodeRef<'_>) {
        for child in node.children_it(false) {
            if child.is_element() && child.is("h1, h2, h3") {
                self.end_part();
                let heading = one_line(&child.text());
                if !heading.is_empty() {
                    self.question = shortened(&heading);
                }
            } else if child.is_element() && has_heading(&child) {
                self.walk(&child);
            } else {
                self.html.push_str(&child.html());
            }
        }
    }

    fn end_part(&mut self) {
        let html = std::mem::take(&mut self.html);
        let answer = without_blanks(&TEXT.clean(&html).to_string());
        let text = Document::fragment(answer.as_str()).root().text();
        if one_line(&text).chars().count() < TEXT_CHARS_MIN || self.parts.len() >= PARTS_MAX {
            return;
        }
        let part = Part {
            question: self.question.clone(),
            answer: rich_text::clean(&answer),
        };
        self.parts.push(part);
    }

    fn finish(mut self) -> Vec<Part> {
        self.end_part();
        self.parts
    }
}

fn has_heading(node: &NodeRef<'_>) -> bool {
    node.descendants_it().any(|inner| inner.is("h1, h2, h3"))
}

/// Removes empty paragraphs, and white space between blocks.
fn without_blanks(html: &str) -> String {
    let document = Document::fragment(html);
    for node in document.select("p, li, a, strong, b, em, i").nodes() {
        if node.text().trim().is_empty() && !node.children_it(false).any(|child| child.is("br")) {
            node.remove_from_parent();
        }
    }
    let lines = document.root().inner_html();
    let lines = lines.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

fn shortened(text: &str) -> String {
    text.chars().take(QUESTION_CHARS_MAX).collect()
}

#[cfg(test)]
#[path = "web_page/tests.rs"]
mod tests;
