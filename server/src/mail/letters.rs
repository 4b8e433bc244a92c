//! The mails of the product. Each says in a few lines what happened and what to do.

use super::letter::{Letter, Part, Said};
use super::words::Tongue;
use actors_core::leave_message::LeaveMessage;
use actors_core::time::Timestamp;
use actors_core::work_order::WorkOrder;
use chrono::DateTime;
use chrono_tz::Tz;

/// The most characters of somebody's own words in a mail.
const QUOTE_CHARS_MAX: usize = 10_000;

/// A one-time link for an agent.
pub struct Link<'a> {
    /// The shop.
    pub shop: &'a str,
    /// The agent's name.
    pub nick: &'a str,
    /// What they sign in with.
    pub account: &'a str,
    /// The whole address.
    pub link: &'a str,
    /// For how many hours it is valid.
    pub hours: u64,
}

/// An agent is invited to choose their first password.
pub fn invitation(tongue: Tongue, link: &Link<'_>) -> Letter {
    with_link(tongue, link, "invitation")
}

/// An agent may choose another password, because an administrator offers it.
pub fn reset(tongue: Tongue, link: &Link<'_>) -> Letter {
    with_link(tongue, link, "reset")
}

/// An agent may choose another password, because somebody asked for it with their account.
pub fn forgotten(tongue: Tongue, link: &Link<'_>) -> Letter {
    with_link(tongue, link, "forgotten")
}

/// An operator may choose another password, because somebody asked for it with their account.
pub fn operator_forgotten(tongue: Tongue, link: &Link<'_>) -> Letter {
    with_link(tongue, link, "operator")
}

fn with_link(tongue: Tongue, link: &Link<'_>, kind: &str) -> Letter {
    let hours = link.hours.to_string();
    let places = [
        ("shop", link.shop),
        ("name", link.nick),
        ("account", link.account),
        ("hours", hours.as_str()),
    ];
    let say = |what: &str| tongue.say(&format!("{kind}_{what}"), &places);
    let parts = vec![
        Part::Words(tongue.say("hello", &places)),
        Part::Words(say("text")),
        Part::Button {
            label: say("button"),
            link: link.link.to_owned(),
        },
        Part::Words(tongue.say_counted("link_once", link.hours, &places)),
    ];
    Letter::new(tongue, &say("subject"), parts, say("foot"))
}

/// A visitor left a message: for the shop's mailbox.
pub fn left_message(tongue: Tongue, shop: &str, message: &LeaveMessage, desk: &str) -> Letter {
    let places = [("shop", shop), ("name", &*message.name)];
    let facts = [
        ("fact_name", &*message.name),
        ("fact_email", &*message.email),
        ("fact_phone", &*message.phone),
        ("fact_channel", message.channel.as_str()),
    ];
    let parts = vec![
        Part::Words(tongue.say("left_text", &places)),
        Part::Quote(cut(&message.content)),
        Part::Facts(known(tongue, &facts)),
        Part::Button {
            label: tongue.say("open_desk", &[]),
            link: desk.to_owned(),
        },
    ];
    let subject = tongue.say("left_subject", &places);
    Letter::new(tongue, &subject, parts, tongue.say("mailbox_foot", &places))
}

/// A work order was made: for the shop's mailbox.
pub fn work_order(tongue: Tongue, shop: &str, order: &WorkOrder, desk: &str) -> Letter {
    let name = match &*order.customer.name {
        "" => tongue.say("somebody", &[]),
        name => name.to_owned(),
    };
    let places = [
        ("shop", shop),
        ("name", name.as_str()),
        ("type", &*order.type_name),
    ];
    let facts = [
        ("fact_name", &*order.customer.name),
        ("fact_phone", &*order.customer.phone),
        ("fact_type", &*order.type_name),
    ];
    let mut facts = known(tongue, &facts);
    if !order.files.is_empty() {
        let files = order.files.len().to_string();
        facts.push((tongue.say("fact_files", &[]), files));
    }
    let parts = vec![
        Part::Words(tongue.say("order_text", &places)),
        Part::Quote(cut(&order.content)),
        Part::Facts(facts),
        Part::Button {
            label: tongue.say("open_desk", &[]),
            link: desk.to_owned(),
        },
    ];
    let subject = tongue.say("order_subject", &places);
    Letter::new(tongue, &subject, parts, tongue.say("mailbox_foot", &places))
}

/// An agent answers words that somebody left.
pub struct Answer<'a> {
    /// The shop.
    pub shop: &'a str,
    /// Who asked.
    pub name: &'a str,
    /// Who answers.
    pub nick: &'a str,
    /// The answer.
    pub answer: &'a str,
    /// What was asked.
    pub asked: &'a str,
}

