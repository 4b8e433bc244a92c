//! Mails to visitors: the answer to what they left, and their conversation. In the visitor's language, as far as mails
//! have it.

use super::letter::Said;
use super::letters::{self, Answer, Whole, clock};
use super::record::Kind;
use super::words::Tongue;
use super::{MailRefusal, Posting, shops_tongue};
use crate::catalogue::TenantSettings;
use crate::error::ApiError;
use crate::state::State;
use crate::wire::codes::{self, message_type};
use crate::wire::message::{Eyes, Reader, WireMessage};
use actors_core::channel::ChannelConfig;
use actors_core::ids::{Language, TenantId, VisitorKey};
use actors_core::leave_message::LeaveMessage;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, Stored};
use chrono_tz::Tz;
use dom_query::Document;

/// The most lines of a transcript.
pub const LINES_MAX: usize = 500;

/// The most bytes of the texts of a transcript.
const BYTES_MAX: usize = 200 << 10;

/// The mail with an agent's remark on a left message, which has just been handled.
///
/// # Errors
/// 409: the visitor gave no address, the mail is off, or it is one too many. 503: the store cannot be read.
pub fn to_message(
    state: &State,
    tenant: &TenantId,
    message: &LeaveMessage,
) -> Result<Vec<DocumentChange>, ApiError> {
    let settings = state.catalogue.tenant(tenant).ok_or(ApiError::NotFound)?;
    let handled = message.handled.as_ref().ok_or(MailRefusal::NoAddress)?;
    let key = VisitorKey {
        tenant: tenant.clone(),
        visitor: message.visitor.clone(),
    };
    let head = state.office.store().head(&key)?;
    let tongue = match head {
        Some(head) => Tongue::for_reader(head.language),
        None => shops_tongue(&settings),
    };
    let letter = letters::answer(
        tongue,
        &Answer {
            shop: settings.tenant.name.or_empty(tongue.code()),
            name: &message.name,
            nick: &handled.nick,
            answer: &handled.remark,
            asked: &message.content,
        },
    );
    let posting = Posting {
        kind: Kind::Answer,
        to: &message.email,
        to_name: &message.name,
        reply_to: "",
        visitor: Some(&message.visitor),
        letter,
        stop: None,
    };
    Ok(state.mail.post(&settings, posting, state.now())?)
}

/// What a transcript is made of.
pub struct Spoken<'a> {
    /// Whose conversation it is.
    pub visitor: &'a VisitorKey,
    /// Its channel.
    pub channel: &'a ChannelConfig,
    /// The visitor's language.
    pub language: Language,
    /// Its newest lines, oldest first.
    pub lines: &'a [Stored],
}

/// The mail with a visitor's conversation, as they see it themselves. None if they see nothing.
///
/// # Errors
/// The mail is off, goes nowhere, or is one too many.
pub fn transcript(
    state: &State,
    settings: &TenantSettings,
    spoken: &Spoken<'_>,
    to: &str,
) -> Result<Option<Vec<DocumentChange>>, MailRefusal> {
    let tongue = Tongue::for_reader(spoken.language);
    let zone = zone(spoken.channel);
    let reader = Reader {
        visitor: &spoken.visitor.visitor,
        name: None,
        channel: Some(spoken.channel),
        language: spoken.language,
        sentences: &state.sentences,
        eyes: Eyes::Visitor,
    };
    let seen = spoken.lines.iter().rev().filter_map(|line| {
        let message = reader.history(line.session, line.seq, &line.entry)?;
        said(tongue, &message, zone)
    });
    let (mut lines, mut bytes, mut whole) = (Vec::new(), 0, Whole::Yes);
    for line in seen {
        bytes += line.text.len() + line.who.len();
        if bytes > BYTES_MAX {
            whole = Whole::No;
            break;
        }
        lines.push(line);
    }
    if lines.is_empty() {
        return Ok(None);
    }
    if spoken.lines.len() >= LINES_MAX {
        whole = Whole::No;
    }
    lines.reverse();
    let shop = settings.tenant.name.or_empty(tongue.code());
    let posting = Posting {
        kind: Kind::Transcript,
        to,
        to_name: "",
        reply_to: "",
        visitor: Some(&spoken.visitor.visitor),
        letter: letters::transcript(tongue, shop, lines, whole),
        stop: None,
    };
    state.mail.post(settings, posting, state.now()).map(Some)
}

/// The zone that the channel's hours are in; UTC without hours.
pub(super) fn zone(channel: &ChannelConfig) -> Tz {
    let hours = channel.hours.as_ref();
    hours
        .and_then(|hours| hours.time_zone.parse().ok())
        .unwrap_or(Tz::UTC)
}

/// A line as its reader sees it; none for one that shows nothing.
pub(super) fn said(tongue: Tongue, message: &WireMessage, zone: Tz) -> Option<Said> {
    if message.recall_flag == 1 {
        return None;
    }
    let text = match message.msg_type {
        message_type::TEXT | message_type::RICH_TEXT => words(message).unwrap_or_default(),
        message_type::IMAGE | message_type::FILE | message_type::VIDEO | message_type::AUDIO => {
            let name = message.file_name.as_deref().unwrap_or_default();
            tongue.say("transcript_file", &[("name", name)])
        }
        _ => tongue.say("transcript_other", &[]),
    };
    let text = text.trim();
    let who = match message.sender_type {
        codes::VISITOR => tongue.say("transcript_you", &[]),
        codes::SYSTEM => String::new(),
        _ => message.sender_name.to_string(),
    };
    (!text.is_empty()).then(|| Said {
        who,
        when: clock(Timestamp::from_millis(message.msg_time), zone),
        text: text.to_owned(),
    })
}

/// The words of a text or a rich text; none for any other kind, or without words.
pub fn words(message: &WireMessage) -> Option<String> {
    let words = match message.msg_type {
        message_type::TEXT => message.msg_content.to_string(),
        message_type::RICH_TEXT => plain(&message.msg_content),
        _ => return None,
    };
    let words = words.trim();
    (!words.is_empty()).then(|| words.to_owned())
}

/// The words of rich text.
fn plain(html: &str) -> String {
    Document::fragment(html).formatted_text().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(kind: u8, content: &str) -> WireMessage {
        WireMessage {
            msg_type: kind,
            msg_content: content.into(),
            sender_type: codes::VISITOR,
            msg_time: 1_790_000_000_000,
            ..WireMessage::default()
        }
    }

    #[test]
    fn a_line_has_words_alone() {
        let text = |kind, content| {
            let said = said(Tongue::En, &message(kind, content), Tz::UTC);
            said.map(|said| said.text)
        };

        assert_eq!(text(1, "Hi"), Some("Hi".into()));
        let rich = text(12, "<p>One &amp; <b>two</b></p><p>three</p>").unwrap();
        assert!(
            rich.contains("One & two") && rich.contains("three"),
            "{rich}"
        );
        assert!(!rich.contains('<'), "{rich}");
        assert_eq!(text(7, "{}"), Some("[a card or a form]".into()));
        assert_eq!(text(1, "  "), None);
    }
}
