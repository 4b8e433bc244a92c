//! The words of messages, as plain text. Pure.

use actors_core::event::{Entry, Event};
use actors_core::message::{Content, Sender};
use actors_core::tenant::Role;
use std::borrow::Cow;

/// Returns what an agent of this role may read of a line; `None` for a line without words. What was recalled has none,
/// for any role. Neither has the product's own sentence.
pub fn said(entry: &Entry, role: Role) -> Option<String> {
    let text = match &entry.event {
        Event::Message(message) if message.is_recalled() => return None,
        Event::Message(message) => {
            let flagged = message.flagged();
            let hides = role < Role::Supervisor && message.sender == Sender::Visitor;
            match hides && !flagged.is_empty() {
                true => text_of(&message.content.without(flagged)),
                false => text_of(&message.content),
            }
        }
        Event::Evaluated(rating) => rating.comment.to_string(),
        Event::Connected { .. }
        | Event::Closed(_)
        | Event::EvaluationInvited
        | Event::Recalled(_)
        | Event::Amended(_)
        | Event::Call(_)
        | Event::Tagged(_) => return None,
    };
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn text_of(content: &Content) -> String {
    let lines = |texts: &[&str]| texts.join("\n");
    match content {
        Content::Text(text) => text.to_string(),
        Content::Note(note) => note.text.to_string(),
        Content::RichText(html) => plain(html).into_owned(),
        Content::Image(file) | Content::File(file) | Content::Video(file) => file.name.to_string(),
        Content::Audio(file) => file.name.to_string(),
        Content::Robot(reply) => plain(&reply.text).into_owned(),
        // Every conversation has the same ones.
        Content::Line(_) | Content::Menu(_) => String::new(),
        Content::Card(card) => lines(&[&card.title, &card.description, &card.price]),
        Content::Goods(card) => lines(&[&card.title, &card.description, &card.label]),
        Content::Order(card) => lines(&[&card.title, &card.description, &card.status, &card.code]),
        Content::Link(card) => lines(&[&card.title, &card.subtitle, &card.description]),
        Content::Form(form) | Content::InterfaceForm(form) => form.title.to_string(),
        Content::FilledForm(form) => form.summary(),
    }
}

/// Rich text without its tags. A tag separates words, because most that stand inside a word are gone when rich text is
/// cleaned.
pub fn plain(html: &str) -> Cow<'_, str> {
    if !html.contains(['<', '&']) {
        return Cow::Borrowed(html);
    }
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = match rest.starts_with('<') {
            true => after_tag(rest, &mut text),
            false => after_reference(rest, &mut text),
        };
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// Tags inside a line of text. Every other one ends a line.
const INLINE: [&str; 9] = ["b", "strong", "i", "em", "u", "s", "a", "span", "code"];

fn after_tag<'t>(rest: &'t str, text: &mut String) -> &'t str {
    let end = rest.find('>').map_or(rest.len(), |end| end + 1);
    let name = rest[1..end].trim_start_matches('/');
    let name = name.split(|end: char| !end.is_ascii_alphanumeric()).next();
    if !INLINE.contains(&name.unwrap_or_default()) {
        text.push('\n');
    }
    &rest[end..]
}

fn after_reference<'t>(rest: &'t str, text: &mut String) -> &'t str {
    let known = [
        ("&amp;", '&'),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&quot;", '"'),
        ("&#39;", '\''),
        ("&nbsp;", ' '),
    ];
    for (reference, letter) in known {
        if let Some(after) = rest.strip_prefix(reference) {
            text.push(letter);
            return after;
        }
    }
    text.push('&');
    &rest[1..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use actors_core::message::Message;
    use actors_core::time::Timestamp;
    use std::sync::Arc;

    fn entry(message: Message) -> Entry {
        Entry {
            at: Timestamp::from_millis(1),
            event: Event::Message(message),
        }
    }

    fn text(text: &str) -> Message {
        Message::new(Sender::Visitor, Content::Text(text.into()))
    }

    fn words(message: Message, role: Role) -> Option<String> {
        said(&entry(message), role)
    }

    #[test]
    fn rich_text_is_read_without_tags() {
        assert_eq!(plain("plain"), "plain");
        assert_eq!(
            plain("<p>One &amp; <b>tw</b>o</p><p>3 &lt; 4 &x</p>"),
            "\nOne & two\n\n3 < 4 &x\n"
        );
        assert_eq!(plain("a<br>b<"), "a\nb\n");
    }

    #[test]
    fn what_was_recalled_has_no_words() {
        let recalled = text("secret").with_attributes(|attributes| attributes.recalled = true);

        assert_eq!(words(recalled, Role::Supervisor), None);
        assert_eq!(words(text("Hi"), Role::Agent), Some("Hi".to_owned()));
    }

    #[test]
    fn a_flagged_word_is_read_by_supervisors_alone() {
        let flagged: Arc<str> = "pest".into();
        let message =
            text("You pest!").with_attributes(|attributes| attributes.flagged = vec![flagged]);

        let agent = words(message.clone(), Role::Agent).unwrap();
        let supervisor = words(message, Role::Supervisor).unwrap();

        assert!(!agent.contains("pest") && agent.contains("You"), "{agent}");
        assert_eq!(supervisor, "You pest!");
    }
}
