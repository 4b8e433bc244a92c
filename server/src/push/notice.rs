//! What a notification says: who, and the first words. The service worker writes the sentences around them.

use crate::wire::agent::supervising::alarm_kind;
use crate::wire::item::kind_word;
use actors_core::event::Entry;
use actors_core::ids::{AgentId, TenantId, VisitorId};
use actors_core::item::ItemKind;
use actors_core::message::{Content, Sender};
use actors_core::routing::{AlarmKind, ConversationPlace, DeskNews};
use actors_core::text::cut;
use actors_core::time::Timestamp;
use serde::Serialize;
use std::sync::Arc;

/// The most characters of somebody's words in a notification.
const WORDS_CHARS_MAX: usize = 120;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum What {
    /// A visitor wrote.
    Message,
    /// The agent got a visitor.
    Assigned,
    /// A colleague mentioned the agent.
    Mentioned,
    /// A left message or a work order of the agent is due.
    Due,
    /// A threshold of the tenant was passed.
    Alarm,
    /// The agent tries it.
    Test,
}

/// What a click on a notification opens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// The conversation of a visitor.
    Talk(VisitorId),
    /// A left message or a work order.
    Item(ItemKind, Arc<str>),
    /// The desk.
    Desk,
    /// The supervisor's wall, because of this alarm.
    Wall(AlarmKind),
}

/// A notification that waits for its agent to stay away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whose.
    pub of: (TenantId, AgentId),
    /// What happened.
    pub what: What,
    /// What it opens.
    pub about: About,
    /// Who wrote; empty if unknown.
    pub name: Arc<str>,
    /// The first words; empty if there are none.
    pub words: String,
    /// When.
    pub at: Timestamp,
}

/// A notification, as the service worker gets it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Payload<'a> {
    what: What,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    item_id: Option<&'a str>,
    name: &'a str,
    words: &'a str,
}

/// What a notification may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Who, and the first words.
    Content,
    /// Only what happened.
    Nothing,
}

/// The notification about this news; none about news that can wait.
pub fn of(of: (TenantId, AgentId), news: &DeskNews, at: Timestamp) -> Option<Notice> {
    let talk = |place: &ConversationPlace| About::Talk(place.visitor.clone());
    let nobody = Arc::from("");
    let (what, about, name, words) = match news {
        DeskNews::Assigned(assigned) => {
            let last = assigned.last.as_ref();
            let words = last.and_then(|(_, entry)| visitors_words(entry));
            (What::Assigned, talk(&assigned.place), &assigned.name, words)
        }
        DeskNews::Said {
            place, name, entry, ..
        } => (
            What::Message,
            talk(place),
            name,
            Some(visitors_words(entry)?),
        ),
        DeskNews::Mentioned(mention) => {
            let words = cut(&mention.excerpt, WORDS_CHARS_MAX).to_owned();
            (
                What::Mentioned,
                talk(&mention.place),
                &mention.nick,
                Some(words),
            )
        }
        DeskNews::ItemDue(item) => {
            let about = About::Item(item.kind, Arc::clone(&item.id));
            let words = cut(&item.excerpt, WORDS_CHARS_MAX).to_owned();
            (What::Due, about, &item.name, Some(words))
        }
        DeskNews::Alarm(alarm, _) => (What::Alarm, About::Wall(alarm.kind), &nobody, None),
        _ => return None,
    };
    Some(Notice {
        of,
        what,
        about,
        name: Arc::clone(name),
        words: words.unwrap_or_default(),
        at,
    })
}

/// The first words of a visitor's message, without words that the tenant holds back; empty if it has none.
fn visitors_words(entry: &Entry) -> Option<String> {
    let message = entry.message()?;
    if message.sender != Sender::Visitor || entry.is_recalled() {
        return None;
    }
    Some(match message.content.without(message.flagged()) {
        Content::Text(text) => cut(&text, WORDS_CHARS_MAX).to_owned(),
        _ => String::new(),
    })
}

impl Notice {
    /// What the push service gets, before it is encrypted.
    pub fn payload(&self, says: Says) -> Vec<u8> {
        let (name, words) = match says {
            Says::Content => (&*self.name, self.words.as_str()),
            Says::Nothing => ("", ""),
        };
        let (user_id, kind, item_id) = match &self.about {
            About::Talk(visitor) => (Some(visitor.as_str()), None, None),
            About::Item(kind, id) => (None, Some(kind_word(*kind)), Some(&**id)),
            About::Desk => (None, None, None),
            About::Wall(kind) => (None, Some(alarm_kind(*kind)), None),
        };
        let payload = Payload {
            what: self.what,
            user_id,
            kind,
            item_id,
            name,
            words,
        };
        serde_json::to_vec(&payload).unwrap_or_default()
    }
}
