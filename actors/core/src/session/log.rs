//! Writes the session's log. Each entry gets its seq and its time here, and the page or the desk is told.

use crate::channel::lines::Lines;
use crate::event::{Entry, Event};
use crate::ids::{ClientId, MessageId, Seq};
use crate::message::content::{Line, LineKey};
use crate::message::{Content, Message, Sender};
use crate::record::RecordBody;
use crate::routing::{ConversationPlace, DeskNews, Presence};
use crate::session::commands::poll::LINES_MAX;
use crate::session::commands::send_message::Sent;
use crate::session::fingerprint::Told;
use crate::session::phase::Phase;
use crate::session::restore::RECENT_LINES;
use crate::session::{Effect, Effects, HeadState, Session};
use crate::time::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum number of offline messages. Older ones are in the history only.
pub(crate) const OFFLINE_MAX: usize = LINES_MAX;

/// Maximum of the unread count.
pub(crate) const UNREAD_MAX: usize = RECENT_LINES;

impl Session {
    /// Writes a line.
    pub(super) fn append(&mut self, event: Event, effects: &mut Effects) -> Sent {
        let seq = self.mailbox.next();
        let at = self.last_now.max(self.last_at + Span::from_millis(1));
        let entry = Arc::new(Entry { at, event });
        self.last_at = at;
        self.mailbox.push(entry.clone());
        self.mark_head(HeadState::Changed);
        self.record(
            RecordBody::Entry {
                session: self.number,
                seq,
                entry: entry.clone(),
            },
            effects,
        );
        let sent = Sent {
            message: MessageId {
                session: self.number,
                seq,
            },
            at,
            flagged: entry
                .message()
                .is_some_and(|said| !said.flagged().is_empty()),
            repeated: false,
        };
        if let Some(message) = entry.message() {
            self.note(message, sent);
            self.transient.ends_with(match &message.content {
                Content::Line(line) => Some(line.key),
                _ => None,
            });
            if is_persons(message) {
                self.last_message = Some((seq, entry.clone()));
                if self.presence == Some(Presence::Away) {
                    self.plan_mail();
                    self.push_news(effects);
                }
            }
            self.tell_watchers_said(seq, &entry, effects);
            let name = self.name();
            self.tell_agent(effects, |place| DeskNews::Said {
                place,
                name,
                seq,
                entry,
            });
        }
        sent
    }

    /// Writes a message.
    pub(super) fn say(&mut self, sender: Sender, content: Content, effects: &mut Effects) -> Sent {
        self.append(Event::Message(Message::new(sender, content)), effects)
    }

    /// Amends an entry of the visitor's log.
    pub(super) fn amend(&mut self, id: MessageId, entry: &Arc<Entry>, effects: &mut Effects) {
        let MessageId { session, seq } = id;
        if session == self.number {
            self.mailbox.amend(seq, entry);
            if let Some((last, line)) = &mut self.last_message
                && *last == seq
            {
                *line = entry.clone();
            }
        }
        if entry.is_recalled() {
            self.offline.retain(|offline| *offline != id);
        }
        self.transient.amended(id, entry);
        self.tell_watchers_amended(id, entry, effects);
        let entry = entry.clone();
        let body = RecordBody::Amend {
            session,
            seq,
            entry,
        };
        self.record(body, effects);
    }

    /// The current version of an entry. `read` is what the store had before this step. The session may have amended it
    /// since.
    pub(super) fn line(&self, id: MessageId, read: Option<Arc<Entry>>) -> Option<Arc<Entry>> {
        let is_open = id.session == self.number;
        let in_memory = self.mailbox.line(id.seq).filter(|_| is_open);
        in_memory
            .or_else(|| self.transient.line(id))
            .cloned()
            .or(read)
    }

    /// A person's message, with masked words replaced and its flagged words named.
    pub(super) fn read_message(
        &self,
        sender: Sender,
        client_id: Option<ClientId>,
        content: Content,
    ) -> Message {
        let (content, flagged) = content.read_by(&self.channel.sensitive_words);
        let message = Message {
            client_id,
            ..Message::new(sender, content)
        };
        message.with_attributes(|attributes| attributes.flagged = flagged)
    }

    /// Writes a message of a client, which may give it an id.
    pub(super) fn say_named(
        &mut self,
        message: Message,
        told: Told,
        effects: &mut Effects,
    ) -> Sent {
        let sent = self.append(Event::Message(message.clone()), effects);
        self.repeats.remember(&message, told, sent, self.last_now);
        sent
    }

    /// Writes a system line: the tenant's own words for the occasion, else the product's.
    pub(super) fn notice(
        &mut self,
        words: fn(&Lines, &str) -> Option<String>,
        otherwise: LineKey,
        effects: &mut Effects,
    ) {
        let words = words(&self.channel.lines, self.language.as_str());
        let content = words.map_or_else(
            || {
                Content::Line(Box::new(Line {
                    key: otherwise,
                    params: BTreeMap::new(),
                }))
            },
            |text| Content::Text(Arc::from(text)),
        );
        self.say(Sender::System, content, effects);
    }

    /// Writes a system line in the product's words.
    pub(super) fn notice_line(&mut self, key: LineKey, effects: &mut Effects) {
        self.notice(|_, _| None, key, effects);
    }

    /// Writes a system line in the tenant's words, if there are any.
    pub(super) fn notice_text(&mut self, text: Option<&str>, effects: &mut Effects) {
        if let Some(text) = text {
            self.say(Sender::System, Content::Text(Arc::from(text)), effects);
        }
    }

    /// Tells the agent's desk something of this conversation, while there is an agent.
    pub(super) fn tell_agent(
        &self,
        effects: &mut Effects,
        news: impl FnOnce(ConversationPlace) -> DeskNews,
    ) {
        if let Phase::Manual(manual) = &self.phase {
            effects.push(Effect::TellAgent(
                manual.agent.agent.clone(),
                news(self.place()),
            ));
        }
    }

    pub(super) fn place(&self) -> ConversationPlace {
        ConversationPlace {
            visitor: self.who.visitor.clone(),
            session: self.number,
        }
    }

    /// Counts a message for those who have not seen it.
    fn note(&mut self, message: &Message, sent: Sent) {
        match (&message.sender, &self.phase) {
            _ if !message.is_for_visitors() => {}
            (Sender::Agent(_), _) => self.offline.push_bounded(sent.message, OFFLINE_MAX),
            (Sender::Visitor, phase) => {
                if matches!(phase, Phase::Queued(_) | Phase::Manual(_)) {
                    self.unread.push_bounded(sent.message.seq, UNREAD_MAX);
                }
                self.begins_new_stretch(sent.message.seq);
            }
            (Sender::Robot | Sender::System, _) => {}
        }
    }

    /// Messages up to `cursor` are no longer offline, because a page acknowledged them or the visitor read them.
    pub(super) fn no_longer_offline(&mut self, upto: Seq) {
        let number = self.number;
        self.offline
            .retain(|message| message.session != number || message.seq > upto);
    }
}

/// Whether a person said it to another, and neither the robot nor the system.
pub(super) fn is_persons(message: &Message) -> bool {
    matches!(message.sender, Sender::Visitor | Sender::Agent(_)) && !message.is_internal()
}
