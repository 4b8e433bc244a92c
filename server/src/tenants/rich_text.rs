//! Sanitises rich text of tenants and agents before it is stored or shown.

use crate::blocking::run;
use crate::error::ApiError;
use ammonia::{Builder, UrlRelative};
use std::borrow::Cow;
use std::sync::LazyLock;

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::default();
    cleaner
        .url_schemes(["http", "https", "mailto", "tel"].into())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(Some("noopener noreferrer"))
        .set_tag_attribute_value("a", "target", "_blank")
        .attribute_filter(|element, attribute, value| match (element, attribute) {
            ("img", "src") => may_be_shown(value).then(|| Cow::from(value)),
            (_, "href" | "cite") if hides_host(value) => None,
            _ => Some(value.into()),
        });
    cleaner
});

/// Whether a picture is from this server or an https address. Pages load an external picture only if the tenant lists
/// its host (pictureHosts), because the request tells that host who reads the page.
fn may_be_shown(address: &str) -> bool {
    (address.starts_with('/') || address.starts_with("https://")) && !hides_host(address)
}

/// Whether a browser may find a host in an address without a scheme. A browser drops tabs and line breaks, and reads a
/// backslash as a slash, so `/`, a tab and `/evil.example` lead to evil.example.
fn hides_host(address: &str) -> bool {
    let odd = |c: char| c.is_ascii_control() || c == '\\';
    address.trim_start().starts_with("//") || address.contains(odd)
}

/// The longest text, in bytes, that is cleaned on the calling thread. Longer text goes to the blocking pool.
const CLEANED_HERE_MAX: usize = 10 * 1024;

/// Like [`clean`], but does not block an async thread.
///
/// # Errors
/// 500: the blocking task did not complete.
pub async fn clean_aside(text: &str) -> Result<String, ApiError> {
    if text.len() <= CLEANED_HERE_MAX {
        return Ok(clean(text));
    }
    let text = text.to_owned();
    run(move || clean(&text)).await
}

/// Removes everything from rich text that could run, submit, frame or load a foreign resource. Text without a tag or an
/// entity counts as plain text: it is escaped, and its line breaks are kept.
pub fn clean(text: &str) -> String {
    if is_rich(text) {
        return CLEANER.clean(text).to_string();
    }
    let mut rich = String::with_capacity(text.len());
    for c in text.trim().chars() {
        match c {
            '&' => rich.push_str("&amp;"),
            '<' => rich.push_str("&lt;"),
            '>' => rich.push_str("&gt;"),
            '\n' => rich.push_str("<br>"),
            '\r' => {}
            _ => rich.push(c),
        }
    }
    rich
}

fn is_rich(text: &str) -> bool {
    let starts_tag = |after: &str| {
        after.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
    };
    // Reads only as far as the name. Otherwise a text of many '&' would take quadratic time.
    let starts_entity = |after: &str| {
        let name = after.strip_prefix('#').unwrap_or(after);
        let end = name.find(|c: char| !c.is_ascii_alphanumeric());
        end.is_some_and(|end| end > 0 && name[end..].starts_with(';'))
    };
    text.match_indices('<')
        .any(|(at, _)| starts_tag(&text[at + 1..]))
        || text
            .match_indices('&')
            .any(|(at, _)| starts_entity(&text[at + 1..]))
}

#[cfg(test)]
mod corpus;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_runs_or_loads_from_elsewhere_is_removed() {
        for (written, left) in [
            ("<p onclick=\"x()\">a</p>", "<p>a</p>"),
            ("a<script>alert(1)</script>", "a"),
            (
                "<img src=\"/demo/pictures/fern.svg\" onerror=\"x()\">",
                "<img src=\"/demo/pictures/fern.svg\">",
            ),
            ("<img src=\"http://elsewhere.example/beacon.png\">", "<img>"),
            ("<img src=\"//elsewhere.example/beacon.png\">", "<img>"),
            ("<svg onload=x()><b>a</b></svg>", "<b>a</b>"),
            ("<iframe src=\"/x\"></iframe>b", "b"),
            ("<form action=\"/x\"><b>c</b></form>", "<b>c</b>"),
            ("<style>*{}</style>d", "d"),
        ] {
            assert_eq!(clean(written), left, "{written}");
        }
        for link in [
            "javascript:x()",
            "data:text/html,x",
            "//elsewhere.example",
            "\u{1}javascript:x()",
        ] {
            let left = clean(&format!("<a href=\"{link}\">a</a>"));
            assert!(!left.contains("href"), "{left}");
        }
    }

    /// A browser drops tabs and line breaks from an address before it reads it.
    #[test]
    fn a_tab_or_line_break_cannot_hide_another_host() {
        for hidden in [
            "/&#9;/evil.example",
            "/&Tab;/evil.example",
            "/\n/evil.example",
            "/\r/evil.example",
            "/\t\\evil.example",
        ] {
            let image = clean(&format!("<img src=\"{hidden}/a.png\">"));
            assert_eq!(image, "<img>", "{hidden:?}");
            let link = clean(&format!("<a href=\"{hidden}\">a</a>"));
            assert!(!link.contains("href"), "{link}");
        }
        assert!(!clean("<a href=\" //evil.example\">a</a>").contains("href"));
    }

    #[test]
    fn only_a_complete_entity_makes_a_text_rich() {
        for rich in ["a &lt; b", "&#38;", "&#x26;", "& &amp;", "&&amp;"] {
            assert!(is_rich(rich), "{rich}");
        }
        for plain in ["a & b;", "&;", "&#;", "&a", "&a b;", "&ü;", "&##1;"] {
            assert!(!is_rich(plain), "{plain}");
        }
    }

    #[test]
    fn a_text_of_ampersands_is_cleaned_in_linear_time() {
        let text = "&".repeat(400_000);

        let begun = std::time::Instant::now();
        assert_eq!(clean(&text).len(), text.len() * 5);

        assert!(begun.elapsed().as_secs() < 5);
    }

    #[test]
    fn links_open_in_a_new_tab_without_opener_or_referrer() {
        assert_eq!(
            clean("<a href=\"https://example.com/a?b=1&amp;c=2\">a</a>"),
            "<a href=\"https://example.com/a?b=1&amp;c=2\" target=\"_blank\" rel=\"noopener noreferrer\">a</a>"
        );
    }

    #[test]
    fn plain_text_is_escaped_and_keeps_its_line_breaks() {
        assert_eq!(
            clean("5 < 6 & 7 > 3\nnext line\n"),
            "5 &lt; 6 &amp; 7 &gt; 3<br>next line"
        );
        assert_eq!(clean("Fern & Field"), "Fern &amp; Field");
        assert_eq!(clean("Fern &amp; Field"), "Fern &amp; Field");
    }

    #[test]
    fn cleaning_twice_changes_nothing() {
        for text in [
            "<p>a <b>b</b></p>",
            "plain & simple\ntwice",
            "<a href=\"/x\">x</a>",
            "5 < 6",
        ] {
            let once = clean(text);
            assert_eq!(clean(&once), once);
        }
    }
}
