//! The words of messages, as plain text. Pure.

use actors_core::event::{Entry, Event};
use actors_core::message::{Content, Message, Sender};
use actors_core::tenant::Role;
use actors_core::time::Span;
use std::borrow::Cow;

/// Who says a line in their own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The visitor, an agent or the shop's server.
    Person,
    /// The robot.
    Robot,
}

/// Returns who says a line in their own words; `before` is the line before it. `None` for events, and for what every
/// conversation has: notices and greetings.
pub fn speaker(before: Option<&Entry>, entry: &Entry) -> Option<Speaker> {
    match &entry.event {
        Event::Message(message) => match &message.sender {
            Sender::Visitor => Some(Speaker::Person),
            Sender::Agent(_) => (!is_greeting(before, entry, message)).then_some(Speaker::Person),
            // Its answers are of a kind of their own.
            Sender::Robot => {
                let greets = matches!(message.content, Content::Text(_) | Content::RichText(_));
                (!greets).then_some(Speaker::Robot)
            }
            Sender::System => None,
        },
        Event::Evaluated(_) => Some(Speaker::Person),
        Event::Connected { .. }
        | Event::Closed(_)
        | Event::EvaluationInvited
        | Event::Recalled(_)
        | Event::Amended(_)
        | Event::Call(_)
        | Event::Tagged(_) => None,
    }
}

/// Whether this is the channel's greeting in an agent's name. The session writes it in the same step as that the agent
/// came, so one millisecond later. No client writes so soon.
fn is_greeting(before: Option<&Entry>, entry: &Entry, message: &Message) -> bool {
    let came = before.is_some_and(|before| {
        matches!(before.event, Event::Connected { .. })
            && entry.at == before.at + Span::from_millis(1)
    });
    came && message.client_id.is_none() && matches!(message.content, Content::Text(_))
}

/// Returns what an agent of this role may read of a line; `None` for a line without words of its own. What was recalled
/// has none, for any role. `before` is the line before it.
pub fn said(before: Option<&Entry>, entry: &Entry, role: Role) -> Option<String> {
    speaker(before, entry)?;
    let text = if let Event::Evaluated(rating) = &entry.event {
        rating.comment.to_string()
    } else {
        words_for(role, entry.message()?)?
    };
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn words_for(role: Role, message: &Message) -> Option<String> {
    if message.is_recalled() {
        return None;
    }
    let flagged = message.flagged();
    let hides = role < Role::Supervisor && message.sender == Sender::Visitor;
    Some(match hides && !flagged.is_empty() {
        true => text_of(&message.content.without(flagged)),
        false => text_of(&message.content),
    })
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
    use actors_core::agent_card::AgentCard;
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
        said(None, &entry(message), role)
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

    fn agent(text: &str) -> Message {
        let card = AgentCard {
            agent: "mia".into(),
            nick: "Mia".into(),
            face: "".into(),
        };
        Message::new(Sender::Agent(Arc::new(card)), Content::Text(text.into()))
    }

    #[test]
    fn notices_and_greetings_are_nobodys_words() {
        let came = Entry {
            at: Timestamp::from_millis(0),
            event: Event::Connected {
                agent: "mia".into(),
                nick: "Mia".into(),
                face: "".into(),
            },
        };
        let later = |message| Entry {
            at: Timestamp::from_millis(2),
            ..entry(message)
        };
        let hello = Content::RichText("Hello".into());
        let sent = Message {
            client_id: Some("1".into()),
            ..agent("Hello")
        };
        let own = Some(Speaker::Person);

        assert_eq!(speaker(Some(&came), &entry(agent("Hello"))), None);
        assert_eq!(
            speaker(None, &entry(Message::new(Sender::Robot, hello))),
            None
        );
        let closed = Message::new(Sender::System, Content::Text("Closed".into()));
        assert_eq!(speaker(None, &entry(closed)), None);
        assert_eq!(speaker(None, &came), None);
        assert_eq!(speaker(Some(&came), &later(agent("Hello"))), own);
        assert_eq!(speaker(Some(&came), &entry(sent)), own);
        assert_eq!(speaker(Some(&came), &entry(text("Hi"))), own);
        assert_eq!(speaker(None, &entry(agent("Hello"))), own);
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