/// An answer to somebody who left words and an address.
pub fn answer(tongue: Tongue, said: &Answer<'_>) -> Letter {
    let places = [
        ("shop", said.shop),
        ("name", said.name),
        ("nick", said.nick),
    ];
    let parts = vec![
        Part::Words(tongue.say("hello", &places)),
        Part::Words(cut(said.answer)),
        Part::Words(tongue.say("answer_by", &places)),
        Part::Words(tongue.say("answer_asked", &places)),
        Part::Quote(cut(said.asked)),
    ];
    let subject = tongue.say("answer_subject", &places);
    Letter::new(tongue, &subject, parts, tongue.say("answer_foot", &places))
}

/// A conversation, for its visitor.
pub fn transcript(tongue: Tongue, shop: &str, lines: Vec<Said>, is_whole: Whole) -> Letter {
    let places = [("shop", shop)];
    let mut parts = vec![Part::Words(tongue.say("transcript_text", &places))];
    if is_whole == Whole::No {
        parts.push(Part::Words(tongue.say("transcript_cut", &places)));
    }
    parts.push(Part::Talk(lines));
    let subject = tongue.say("transcript_subject", &places);
    Letter::new(
        tongue,
        &subject,
        parts,
        tongue.say("transcript_foot", &places),
    )
}

/// What a visitor missed.
pub struct Missed<'a> {
    /// The shop.
    pub shop: &'a str,
    /// What was said.
    pub lines: Vec<Said>,
    /// Whether that is all.
    pub whole: Whole,
    /// Opens the conversation.
    pub link: String,
    /// For how many days.
    pub days: u64,
    /// Ends such mails.
    pub stop: &'a str,
}

/// A visitor left before the answer.
pub fn missed(tongue: Tongue, missed: Missed<'_>) -> Letter {
    let days = missed.days.to_string();
    let places = [("shop", missed.shop), ("days", days.as_str())];
    let say = |key: &str| tongue.say(key, &places);
    let mut parts = vec![Part::Words(say("missed_text"))];
    if missed.whole == Whole::No {
        parts.push(Part::Words(say("missed_cut")));
    }
    parts.push(Part::Talk(missed.lines));
    parts.push(Part::Button {
        label: say("missed_button"),
        link: missed.link,
    });
    parts.push(Part::Words(say("missed_link")));
    parts.push(Part::Link {
        label: say("missed_stop"),
        link: missed.stop.to_owned(),
    });
    Letter::new(tongue, &say("missed_subject"), parts, say("missed_foot"))
}

/// Whether a transcript has every line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// Every line.
    Yes,
    /// The newest ones.
    No,
}

/// A trial of the settings.
pub fn test(tongue: Tongue, shop: &str) -> Letter {
    let places = [("shop", shop)];
    let parts = vec![Part::Words(tongue.say("test_text", &places))];
    let subject = tongue.say("test_subject", &places);
    Letter::new(tongue, &subject, parts, tongue.say("test_foot", &places))
}

/// A time as people read it, in this zone.
pub fn clock(at: Timestamp, zone: Tz) -> String {
    let time = DateTime::from_timestamp_millis(at.as_millis()).unwrap_or_default();
    time.with_timezone(&zone)
        .format("%Y-%m-%d %H:%M")
        .to_string()
}

/// The facts that are known, with their names.
fn known(tongue: Tongue, facts: &[(&str, &str)]) -> Vec<(String, String)> {
    let known = facts.iter().filter(|(_, value)| !value.is_empty());
    known
        .map(|(key, value)| (tongue.say(key, &[]), (*value).to_owned()))
        .collect()
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(QUOTE_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_names_shop_account_and_link() {
        for tongue in [Tongue::En, Tongue::Zh] {
            let letter = invitation(
                tongue,
                &Link {
                    shop: "Fern & Field",
                    nick: "Zoë",
                    account: "zoe@example.com",
                    link: "https://chat.example.com/desk/join#token=x",
                    hours: 72,
                },
            );

            let text = letter.text();
            for part in ["Zoë", "zoe@example.com", "#token=x", "72", "Fern & Field"] {
                assert!(text.contains(part), "{part}: {text}");
            }
            assert!(letter.subject.contains("Fern & Field"));
            assert!(letter.html().contains("Fern &amp; Field"));
        }
    }

    #[test]
    fn a_time_is_written_in_the_shops_zone() {
        let at = Timestamp::from_millis(1_790_000_000_000);

        assert_eq!(clock(at, Tz::UTC), "2026-09-21 14:13");
        assert_eq!(clock(at, Tz::Asia__Shanghai), "2026-09-21 22:13");
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(
            cut(&"x".repeat(20_000)).chars().count(),
            QUOTE_CHARS_MAX + 1
        );
    }
}
