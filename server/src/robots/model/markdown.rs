//! Converts a large model's Markdown to rich text with the same restrictions as a document's.
//!
//! HTML becomes text, and an image becomes its description. A link stays only if one of the documents has it, so that
//! a manipulated model cannot send visitors elsewhere.

use crate::rich_text;
use actors_core::model::Brief;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use std::collections::BTreeSet;

/// Renders the Markdown of one answer.
pub struct Renderer {
    /// The links that the answer may contain.
    links: BTreeSet<String>,
}

impl From<&Brief> for Renderer {
    fn from(brief: &Brief) -> Self {
        let links = brief
            .sources
            .iter()
            .flat_map(|source| links(&source.answer));
        Self {
            links: links.collect(),
        }
    }
}

impl Renderer {
    /// Returns the text as sanitised HTML.
    pub fn html(&self, markdown: &str) -> String {
        let mut links = Vec::new();
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let events = Parser::new_ext(markdown, options).filter_map(|event| match event {
            Event::Start(Tag::Link {
                dest_url, title, ..
            }) => {
                let is_known = self.links.contains(dest_url.as_ref());
                links.push(is_known);
                is_known.then(|| {
                    Event::Start(Tag::Link {
                        link_type: pulldown_cmark::LinkType::Inline,
                        dest_url,
                        title,
                        id: "".into(),
                    })
                })
            }
            Event::End(TagEnd::Link) => links.pop().filter(|known| *known).map(|_| event),
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
            Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => None,
            // A model means every line break it writes.
            Event::SoftBreak => Some(Event::HardBreak),
            other => Some(other),
        });
        let mut rich = String::with_capacity(markdown.len() * 2);
        html::push_html(&mut rich, events);
        // The same filter as for documents. The tag in front makes even a single word count as rich text.
        rich_text::clean(rich.trim())
    }
}

/// Returns the targets of the links in a sanitised text.
fn links(rich: &str) -> impl Iterator<Item = String> {
    const BEGIN: &str = " href=\"";
    rich.match_indices(BEGIN).filter_map(move |(at, _)| {
        let from = &rich[at + BEGIN.len()..];
        let link = from.split('"').next()?;
        Some(link.replace("&amp;", "&"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn harmless(markdown: &str) -> String {
        let known = "<p><a href=\"https://shop.example/a?b=1&amp;c=2\" target=\"_blank\">x</a></p>";
        let links = links(known).collect();
        Renderer { links }.html(markdown)
    }

    #[test]
    fn simple_markdown_becomes_rich_text() {
        assert_eq!(
            harmless("Within **one** day.\nFree:\n\n- a\n- b"),
            "<p>Within <strong>one</strong> day.<br>\nFree:</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>"
        );
        assert_eq!(harmless("5 < 6 & 7"), "<p>5 &lt; 6 &amp; 7</p>");
    }

    #[test]
    fn html_becomes_text_and_nothing_runs_or_loads() {
        // [RB-04]
        for (said, read) in [
            (
                "<script>alert(1)</script>",
                "&lt;script&gt;alert(1)&lt;/script&gt;",
            ),
            (
                "a <img src=x onerror=y> b",
                "<p>a &lt;img src=x onerror=y&gt; b</p>",
            ),
            ("![beacon](https://evil.example/x.png)", "<p>beacon</p>"),
            (
                "<svg/onload=x>\n<b>b</b>",
                "<p>&lt;svg/onload=x&gt;<br>\n&lt;b&gt;b&lt;/b&gt;</p>",
            ),
        ] {
            assert_eq!(harmless(said), read, "{said}");
        }
    }

    #[test]
    fn only_links_of_the_documents_stay_links() {
        // [RB-04]
        assert_eq!(
            harmless("[here](https://shop.example/a?b=1&c=2)"),
            "<p><a href=\"https://shop.example/a?b=1&amp;c=2\" target=\"_blank\" rel=\"noopener noreferrer\">here</a></p>"
        );
        for elsewhere in [
            "[here](https://evil.example)",
            "[here](javascript:alert(1))",
            "[here][1]\n\n[1]: https://evil.example",
            "[![here](https://evil.example/a.png)](https://evil.example)",
            "[here](https://shop.example/a?b=1&c=2.evil.example)",
        ] {
            assert_eq!(harmless(elsewhere), "<p>here</p>", "{elsewhere}");
        }
        assert_eq!(
            harmless("<https://evil.example>"),
            "<p>https://evil.example</p>"
        );
    }
}
