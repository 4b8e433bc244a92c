//! Client ids of the last 48 h, which make repeats idempotent (Protocol, 'Repeats', sendMsg).
//!
//! Each id has two fingerprints, of the id and of the content. They are not stored, because the log contains both.

use crate::ids::{ClientId, MessageId, Seq, SessionNo};
use crate::message::{Content, Message, Sender};
use crate::record::Stored;
use crate::session::commands::send_message::Sent;
use crate::session::fingerprint::{self, Told};
use crate::session::refusal::Refusal;
use crate::session::restore::CLIENT_IDS_KEPT;
use crate::session::small_list::SmallList;
use crate::time::{Span, Timestamp};

/// The client ids of the last 48 h, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Repeats(SmallList<Named>);

#[derive(Clone, Debug, PartialEq)]
struct Named {
    name: u64,
    content: u64,
    at: Timestamp,
    session: SessionNo,
    /// A `u32` is enough, because no log reaches 2^32 lines.
    seq: u32,
}

impl Named {
    fn new(message: &Message, id: &ClientId, told: Told, sent: MessageId, at: Timestamp) -> Self {
        Self {
            name: fingerprint::of_client_id(&message.sender, id),
            content: fingerprint::of_content(&message.content, told),
            at,
            session: sent.session,
            seq: u32::try_from(sent.seq.0).unwrap_or(u32::MAX),
        }
    }

    fn sent(&self) -> Sent {
        Sent {
            message: MessageId {
                session: self.session,
                seq: Seq(self.seq.into()),
            },
            at: self.at,
            flagged: false,
            repeated: true,
        }
    }
}

impl Repeats {
    /// Restores the ids from the visitor's log of the last 48 h.
    pub fn from_log(log: &[Stored]) -> Self {
        let named = log.iter().enumerate().filter_map(|(index, line)| {
            let message = line.entry.message()?;
            let id = message.client_id.as_ref()?;
            let told = match log.get(index + 1) {
                _ if message.is_internal() => Told::Nobody,
                Some(next) if answers(next, line) => Told::Robot,
                Some(_) | None => Told::People,
            };
            Some(Named::new(message, id, told, line.id(), line.entry.at))
        });
        Self(named.collect())
    }

    /// Looks up a message's client id in the last 48 h. Returns the first receipt, or a refusal if the content differs.
    pub fn find(
        &self,
        message: &Message,
        told: Told,
        now: Timestamp,
    ) -> Option<Result<Sent, Refusal>> {
        let name = fingerprint::of_client_id(&message.sender, message.client_id.as_ref()?);
        let named = self.0.iter().rev().find(|named| named.name == name)?;
        if now.since(named.at) > CLIENT_IDS_KEPT {
            return None;
        }
        let same = named.content == fingerprint::of_content(&message.content, told);
        Some(if same {
            Ok(Sent {
                flagged: !message.flagged().is_empty(),
                ..named.sent()
            })
        } else {
            Err(Refusal::IdTaken)
        })
    }

    /// Bytes of memory it uses, without its own size.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// Remembers a message, and forgets those older than 48 h.
    pub fn remember(&mut self, message: &Message, told: Told, sent: Sent, now: Timestamp) {
        let Some(id) = &message.client_id else {
            return;
        };
        let old = self
            .0
            .partition_point(|named| now.since(named.at) > CLIENT_IDS_KEPT);
        self.0.forget_oldest(old);
        self.0
            .push(Named::new(message, id, told, sent.message, sent.at));
    }
}

/// Whether a line is the reply to a question. Both are written in one step: adjacent lines, one millisecond apart.
fn answers(reply: &Stored, question: &Stored) -> bool {
    reply.session == question.session
        && reply.seq == question.seq.next()
        && reply.entry.at == question.entry.at + Span::from_millis(1)
        && reply.entry.message().is_some_and(|said| {
            said.sender == Sender::Robot && matches!(said.content, Content::Robot(_))
        })
}
