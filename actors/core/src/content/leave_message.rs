//! A plain message that somebody leaves when no agent is there (Protocol, 'Left messages', leave message; leaveMsgType 1).

use crate::contact::{self, ContactError};
use crate::ids::{AgentId, ChannelId, LeaveMessageId, VisitorId};
use crate::text;
use crate::text::TextError;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// The longest name of a person, in characters.
pub const NAME_CHARS_MAX: usize = 100;

/// A message that was left. Stored: fields are only ever added, each with a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveMessage {
    /// Which one.
    pub id: LeaveMessageId,
    /// Who left it.
    pub visitor: VisitorId,
    /// Where.
    pub channel: ChannelId,
    /// Whom to ask for.
    pub name: Box<str>,
    /// Empty where they gave none.
    pub phone: Box<str>,
    /// Empty where they gave none.
    pub email: Box<str>,
    /// What they wrote.
    pub content: Arc<str>,
    /// When.
    pub at: Timestamp,
    /// What became of it; none: nothing yet.
    pub handled: Option<Handled>,
}

/// What became of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handled {
    /// When an agent last said so.
    pub at: Timestamp,
    /// Which agent.
    pub agent: AgentId,
    /// Their name, as visitors read it.
    pub nick: Arc<str>,
    /// The agent's remark, which the visitor reads; empty for none.
    pub remark: Box<str>,
}

/// What a visitor fills in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Draft<'a> {
    /// Whom to ask for.
    pub name: &'a str,
    /// May be empty.
    pub phone: &'a str,
    /// May be empty.
    pub email: &'a str,
    /// The message.
    pub content: &'a str,
}

/// Where a message comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Who leaves it.
    pub visitor: VisitorId,
    /// Where.
    pub channel: ChannelId,
}

/// Why a message is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LeaveRefusal {
    /// Nobody to ask for.
    #[error("the name is blank")]
    NameBlank,
    /// More than [`NAME_CHARS_MAX`] characters, or such as names have not.
    #[error("the name is too long")]
    NameUnfit,
    /// A phone number or an address that is none.
    #[error("{0}")]
    Contact(#[from] ContactError),
    /// The message itself.
    #[error("{0}")]
    Content(TextError),
    /// The agent's remark.
    #[error("{0}")]
    Remark(TextError),
}

impl LeaveMessage {
    /// Takes a message.
    ///
    /// # Errors
    /// The first rule it breaks (Protocol, 'Left messages': name and message required, phone and e-mail optional).
    pub fn leave(
        now: Timestamp,
        id: LeaveMessageId,
        origin: Origin,
        draft: Draft<'_>,
    ) -> Result<Self, LeaveRefusal> {
        let name = text::checked(draft.name.trim()).map_err(|refusal| match refusal {
            TextError::Blank => LeaveRefusal::NameBlank,
            _ => LeaveRefusal::NameUnfit,
        })?;
        if name.chars().count() > NAME_CHARS_MAX {
            return Err(LeaveRefusal::NameUnfit);
        }
        let content = text::checked(draft.content).map_err(LeaveRefusal::Content)?;
        let (phone, email) = (draft.phone.trim(), draft.email.trim());
        contact::check_phone(phone)?;
        contact::check_email(email)?;
        Ok(Self {
            id,
            visitor: origin.visitor,
            channel: origin.channel,
            name: name.as_ref().into(),
            phone: phone.into(),
            email: email.into(),
            content,
            at: now,
            handled: None,
        })
    }

    /// An agent has seen to it; a second time replaces the remark.
    ///
    /// # Errors
    /// A remark that is no text.
    pub fn handle(
        &mut self,
        now: Timestamp,
        agent: AgentId,
        nick: Arc<str>,
        remark: &str,
    ) -> Result<(), LeaveRefusal> {
        let remark = match text::checked(remark) {
            Ok(text) => text.as_ref().into(),
            Err(TextError::Blank) => Box::default(),
            Err(refusal) => return Err(LeaveRefusal::Remark(refusal)),
        };
        self.handled = Some(Handled {
            at: now,
            agent,
            nick,
            remark,
        });
        Ok(())
    }

    /// Whether an agent has seen to it (msgState).
    pub fn is_handled(&self) -> bool {
        self.handled.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAFT: Draft<'static> = Draft {
        name: "Ann",
        phone: "13800138000",
        email: "ann@example.com",
        content: "Please call me back.",
    };

    fn leave(draft: Draft<'_>) -> Result<LeaveMessage, LeaveRefusal> {
        let origin = Origin {
            visitor: "v1".into(),
            channel: "web".into(),
        };
        LeaveMessage::leave(Timestamp::from_millis(7), "m1".into(), origin, draft)
    }

    /// [LM-02]
    #[test]
    fn a_message_needs_a_name_and_words_and_nothing_else() {
        let bare = leave(Draft {
            phone: "",
            email: "",
            ..DRAFT
        })
        .unwrap();

        assert_eq!((bare.phone.as_ref(), bare.email.as_ref()), ("", ""));
        assert_eq!(bare.at, Timestamp::from_millis(7));
        assert!(!bare.is_handled());
        for name in ["", " \n", "\u{200b}"] {
            assert_eq!(
                leave(Draft { name, ..DRAFT }),
                Err(LeaveRefusal::NameBlank),
                "{name:?}"
            );
        }
        for content in ["", "  ", "\u{200b}\u{feff}"] {
            let refused = leave(Draft { content, ..DRAFT });
            assert_eq!(refused, Err(LeaveRefusal::Content(TextError::Blank)));
        }
    }

    #[test]
    fn what_is_too_long_or_no_way_to_reach_anybody_is_not_taken() {
        let long = "n".repeat(NAME_CHARS_MAX + 1);
        let endless = "x".repeat(4_001);

        let cases = [
            (
                Draft {
                    name: &long,
                    ..DRAFT
                },
                LeaveRefusal::NameUnfit,
            ),
            (
                Draft {
                    name: "a\0b",
                    ..DRAFT
                },
                LeaveRefusal::NameUnfit,
            ),
            (
                Draft {
                    phone: "12",
                    ..DRAFT
                },
                LeaveRefusal::Contact(ContactError::Phone),
            ),
            (
                Draft {
                    email: "a@b",
                    ..DRAFT
                },
                LeaveRefusal::Contact(ContactError::Email),
            ),
            (
                Draft {
                    content: &endless,
                    ..DRAFT
                },
                LeaveRefusal::Content(TextError::TooLong),
            ),
        ];

        for (draft, refusal) in cases {
            assert_eq!(leave(draft), Err(refusal));
        }
    }

    /// [LM-08]
    #[test]
    fn a_message_is_handled_once_an_agent_says_so() {
        let mut message = leave(DRAFT).unwrap();

        message
            .handle(
                Timestamp::from_millis(9),
                "mia".into(),
                "Mia".into(),
                "Called.",
            )
            .unwrap();

        assert!(message.is_handled());
        let handled = message.handled.clone().unwrap();
        assert_eq!(
            (handled.at.as_millis(), handled.remark.as_ref()),
            (9, "Called.")
        );
        message
            .handle(Timestamp::from_millis(10), "lin".into(), "Lin".into(), " ")
            .unwrap();
        assert_eq!(message.handled.unwrap().remark.as_ref(), "");
    }
}
