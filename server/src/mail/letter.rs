//! What a mail says, written out as plain text and as HTML. Every value is escaped. The HTML has no picture, no script
//! and no style sheet, so that every client shows it.

use super::words::Tongue;
use maud::{DOCTYPE, Markup, html};
use serde::{Deserialize, Serialize};

/// The longest subject, in characters.
const SUBJECT_CHARS_MAX: usize = 150;

const FONT: &str = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Microsoft YaHei',sans-serif;";
const QUIET: &str = "color:#5b6570;font-size:13px;line-height:1.5;";

/// What a mail says. Stored: new fields only with a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Letter {
    /// Its language.
    pub tongue: Tongue,
    /// One line.
    pub subject: String,
    /// From top to bottom.
    pub parts: Vec<Part>,
    /// Why the reader gets it.
    pub foot: String,
}

/// A part of a mail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// A paragraph.
    Words(String),
    /// A link that stands out.
    Button {
        /// What it does.
        label: String,
        /// Where it leads.
        link: String,
    },
    /// A link in small letters.
    Link {
        /// What it does.
        label: String,
        /// Where it leads.
        link: String,
    },
    /// Names and values.
    Facts(Vec<(String, String)>),
    /// Somebody's own words, with their lines.
    Quote(String),
    /// A conversation.
    Talk(Vec<Said>),
}

/// A line of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// Who said it; empty for a line of the product.
    pub who: String,
    /// When, as people read it.
    pub when: String,
    /// What.
    pub text: String,
}

impl Letter {
    /// A letter with this subject and these parts.
    pub fn new(tongue: Tongue, subject: &str, parts: Vec<Part>, foot: String) -> Self {
        Self {
            tongue,
            subject: one_line(subject, SUBJECT_CHARS_MAX),
            parts,
            foot,
        }
    }

    /// The mail as plain text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Words(words) => text.push_str(words),
                Part::Button { label, link } | Part::Link { label, link } => {
                    text.push_str(label);
                    text.push('\n');
                    text.push_str(link);
                }
                Part::Facts(facts) => {
                    let lines: Vec<String> = facts
                        .iter()
                        .map(|(name, value)| format!("{name}: {value}"))
                        .collect();
                    text.push_str(&lines.join("\n"));
                }
                Part::Quote(words) => {
                    let lines: Vec<String> =
                        words.lines().map(|line| format!("> {line}")).collect();
                    text.push_str(&lines.join("\n"));
                }
                Part::Talk(lines) => {
                    let lines: Vec<String> = lines.iter().map(Said::text).collect();
                    text.push_str(&lines.join("\n\n"));
                }
            }
            text.push_str("\n\n");
        }
        text.push_str("--\n");
        text.push_str(&self.foot);
        text.push('\n');
        text
    }

    /// The mail as HTML.
    pub fn html(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang=(self.tongue.tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.subject) }
                }
                body style=(format!("margin:0;padding:0;{FONT}")) {
                    table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" {
                        tr {
                            td align="center" style="padding:24px 16px;" {
                                table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
                                    style="max-width:560px;" {
                                    tr {
                                        td align="start" dir="auto"
                                            style=(format!("{FONT}font-size:16px;line-height:1.6;")) {
                                            @for part in &self.parts { (part.html()) }
                                            p style=(format!("{QUIET}margin:32px 0 0;padding-top:16px;border-top:1px solid #d8dde2;")) {
                                                (self.foot)
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        };
        page.into_string()
    }
}

impl Said {
    fn text(&self) -> String {
        match self.who.as_str() {
            "" => format!("[{}] {}", self.when, self.text),
            who => format!("[{}] {who}:\n{}", self.when, self.text),
        }
    }
}

impl Part {
    fn html(&self) -> Markup {
        match self {
            Self::Words(words) => html! {
                p dir="auto" style="margin:0 0 16px;" { (lines(words)) }
            },
            Self::Button { label, link } => html! {
                p style="margin:24px 0 8px;" {
                    a href=(link) style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f6f54;color:#ffffff;text-decoration:none;font-weight:600;" {
                        (label)
                    }
                }
                p style=(format!("{QUIET}margin:0 0 16px;word-break:break-all;")) {
                    a href=(link) style="color:#1f6f54;" { (link) }
                }
            },
            Self::Link { label, link } => html! {
                p style=(format!("{QUIET}margin:0 0 16px;")) {
                    a href=(link) style="color:#1f6f54;" { (label) }
                }
            },
            Self::Facts(facts) => html! {
                table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;" {
                    @for (name, value) in facts {
                        tr {
                            td valign="top" style=(format!("{FONT}{QUIET}padding:2px 16px 2px 0;")) { (name) }
                            td valign="top" dir="auto" style=(format!("{FONT}font-size:15px;line-height:1.5;padding:2px 0;word-break:break-word;")) { (value) }
                        }
                    }
                }
            },
            Self::Quote(words) => html! {
                blockquote dir="auto" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #1f6f54;word-break:break-word;" {
                    (lines(words))
                }
            },
            Self::Talk(said) => html! {
                @for line in said {
                    p style=(format!("{QUIET}margin:0;")) {
                        @if !line.who.is_empty() { bdi { (line.who) } " · " }
                        (line.when)
                    }
                    p dir="auto" style="margin:0 0 12px;word-break:break-word;" { (lines(&line.text)) }
                }
            },
        }
    }
}

/// A text with its line breaks.
fn lines(text: &str) -> Markup {
    html! {
        @for (number, line) in text.lines().enumerate() {
            @if number > 0 { br; }
            (line)
        }
    }
}

/// Returns a text in one line, without control characters, and with at most so many characters.
pub fn one_line(text: &str, chars_max: usize) -> String {
    let is_break = |char: char| char.is_control() || matches!(char, '\u{2028}' | '\u{2029}');
    let words = text
        .split(|char: char| is_break(char) || char.is_whitespace())
        .filter(|word| !word.is_empty());
    let line = words.collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(parts: Vec<Part>) -> Letter {
        Letter::new(
            Tongue::En,
            "One\r\nBcc: b@example.com",
            parts,
            "Because.".into(),
        )
    }

    #[test]
    fn values_are_escaped_and_keep_their_lines() {
        let bad = "<script>alert(1)</script>\nsecond & \"third\"";
        let letter = letter(vec![
            Part::Quote(bad.into()),
            Part::Facts(vec![("<b>".into(), bad.into())]),
            Part::Talk(vec![Said {
                who: "<i>".into(),
                when: "10:00".into(),
                text: bad.into(),
            }]),
            Part::Button {
                label: "Open".into(),
                link: "https://a.example/\"onclick=\"x".into(),
            },
        ]);

        let html = letter.html();

        assert!(!html.contains("<script>") && !html.contains("<b>") && !html.contains("<i>"));
        assert!(!html.contains("\"onclick=\""), "{html}");
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;<br>second"));
        assert!(
            letter
                .text()
                .contains("> <script>alert(1)</script>\n> second")
        );
    }

    #[test]
    fn a_subject_is_one_line_of_a_bounded_length() {
        assert_eq!(
            letter(Vec::new()).subject,
            "One Bcc: b@example.com".to_owned()
        );
        assert_eq!(one_line(" a\u{2028}b\0c\td ", 10), "a b c d");
        assert_eq!(one_line(&"雨".repeat(200), 150).chars().count(), 151);
    }

    #[test]
    fn html_loads_nothing() {
        let html = letter(vec![Part::Words("Hello".into())]).html();

        for loads in ["<img", "url(", "<link", "<style", "@import", "src="] {
            assert!(!html.contains(loads), "{loads}");
        }
    }
}
